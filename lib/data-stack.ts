import { CfnOutput, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { accept } from "./accepted-findings.ts";
import { AssumerRole } from "./assumer-role.ts";
import { ServiceTable } from "./service-table.ts";

/** What must outlive everything else: the table, the master key, and the role that customers trust. */
export class DataStack extends Stack {
  readonly table: ServiceTable;
  readonly masterKey: Secret;
  readonly assumer: AssumerRole;

  constructor(scope: Construct, id: string) {
    super(scope, id, { terminationProtection: true, description: "Palisade: table, master key, assumer role" });
    this.table = new ServiceTable(this, "Table");
    new CfnOutput(this, "TableName", { value: this.table.tableName, description: "Name of the table" });
    this.masterKey = new Secret(this, "MasterKey", {
      description: "Sent by callers as X-Master-Key",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    accept(this.masterKey, "masterKeyRotation");
    new CfnOutput(this, "MasterKeySecret", {
      value: this.masterKey.secretArn,
      description: "ARN of the secret that holds the master key",
    });
    this.assumer = new AssumerRole(this, "Assumer");
    new CfnOutput(this, "AssumerRoleArn", {
      value: this.assumer.roleArn,
      description: "Role that the trust policies of customers' roles name",
    });
  }
}

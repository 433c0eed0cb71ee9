import { CfnOutput, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { accept } from "./accepted-findings.ts";
import { ServiceTable } from "./service-table.ts";

/** What must outlive everything else: the table and the master key. */
export class DataStack extends Stack {
  readonly table: ServiceTable;
  readonly masterKey: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id, { terminationProtection: true, description: "Palisade: table and master key" });
    this.table = new ServiceTable(this, "Table");
    this.masterKey = new Secret(this, "MasterKey", {
      description: "Sent by callers as X-Master-Key",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    accept(this.masterKey, "masterKeyRotation");
    new CfnOutput(this, "MasterKeySecret", {
      value: this.masterKey.secretName,
      description: "Name of the secret that holds the master key",
    });
  }
}

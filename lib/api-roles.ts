import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Grant } from "../functions/api/endpoint.ts";
import type { AssumerRole } from "./assumer-role.ts";
import type { ScanMachine } from "./scan-machine.ts";
import { ServiceRole } from "./service-role.ts";
import type { ServiceTable } from "./service-table.ts";

export interface ApiRolesProps {
  readonly table: ServiceTable;
  readonly masterKey: Secret;
  readonly assumer: AssumerRole;
  readonly scanMachines: readonly ScanMachine[];
  readonly logGroup: ILogGroup;
}

/** One role for each grant that an endpoint can declare; a larger grant holds the smaller ones. */
export class ApiRoles extends Construct {
  readonly of: Readonly<Record<Grant, ServiceRole>>;

  constructor(scope: Construct, id: string, { table, masterKey, assumer, scanMachines, logGroup }: ApiRolesProps) {
    super(scope, id);
    const role = (grant: Grant) =>
      new ServiceRole(this, grant, { description: `Palisade: endpoints with grant ${grant}`, logGroup });
    this.of = {
      none: role("none"),
      read: role("read"),
      write: role("write"),
      "scan-control": role("scan-control"),
      "cloud-trust": role("cloud-trust"),
    };
    const { read, write, "scan-control": scanControl, "cloud-trust": cloudTrust } = this.of;
    for (const authenticating of [read, write, scanControl, cloudTrust]) {
      authenticating.allow(["secretsmanager:GetSecretValue"], [masterKey.secretArn]);
    }
    table.grantRead(read);
    table.grantCounting(read);
    table.grantReadAndWrite(write);
    table.grantReadAndWrite(scanControl);
    for (const machine of scanMachines) machine.grantStart(scanControl);
    table.grantReadAndWrite(cloudTrust);
    assumer.grantAssume(cloudTrust);
  }
}

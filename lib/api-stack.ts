import { CfnOutput, Stack } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { methodsByPath } from "../openapi/gateway.ts";
import { ApiRoles } from "./api-roles.ts";
import type { AssumerRole } from "./assumer-role.ts";
import type { Bundles } from "./bundles.ts";
import { isDocs } from "./docs.ts";
import type { LoadedEndpoint } from "./endpoints.ts";
import { RestApi } from "./rest-api.ts";
import type { ScanMachine } from "./scan-machine.ts";
import { ServiceFunction } from "./service-function.ts";
import type { ServiceTable } from "./service-table.ts";
import { source } from "./sources.ts";
import type { Waf } from "./waf-settings.ts";
import { WebAcl } from "./web-acl.ts";

/** Answers unknown paths and methods. */
export const FALLBACK = "functions/api/fallback.ts";

/** Where the bundles of the documentation's endpoints hold its files. */
export const DOCS_SUBFOLDER = "docs";

export interface ApiStackProps {
  readonly table: ServiceTable;
  readonly masterKey: Secret;
  readonly assumer: AssumerRole;
  readonly scanMachines: readonly ScanMachine[];
  readonly endpoints: readonly LoadedEndpoint[];
  /** Null puts no web ACL in front of the API. */
  readonly waf: Waf | null;
  readonly bundles: Bundles;
}

/** The HTTP API: one Lambda for each endpoint, with no more rights than its contract declares. */
export class ApiStack extends Stack {
  readonly restApi: RestApi;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { description: "Palisade: HTTP API" });
    const { table, masterKey, assumer, scanMachines, endpoints, waf, bundles } = props;
    const logGroup = new LogGroup(this, "Log", { retention: RetentionDays.THREE_MONTHS });
    const roles = new ApiRoles(this, "Roles", { table, masterKey, assumer, scanMachines, logGroup }).of;
    const common = { bundles, logGroup, memoryMegabytes: 1024, timeoutSeconds: 29 };
    const environment: Record<string, string> = Object.assign(
      { TABLE_NAME: table.tableName, MASTER_KEY_SECRET_ID: masterKey.secretArn },
      ...scanMachines.map((machine) => machine.environment),
    );
    const routes = endpoints.map(({ file, name, endpoint }) => ({
      endpoint,
      handler: new ServiceFunction(this, name.replaceAll("/", "-"), {
        ...common,
        file,
        description: `Palisade: ${endpoint.method} ${endpoint.path}`,
        role: roles[endpoint.grant],
        environment: {
          ...(endpoint.grant === "none" ? {} : environment),
          ...(isDocs({ name }) ? { DOCS_FOLDER: DOCS_SUBFOLDER } : {}),
          ...(name.startsWith("cloud/") ? assumer.environment : {}),
        },
      }),
    }));
    const fallback = new ServiceFunction(this, "fallback", {
      ...common,
      file: source(FALLBACK),
      description: "Palisade: unknown paths and methods",
      role: roles.none,
      environment: { METHODS_BY_PATH: JSON.stringify(methodsByPath(endpoints.map(({ endpoint }) => endpoint))) },
    });
    this.logGroup = logGroup;
    this.restApi = new RestApi(this, "RestApi", { routes, fallback, firewalled: waf !== null });
    if (waf) new WebAcl(this, "WebAcl", { waf, restApi: this.restApi });
    new CfnOutput(this, "BaseUrl", { value: this.restApi.urlForPath("/v1"), description: "Base URL of the API" });
  }
}

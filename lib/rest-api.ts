import { Aws, Size, Stack } from "aws-cdk-lib";
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Endpoint } from "../functions/api/endpoint.ts";
import { COMPRESSED_BYTES_MIN, GATEWAY_PREFIX, gatewayDocument } from "../openapi/gateway.ts";
import { accept } from "./accepted-findings.ts";

export interface RestApiProps {
  readonly routes: readonly { readonly endpoint: Endpoint; readonly handler: IFunction }[];
  /** Answers every other path and method. */
  readonly fallback: IFunction;
  /** Is there a web ACL in front of the stage? */
  readonly firewalled: boolean;
}

const STAGE = "api";

/** Requests per second that the stage lets through, and how many at one moment, over all callers. */
export const THROTTLE = { throttlingRateLimit: 500, throttlingBurstLimit: 1000 };

/** The REST API, imported from the endpoints' contracts. Its stage completes the base URL: `https://.../api/v1`. */
export class RestApi extends SpecRestApi {
  constructor(scope: Construct, id: string, { routes, fallback, firewalled }: RestApiProps) {
    // The document's title would win over the name, and CloudWatch counts by the one that wins.
    const { stackName } = Stack.of(scope);
    const handlers = new Map(routes.map(({ endpoint, handler }) => [endpoint.operationId, handler]));
    const document = gatewayDocument(
      routes.map(({ endpoint }) => endpoint),
      {
        of: ({ operationId }) => invocationUri(handlers.get(operationId) ?? fallback),
        fallback: invocationUri(fallback),
      },
    );
    super(scope, id, {
      restApiName: stackName,
      apiDefinition: ApiDefinition.fromInline({ ...document, info: { ...document.info, title: stackName } }),
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: Size.bytes(COMPRESSED_BYTES_MIN),
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE,
        accessLogDestination: new LogGroupLogDestination(
          new LogGroup(scope, "AccessLog", { retention: RetentionDays.ONE_YEAR }),
        ),
        accessLogFormat: ACCESS_LOG,
        loggingLevel: MethodLoggingLevel.ERROR,
        // Data tracing would log headers, and with them the keys.
        dataTraceEnabled: false,
        metricsEnabled: true,
        ...THROTTLE,
      },
    });
    for (const { endpoint, handler } of routes) {
      this.allowInvoke(handler, endpoint.method, GATEWAY_PREFIX + endpoint.path.replaceAll(/\{[^}]+\}/g, "*"));
    }
    this.allowInvoke(fallback, "*", "/*");
    // API Gateway would make it by itself, and keep it for ever.
    const executionLog = new LogGroup(scope, "ExecutionLog", {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${STAGE}`,
      retention: RetentionDays.THREE_MONTHS,
    });
    this.deploymentStage.node.addDependency(executionLog);
    accept(this, "handlersValidate");
    if (!firewalled) accept(this, "noFirewall");
    accept(this, "gatewayLogging");
  }

  private allowInvoke(handler: IFunction, method: string, path: string): void {
    handler.addPermission("Gateway", {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: this.arnForExecuteApi(method, path, STAGE),
    });
  }
}

const invocationUri = (handler: IFunction): string =>
  Stack.of(handler).formatArn({
    service: "apigateway",
    account: "lambda",
    resource: "path/2015-03-31/functions",
    resourceName: `${handler.functionArn}/invocations`,
    region: Aws.REGION,
  });

/** Fields by name, so that no header can slip in. A key never stands in a path. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    request_id: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    ip: AccessLogField.contextIdentitySourceIp(),
    method: AccessLogField.contextHttpMethod(),
    route: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    response_bytes: AccessLogField.contextResponseLength(),
    latency_ms: AccessLogField.contextResponseLatency(),
    error: AccessLogField.contextErrorMessage(),
  }),
);

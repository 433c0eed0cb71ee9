import { ArnFormat, Aws, Fn, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, ResourcePolicy, RetentionDays } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { requiredHeaders } from "../functions/api/authenticate.ts";
import { BODY_TOO_LARGE } from "../openapi/gateway.ts";
import type { RestApi } from "./rest-api.ts";
import type { Waf } from "./waf-settings.ts";

/** How far back AWS WAF looks when it counts the requests of an address. */
const WINDOW_SECONDS = 300;

/**
 * Announced sizes above 256 KB, which are 262,144 bytes. AWS WAF sees at most 64 KB of a body, so that its own measure of
 * bodies would turn away those between the two. Who announces nothing gets the same answer from the handlers.
 */
export const ABOVE_BODY_MAX =
  "^0*(26214[5-9]|2621[5-9][0-9]|262[2-9][0-9]{2}|26[3-9][0-9]{3}|2[7-9][0-9]{4}|[3-9][0-9]{5}|[1-9][0-9]{6,})$";

export interface WebAclProps {
  readonly waf: Waf;
  readonly restApi: RestApi;
}

/**
 * The firewall in front of the API's stage. It stops addresses that ask too often and bodies that are too large, and
 * looks at nothing else: bodies of this API speak of attacks, which is what managed rules look for.
 */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { waf, restApi }: WebAclProps) {
    super(scope, id);
    const name = (part: string) => `${Stack.of(this).stackName}-${part}`;
    const acl = new CfnWebACL(this, "Acl", {
      description: "Palisade: API",
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: visible(name("acl")),
      customResponseBodies: { tooMany: json(TOO_MANY), tooLarge: json(BODY_TOO_LARGE) },
      rules: [
        {
          name: "requests-per-address",
          priority: 0,
          statement: {
            rateBasedStatement: {
              limit: waf.requestsPer5Minutes,
              evaluationWindowSec: WINDOW_SECONDS,
              aggregateKeyType: "IP",
            },
          },
          action: answer(429, "tooMany", { "Retry-After": String(WINDOW_SECONDS) }),
          visibilityConfig: visible(name("requests-per-address")),
        },
        {
          name: "body-size",
          priority: 1,
          statement: {
            regexMatchStatement: {
              fieldToMatch: header("content-length"),
              regexString: ABOVE_BODY_MAX,
              textTransformations: [{ priority: 0, type: "NONE" }],
            },
          },
          action: answer(413, "tooLarge"),
          visibilityConfig: visible(name("body-size")),
        },
      ],
    });
    new CfnWebACLAssociation(this, "Association", {
      webAclArn: acl.attrArn,
      resourceArn: restApi.deploymentStage.stageArn,
    });
    this.log(acl);
  }

  /** What is blocked is logged, without what could hold a key. */
  private log(acl: CfnWebACL): void {
    const logGroup = new LogGroup(this, "LogGroup", {
      logGroupName: uniqueName(this),
      retention: RetentionDays.THREE_MONTHS,
    });
    const policy = new ResourcePolicy(this, "Policy", {
      policyStatements: [
        new PolicyStatement({
          principals: [new ServicePrincipal("delivery.logs.amazonaws.com")],
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: [logGroup.logGroupArn],
          conditions: {
            StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
            ArnLike: { "aws:SourceArn": Stack.of(this).formatArn({ service: "logs", resource: "*" }) },
          },
        }),
      ],
    });
    const logging = new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      // Without the asterisk with which the ARNs of log groups end elsewhere.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: "logs",
          resource: "log-group",
          resourceName: logGroup.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [...REDACTED_HEADERS.map(header), { uriPath: {} }, { queryString: {} }],
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          {
            Behavior: "KEEP",
            Requirement: "MEETS_ANY",
            Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
          },
        ],
      },
    });
    logging.node.addDependency(policy);
  }
}

const TOO_MANY = "Too many requests from this address; try again in five minutes";

/** The keys' own, and where callers may put a key by mistake. */
const REDACTED_HEADERS = [...requiredHeaders.org, "Authorization", "Cookie"].map((name) => name.toLowerCase());

const header = (name: string) => ({ singleHeader: { Name: name } });

const json = (detail: string) => ({ contentType: "APPLICATION_JSON", content: JSON.stringify({ detail }) });

const answer = (
  responseCode: number,
  customResponseBodyKey: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    block: {
      customResponse: {
        responseCode,
        customResponseBodyKey,
        ...(responseHeaders.length > 0 ? { responseHeaders } : {}),
      },
    },
  };
};

/** Counted in CloudWatch. No samples: they show all headers, and with them the keys. */
const visible = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });

/** AWS WAF asks for the prefix. By the digits of the stack's id, a log group that has outlived its stack is in nobody's way. */
function uniqueName(scope: Construct): string {
  const stackId = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return `aws-waf-logs-${Stack.of(scope).stackName}-${Fn.select(0, Fn.split("-", stackId))}`;
}

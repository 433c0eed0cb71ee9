import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** The findings of cdk-nag that stay, each with the reason. A finding that is not here fails the synthesis. */
const findings = {
  masterKeyRotation: {
    "AwsSolutions-SMG4":
      "Every caller holds the master key, so a rotation by the clock would cut all of them off; the operator rotates it together with them.",
  },
  handlersValidate: {
    "AwsSolutions-APIG2":
      "Handlers validate with the schema that is also documented, in the documented order after authentication, and answer {detail}; a check before them would answer first and in another form.",
  },
  noFirewall: {
    "AwsSolutions-APIG3":
      "Throttled at the stage and for each admin key. A web ACL has a fixed price: the operator asks for it with -c waf=on.",
  },
  gatewayLogging: {
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]":
      "API Gateway refuses any other policy for the account's logging role.",
  },
  assumerRoles: {
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::*:role/*]":
      "Customers name their roles as they like, in accounts that nobody knows beforehand. Each role's own trust policy decides.",
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::<AWS::AccountId>:role/*]":
      "A denial: no role of the service's own account, whatever its trust policy says.",
  },
  machineRole: {
    "AwsSolutions-IAM5[Resource::*]":
      "The log delivery and X-Ray actions of Step Functions know no resources (AWS service authorization reference).",
  },
  noFlowLogs: {
    "AwsSolutions-VPC7":
      "What leaves the network are scans, whose packets by the million would cost more than they tell: each connection has a batch, whose result is on record.",
  },
  noContainerInsights: {
    "AwsSolutions-ECS4": "Containers live for one batch, whose outcome and duration are in the history of its scan.",
  },
  plainEnvironment: {
    "AwsSolutions-ECS2": "The environment holds names and switches; there is no secret that a container has to know.",
  },
  imagePull: {
    "AwsSolutions-IAM5[Resource::*]":
      "ecr:GetAuthorizationToken knows no resources (AWS service authorization reference).",
  },
  lastQueue: {
    "AwsSolutions-SQS3":
      "It is the dead letter queue of rules, of an event source mapping and of functions, which no other queue names.",
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Acknowledges one group of findings on a construct and everything below it. */
export function accept(construct: IConstruct, group: keyof typeof findings): void {
  for (const [id, reason] of Object.entries(findings[group])) Validations.of(construct).acknowledge({ id, reason });
}

/**
 * Acknowledges the wildcard at the end of a resource that a role may use. `resource` is the ARN from its service on, in
 * the role's own account and region.
 */
export function acceptWildcard(construct: IConstruct, resource: string, reason: string): void {
  const [service, ...rest] = resource.split(":");
  const arn = `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${rest.join(":")}`;
  Validations.of(construct).acknowledge({ id: `AwsSolutions-IAM5[Resource::${arn}]`, reason });
}

import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";

/** A role, for Lambdas if not for another service, that may write to one log group, and to nothing else until it is told. */
export class ServiceRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly description: string; readonly logGroup: ILogGroup; readonly service?: string },
  ) {
    const { description, service = "lambda.amazonaws.com" } = props;
    super(scope, id, { assumedBy: new ServicePrincipal(service), description });
    this.allow(["logs:CreateLogStream", "logs:PutLogEvents"], [props.logGroup.logGroupArn]);
  }

  /** Allows the actions on exactly the resources. With `conditions`, only where they hold. */
  allow(
    actions: readonly string[],
    resources: readonly string[],
    conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {},
  ): void {
    this.state(Effect.ALLOW, actions, resources, conditions);
  }

  /** Denies the actions on the resources where the conditions hold, whatever else is allowed. */
  deny(
    actions: readonly string[],
    resources: readonly string[],
    conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  ): void {
    this.state(Effect.DENY, actions, resources, conditions);
  }

  private state(
    effect: Effect,
    actions: readonly string[],
    resources: readonly string[],
    conditions: Readonly<Record<string, unknown>>,
  ): void {
    this.addToPolicy(new PolicyStatement({ effect, actions: [...actions], resources: [...resources], conditions }));
  }
}

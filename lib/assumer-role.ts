import { Aws, Duration, RemovalPolicy, Stack, Tags } from "aws-cdk-lib";
import { AccountPrincipal, Effect, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { accept } from "./accepted-findings.ts";
import type { ServiceRole } from "./service-role.ts";

/** Tag of the roles that may assume the assumer role, which they alone have from `grantAssume`. */
const TAG = "palisade-assumer";

/**
 * The one role by which the service goes into customers' accounts, and which their trust policies name. It can do nothing
 * else, and nothing in the account of the service itself. It outlives every deployment: were it made anew, even under
 * the same name, all customers would have to save their trust policies again.
 */
export class AssumerRole extends Role {
  /** What functions need in order to show and to use it. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      // The roles that use it come with later stacks, and may come and go: it knows them by their tag.
      assumedBy: new AccountPrincipal(Aws.ACCOUNT_ID).withConditions({
        StringEquals: { [`aws:PrincipalTag/${TAG}`]: Stack.of(scope).stackName },
      }),
      description: "Palisade: assumes the read-only roles of customers",
      maxSessionDuration: Duration.hours(1),
    });
    this.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const roles = (account: string) => [`arn:${Aws.PARTITION}:iam::${account}:role/*`];
    const actions = ["sts:AssumeRole"];
    this.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources: roles("*") }));
    this.addToPolicy(new PolicyStatement({ effect: Effect.DENY, actions, resources: roles(Aws.ACCOUNT_ID) }));
    accept(this, "assumerRoles");
    this.environment = { ASSUMER_ROLE_ARN: this.roleArn };
  }

  grantAssume(role: ServiceRole): void {
    role.allow(["sts:AssumeRole"], [this.roleArn]);
    Tags.of(role).add(TAG, Stack.of(this).stackName);
  }
}

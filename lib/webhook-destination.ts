import { SecretValue } from "aws-cdk-lib";
import {
  ApiDestination,
  Authorization,
  Connection,
  type EventBus,
  HttpMethod,
  RuleTargetInput,
} from "aws-cdk-lib/aws-events";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { ActivityRule } from "./activity-rule.ts";
import type { DeadLetterQueue } from "./dead-letter-queue.ts";
import type { Webhook } from "./webhook-settings.ts";

/** Requests per second that a receiver gets at most; what is more waits at EventBridge. */
const RATE_LIMIT = 100;

export interface WebhookDestinationProps {
  readonly webhook: Webhook;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterQueue;
}

/** The webhook of the form `plain`: the event bus posts each event with the bearer token, in no particular order. */
export class WebhookDestination extends Construct {
  constructor(scope: Construct, id: string, { webhook, bus, deadLetters }: WebhookDestinationProps) {
    super(scope, id);
    const connection = new Connection(this, "Connection", {
      description: "Palisade: bearer token of the webhook",
      authorization: Authorization.apiKey("Authorization", bearerToken(webhook.secretName)),
    });
    const { apiDestinationArn: arn } = new ApiDestination(this, "Destination", {
      description: "Palisade: webhook",
      connection,
      endpoint: webhook.url,
      httpMethod: HttpMethod.POST,
      rateLimitPerSecond: RATE_LIMIT,
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("events.amazonaws.com"),
      description: "Palisade: event bus that posts to the webhook",
    });
    role.addToPolicy(new PolicyStatement({ actions: ["events:InvokeApiDestination"], resources: [arn] }));
    new ActivityRule(this, "Rule", {
      bus,
      description: "Palisade: events to the webhook",
      target: { arn, input: RuleTargetInput.fromEventPath("$.detail.activity"), role },
      deadLetters,
    });
  }
}

/** The header's value. The template holds a reference in the place of the token, which CloudFormation resolves. */
function bearerToken(secretName: string): SecretValue {
  const token = SecretValue.secretsManager(secretName, { jsonField: "token" });
  return SecretValue.unsafePlainText(`Bearer ${token.unsafeUnwrap()}`);
}

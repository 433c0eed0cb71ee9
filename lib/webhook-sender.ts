import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Bundles } from "./bundles.ts";
import type { DeadLetterQueue } from "./dead-letter-queue.ts";
import { ServiceFunction } from "./service-function.ts";
import { ServiceRole } from "./service-role.ts";
import { source } from "./sources.ts";
import type { Webhook } from "./webhook-settings.ts";

/** Posts what is in the queue. */
export const DELIVER = "functions/events/deliver.ts";

/** Messages of one call: as many as a FIFO queue hands out at once. */
const BATCH_SIZE = 10;
/** A batch of one org is posted one after the other, and each post may take ten seconds. */
const TIMEOUT_SECONDS = 120;
/** Calls at one time, and so posts: each is of other orgs. */
const CONCURRENCY_MAX = 10;

/**
 * Only a function that dies at every attempt gets a message so often: one that fails in order sets it aside itself, after
 * a day and some hundred attempts.
 */
const RECEIVES_MAX = 400;

/** Both queues: encrypted, and reached over TLS alone. */
const PROTECTED = { fifo: true, encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export interface WebhookSenderProps {
  readonly webhook: Webhook;
  readonly deadLetters: DeadLetterQueue;
  readonly bundles: Bundles;
}

/** The webhook of the form `signed`: a function posts each event with token and signature, in order for each org. */
export class WebhookSender extends Construct {
  readonly queue: Queue;
  /** Where messages end for which the function has died at every attempt. */
  readonly undeliverable: Queue;
  readonly deliver: ServiceFunction;
  /** The variable in which functions look for the queue. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { webhook, deadLetters, bundles }: WebhookSenderProps) {
    super(scope, id);
    this.undeliverable = new Queue(this, "Undeliverable", { ...PROTECTED, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, "Queue", {
      ...PROTECTED,
      // An org is a message group: groups keep their order, know their own repetitions, and do not wait for each other.
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      // What AWS advises, for calls that have to wait for their turn.
      visibilityTimeout: Duration.seconds(6 * TIMEOUT_SECONDS),
      // Beyond the time in which a function that dies at every attempt has used up its receives.
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.undeliverable, maxReceiveCount: RECEIVES_MAX },
    });
    this.environment = { WEBHOOK_QUEUE_URL: this.queue.queueUrl };
    const logGroup = new LogGroup(this, "Log", { retention: RetentionDays.THREE_MONTHS });
    const role = new ServiceRole(this, "Role", { description: "Palisade: sender of the webhook", logGroup });
    this.grantReceive(role);
    deadLetters.grantSend(role);
    role.allow(["secretsmanager:GetSecretValue"], [secretArn(this, webhook.secretName)]);
    this.deliver = new ServiceFunction(this, "Function", {
      bundles,
      file: source(DELIVER),
      description: "Palisade: sender of the webhook",
      role,
      logGroup,
      memoryMegabytes: 512,
      timeoutSeconds: TIMEOUT_SECONDS,
      environment: {
        ...this.environment,
        ...deadLetters.environment,
        SIEM_WEBHOOK_URL: webhook.url,
        WEBHOOK_SECRET_ID: webhook.secretName,
      },
    });
    // Not CDK's event source, which would grant more.
    new EventSourceMapping(this, "Source", {
      target: this.deliver,
      eventSourceArn: this.queue.queueArn,
      batchSize: BATCH_SIZE,
      maxConcurrency: CONCURRENCY_MAX,
      reportBatchItemFailures: true,
    });
  }

  grantSend(role: ServiceRole): void {
    role.allow(["sqs:SendMessage"], [this.queue.queueArn]);
  }

  private grantReceive(role: ServiceRole): void {
    role.allow(
      ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"],
      [this.queue.queueArn],
    );
  }
}

/** Secrets Manager adds a hyphen and six characters of its own to each name, and only to that. */
const secretArn = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({
    service: "secretsmanager",
    resource: "secret",
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

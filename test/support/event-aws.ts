import { AwsError, type AwsStandIn, type Operation, type Operations, startAwsStandIn } from "../../local/aws-json.ts";
import { localCredentials } from "../../local/aws-names.ts";
import { eventBridge } from "../../local/event-bridge.ts";
import { Queue } from "../../local/queue.ts";
import { sqs } from "../../local/sqs.ts";

/** The AWS that events pass through: a bus and two queues, any of which can be made to fail. */
export class EventAws {
  /** Lines that the bus took. */
  readonly lines: string[] = [];
  readonly webhookQueue = new Queue(null, () => this.#now());
  readonly deadLetters = new Queue(null, () => this.#now());
  /** Runs in place of an operation while it is set; by name, such as `AWSEvents.PutEvents`. */
  readonly faults = new Map<string, (input: unknown, usual: Operation) => unknown>();
  #standIn: AwsStandIn | undefined;
  #hoursLater = 0;

  /** Starts it, and sets the environment by which the functions find it. To be called before they are loaded. */
  async start(): Promise<void> {
    const usual: Operations = {
      ...eventBridge("palisade", (line) => void this.lines.push(line)),
      ...sqs({ "webhook.fifo": this.webhookQueue, "dead-letters": this.deadLetters }),
    };
    const operations = Object.entries(usual).map(([name, operation]) => {
      const faulty: Operation = (input) => this.faults.get(name)?.(input, operation) ?? operation(input);
      return [name, faulty] as const;
    });
    this.#standIn = await startAwsStandIn(Object.fromEntries(operations));
    const { endpoint } = this.#standIn;
    Object.assign(process.env, {
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      AWS_ENDPOINT_URL: endpoint,
      EVENT_BUS_NAME: "palisade",
      WEBHOOK_QUEUE_URL: `${endpoint}/webhook.fifo`,
      DEAD_LETTER_QUEUE_URL: `${endpoint}/dead-letters`,
    });
  }

  /** Bodies of all messages of a queue, in their order; they are out of sight then. */
  bodies(queue: "webhookQueue" | "deadLetters"): string[] {
    return this[queue].receive(Number.POSITIVE_INFINITY).map(({ body }) => body);
  }

  /** Makes everything work and takes away what the bus and the queues hold. */
  reset(): void {
    this.faults.clear();
    this.lines.length = 0;
    // All is visible again then, and nothing is a repetition any more.
    this.#hoursLater += 1;
    for (const queue of [this.webhookQueue, this.deadLetters])
      for (const { receipt } of queue.receive(Number.POSITIVE_INFINITY)) queue.delete(receipt);
  }

  #now(): number {
    return Date.now() + this.#hoursLater * 3_600_000;
  }

  async stop(): Promise<void> {
    await this.#standIn?.stop();
  }
}

/** Refuses an operation for good, as AWS does; the SDK does not try again. */
export const refusing = (): never => {
  throw new AwsError("AccessDeniedException", "not today");
};

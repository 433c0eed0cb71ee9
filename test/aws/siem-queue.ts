import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { EventLine } from "../../functions/domain/event-line.ts";

/** A queue that a rule on the event bus fills, as a customer's SIEM would read events. */
export class SiemQueue {
  readonly #sqs = new SQSClient({});
  readonly #url: string;
  /** All that has arrived so far. */
  readonly events: EventLine[] = [];

  private constructor(url: string) {
    this.#url = url;
  }

  /** Makes the queue and the rule. */
  static async on(busName: string): Promise<SiemQueue> {
    const sqs = new SQSClient({});
    const bridge = new EventBridgeClient({});
    const name = `siem-${crypto.randomUUID()}`;
    const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
    const attributes = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
    const Arn = (await sqs.send(attributes)).Attributes?.QueueArn ?? "";
    const EventPattern = JSON.stringify({ source: ["palisade"] });
    await bridge.send(new PutRuleCommand({ Name: name, EventBusName: busName, EventPattern }));
    const target = { Id: "queue", Arn, InputPath: "$.detail.activity" };
    await bridge.send(new PutTargetsCommand({ Rule: name, EventBusName: busName, Targets: [target] }));
    return new SiemQueue(QueueUrl);
  }

  /** Takes what has arrived since into `events`; waits up to a second for it. */
  async receive(): Promise<void> {
    const receive = new ReceiveMessageCommand({ QueueUrl: this.#url, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 });
    const { Messages = [] } = await this.#sqs.send(receive);
    for (const { Body = "", ReceiptHandle } of Messages) {
      this.events.push(JSON.parse(Body));
      await this.#sqs.send(new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle }));
    }
  }
}

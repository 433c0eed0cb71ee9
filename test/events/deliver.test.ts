import type { Context } from "aws-lambda";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { oneLine, STREAM_NAME } from "../../functions/domain/event-line.ts";
import { backoffSeconds, deliver } from "../../functions/events/deliver.ts";
import { signatureHeaders, signingKeys } from "../../functions/events/signature.ts";
import { configureNet, configurePost } from "../../functions/net/config.ts";
import { sharedIssuer } from "../../lab/certificates/issue.ts";
import { startAwsStandIn } from "../../local/aws-json.ts";
import { Queue } from "../../local/queue.ts";
import { recordOf } from "../../local/queue-source.ts";
import { secretsManager } from "../../local/secrets-manager.ts";
import { sqs } from "../../local/sqs.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { type Behaviour, type Receiver, startReceiver } from "../support/receiver.ts";

const name = "hooks.example.test";
const signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const HOUR_MS = 3_600_000;
/** Of one post to a receiver that never answers; to others a post has all the time it wants. */
const HANG_TIMEOUT_MS = 100;

let receiver: Receiver;
let nowMs: number;
const queues: Record<string, Queue> = {};
const queueOf = (name: string): Queue => (queues[name] ??= new Queue(null, () => nowMs));
let endpoint: string;

beforeAll(async () => {
  const secret = JSON.stringify({ token: "t0ken", signing_secret: signingSecret });
  const standIn = await startAwsStandIn({ ...sqs(queues), ...secretsManager({ webhook: secret, broken: "canary" }) });
  endpoint = standIn.endpoint;
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", endpoint);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  const dns = await startDnsServer({ records: [[name, "A", "127.0.0.1"]] });
  const trustedRoots = [(await sharedIssuer(new Date())).rootCertificate];
  configureNet({ resolver: dns.address, trustedRoots });
  configurePost({ allowPrivate: true });
  return async () => {
    configureNet({});
    configurePost({});
    await Promise.all([standIn.stop(), dns.close()]);
  };
});

beforeEach(async () => {
  nowMs = Date.now();
  for (const name of ["events.fifo", "letters"]) delete queues[name];
  receiver = await startReceiver({ name });
  vi.stubEnv("SIEM_WEBHOOK_URL", `${receiver.origin}/in?token=query-secret`);
  vi.stubEnv("WEBHOOK_SECRET_ID", "webhook");
  vi.stubEnv("WEBHOOK_QUEUE_URL", `${endpoint}/events.fifo`);
  vi.stubEnv("DEAD_LETTER_QUEUE_URL", `${endpoint}/letters`);
  queueOf("letters");
});
afterEach(() => receiver.close());

const lineOf = (id: string): string => oneLine({ event: "scan.failed", log_type: STREAM_NAME, event_id: id });

/** Queues events of an org, in order. */
function send(org: string, ...ids: readonly string[]): void {
  for (const id of ids) queueOf("events.fifo").send({ body: lineOf(id), group: org, deduplicationId: id });
}

/** What Lambda does once: hands over what is visible and deletes what was not reported as failed; the bodies reported. */
async function deliverOnce({ remainingMs = 60_000, timeoutMs = 10_000 } = {}): Promise<readonly string[]> {
  const messages = queueOf("events.fifo").receive(10);
  const context = { getRemainingTimeInMillis: () => remainingMs };
  const { batchItemFailures } = await deliver({ Records: messages.map(recordOf) }, context, timeoutMs);
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  for (const { id, receipt } of messages) if (!failed.has(id)) queueOf("events.fifo").delete(receipt);
  return messages.filter(({ id }) => failed.has(id)).map(({ body }) => body);
}

const waitSeconds = (): number => (queueOf("events.fifo").nextVisibleInMs ?? 0) / 1000;
const passWait = (): void => {
  nowMs += queueOf("events.fifo").nextVisibleInMs ?? 0;
};
const taken = (): readonly string[] => receiver.taken.map(({ body }) => body);
const letters = (): readonly unknown[] =>
  queueOf("letters")
    .receive(10)
    .map(({ body }) => JSON.parse(body));

let written: string[];
beforeEach(() => {
  written = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((text) => {
      written.push(String(text));
      return true;
    }),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
});

/** Lines of the log. */
const log = (): readonly Record<string, unknown>[] =>
  written.filter((text) => text.includes('"name":"webhook"')).map((text) => JSON.parse(text));

describe("a receiver that is well", () => {
  it("gets each event once, in the order of its org, with token and signature, and nothing is logged", async () => {
    send("a", "a1", "a2", "a3");
    send("b", "b1", "b2");
    expect(await deliverOnce()).toEqual([]);
    expect(taken().filter((body) => body.includes('"a'))).toEqual(["a1", "a2", "a3"].map(lineOf));
    expect(taken().filter((body) => body.includes('"b'))).toEqual(["b1", "b2"].map(lineOf));
    expect(taken()).toHaveLength(5);
    for (const { path, headers, body } of receiver.taken) {
      expect(path).toBe("/in?token=query-secret");
      expect(headers.authorization).toBe("Bearer t0ken");
      const timestamp = Number(headers["webhook-timestamp"]);
      expect(Math.abs(timestamp - nowMs / 1000)).toBeLessThan(60);
      const { event_id } = JSON.parse(body) as { event_id: string };
      expect(headers).toMatchObject(signatureHeaders(signingKeys(signingSecret), { id: event_id, timestamp, body }));
    }
    expect(log()).toEqual([]);
  });
});

const outages: readonly Behaviour[] = [
  "closed",
  "hang",
  "reset",
  "garbage",
  "self_signed",
  "unknown_root",
  "no_intermediate",
  "expired",
  "other_name",
  ...[301, 302, 307, 308].map((status) => ({ status, headers: { Location: "http://169.254.169.254/" } })),
  ...[401, 403, 404, 408, 410, 425, 429, 500, 502, 503, 504].map((status) => ({ status })),
];

describe.each(outages.map((outage) => [JSON.stringify(outage), outage] as const))(
  "a receiver whose outage is %s",
  (_, outage) => {
    it("gets every event once it is back, in order, after waits that grow", async () => {
      await receiver.behave(outage);
      send("a", "a1", "a2", "a3");
      const all = ["a1", "a2", "a3"].map(lineOf);
      const options = outage === "hang" ? { timeoutMs: HANG_TIMEOUT_MS } : {};
      for (const [least, most] of [
        [1, 1],
        [1, 2],
        [2, 4],
        [4, 8],
      ] as const) {
        const before = receiver.requests.length;
        expect(await deliverOnce(options)).toEqual(all);
        expect(waitSeconds()).toBeGreaterThanOrEqual(least);
        expect(waitSeconds()).toBeLessThanOrEqual(most);
        // What is behind the first is not even tried.
        expect(receiver.requests.slice(before).filter(({ body }) => body !== all[0])).toEqual([]);
        expect(await deliverOnce()).toEqual([]);
        passWait();
      }
      const before = receiver.requests.length;
      await receiver.behave("ok");
      expect(await deliverOnce()).toEqual([]);
      expect(receiver.taken.slice(-3).map(({ body }) => body)).toEqual(all);
      expect(receiver.requests).toHaveLength(before + 3);
      expect(queueOf("events.fifo").size).toBe(0);
      expect(letters()).toEqual([]);
    });
  },
);

it.each(["slow_body", "huge_answer"] as const)("an answer of 200 counts whatever follows: %s", async (answer) => {
  await receiver.behave(answer);
  send("a", "a1", "a2");
  expect(await deliverOnce()).toEqual([]);
  expect(receiver.requests.map(({ body }) => body)).toEqual(["a1", "a2"].map(lineOf));
});

describe("events of one org that fail", () => {
  it.each([{ status: 500 }, "hang", "reset"] as const)("keep no others waiting: %j", async (answer) => {
    await receiver.behave(({ body }) => (body.includes('"a') ? answer : "ok"));
    send("a", "a1", "a2");
    send("b", "b1", "b2");
    send("c", "c1");
    // The others are answered long before that.
    expect(await deliverOnce({ timeoutMs: 3_000 })).toEqual(["a1", "a2"].map(lineOf));
    expect(taken().toSorted()).toEqual(["b1", "b2", "c1"].map(lineOf));
    send("b", "b3");
    expect(await deliverOnce()).toEqual([]);
    expect(taken().at(-1)).toBe(lineOf("b3"));
    await receiver.behave("ok");
    passWait();
    expect(await deliverOnce()).toEqual([]);
    expect(taken().slice(-2)).toEqual(["a1", "a2"].map(lineOf));
  });

  it("leave what was delivered before them delivered", async () => {
    await receiver.behave(({ body }) => (body === lineOf("a2") ? { status: 500 } : "ok"));
    send("a", "a1", "a2", "a3");
    expect(await deliverOnce()).toEqual(["a2", "a3"].map(lineOf));
    await receiver.behave("ok");
    passWait();
    expect(await deliverOnce()).toEqual([]);
    expect(taken()).toEqual(["a1", "a2", "a3"].map(lineOf));
  });

  it("are logged, the first of them alone, without what is secret", async () => {
    await receiver.behave("reset");
    send("a", "a1", "a2");
    await deliverOnce();
    const line = {
      level: "WARN",
      service: "palisade",
      name: "webhook",
      message: "an event was not delivered",
      org_id: "a",
      event_id: "a1",
      attempt: 1,
      reason: expect.stringMatching(/^POST https:\/\/hooks\.example\.test:\d+: connection/),
    };
    expect(log()).toMatchObject([line]);
    expect(JSON.stringify(log())).not.toMatch(/t0ken|whsec|query-secret/);
  });
});

describe("a wait", () => {
  it.each([
    [429, "120", 120],
    [503, "120", 120],
    [503, "86400", 900],
    [503, "0", 1],
    [500, "120", 1],
  ])("after %d with Retry-After %s is %d s", async (status, value, seconds) => {
    await receiver.behave({ status, headers: { "Retry-After": value } });
    send("a", "a1");
    await deliverOnce();
    expect(waitSeconds()).toBe(seconds);
  });

  it("that cannot be set leaves the messages to the queue's own timeout", async () => {
    vi.stubEnv("WEBHOOK_QUEUE_URL", `${endpoint}/nowhere`);
    await receiver.behave("closed");
    send("a", "a1", "a2");
    expect(await deliverOnce()).toEqual(["a1", "a2"].map(lineOf));
    expect(waitSeconds()).toBe(120);
  });

  it.each([
    [1, 0, 1],
    [1, 0.999, 1],
    [2, 0, 1],
    [2, 0.999, 2],
    [5, 0, 8],
    [5, 0.5, 12],
    [5, 0.999, 16],
    [10, 0.999, 512],
    [11, 0, 450],
    [11, 0.999, 900],
    [1000, 0.999, 900],
    [5000, 0, 450],
  ])("at receive %d with random %d is %d s", (receives, random, seconds) => {
    expect(backoffSeconds(receives, random)).toBe(seconds);
  });
});

describe("the dead letters get", () => {
  it.each([400, 413, 415, 422])(
    "an event that is answered %d for the third time after a quarter of an hour, and the next follows",
    async (status) => {
      await receiver.behave(({ body }) => (body === lineOf("a1") ? { status } : "ok"));
      nowMs -= HOUR_MS / 4;
      send("a", "a1", "a2");
      for (let receive = 1; receive <= 2; receive += 1) {
        expect(await deliverOnce()).toEqual(["a1", "a2"].map(lineOf));
        passWait();
      }
      expect(letters()).toEqual([]);
      expect(await deliverOnce()).toEqual([]);
      const reason = `The receiver answered ${status}`;
      expect(letters()).toEqual([{ event_id: "a1", org_id: "a", reason, line: lineOf("a1") }]);
      expect(taken()).toEqual([lineOf("a2")]);
    },
  );

  it("no event of a receiver that has been mistaken for seconds, however often it was asked", async () => {
    await receiver.behave({ status: 400 });
    send("a", "a1", "a2");
    for (let receive = 1; receive <= 5; receive += 1) {
      expect(await deliverOnce()).toEqual(["a1", "a2"].map(lineOf));
      passWait();
    }
    expect(letters()).toEqual([]);
  });

  it("an event that fails after 24 hours", async () => {
    await receiver.behave({ status: 500 });
    nowMs -= 24 * HOUR_MS;
    send("a", "a1");
    nowMs += HOUR_MS;
    send("a", "a2");
    expect(await deliverOnce()).toEqual([lineOf("a2")]);
    const reason = "The receiver answered 500";
    expect(letters()).toEqual([{ event_id: "a1", org_id: "a", reason, line: lineOf("a1") }]);
  });

  it("no event that a receiver takes after all", async () => {
    nowMs -= 30 * HOUR_MS;
    send("a", "a1");
    expect(await deliverOnce()).toEqual([]);
    expect(letters()).toEqual([]);
    expect(taken()).toEqual([lineOf("a1")]);
  });

  it.each([
    "",
    "no JSON",
    "[]",
    "null",
    '"line"',
    "{}",
    oneLine({ log_type: STREAM_NAME }),
    oneLine({ log_type: STREAM_NAME, event_id: "" }),
    oneLine({ log_type: STREAM_NAME, event_id: "a\r\nX-Injected: 1" }),
    oneLine({ log_type: "else", event_id: "a1" }),
  ])("a message that is no line, at once: %j", async (body) => {
    const { id } = queueOf("events.fifo").send({ body, group: "a", deduplicationId: "poison" });
    send("a", "a2");
    expect(await deliverOnce()).toEqual([]);
    const reason = "The message is no line of the event stream";
    expect(letters()).toEqual([{ event_id: id, org_id: "a", reason, line: body }]);
    expect(taken()).toEqual([lineOf("a2")]);
  });

  it("an event later, when they cannot take it now", async () => {
    vi.stubEnv("DEAD_LETTER_QUEUE_URL", `${endpoint}/nowhere`);
    queueOf("events.fifo").send({ body: "poison", group: "a", deduplicationId: "poison" });
    send("a", "a2");
    expect(await deliverOnce()).toEqual(["poison", lineOf("a2")]);
    expect(taken()).toEqual([]);
    vi.stubEnv("DEAD_LETTER_QUEUE_URL", `${endpoint}/letters`);
    passWait();
    expect(await deliverOnce()).toEqual([]);
    expect(letters()).toHaveLength(1);
    expect(taken()).toEqual([lineOf("a2")]);
  });
});

describe("nothing is posted", () => {
  it("when too little time is left; what is left can be handed over again at once", async () => {
    send("a", "a1", "a2");
    send("b", "b1");
    expect(await deliverOnce({ remainingMs: 5_000 })).toEqual(["a1", "a2", "b1"].map(lineOf));
    expect(receiver.requests).toEqual([]);
    expect(waitSeconds()).toBe(0);
    expect(log()).toEqual([]);
    expect(await deliverOnce()).toEqual([]);
    expect(taken()).toHaveLength(3);
  });

  it.each([
    ["SIEM_WEBHOOK_URL", "", "SIEM_WEBHOOK_URL is not set"],
    ["SIEM_WEBHOOK_URL", "http://hooks.example.test/", /^SIEM_WEBHOOK_URL must be an https URL/],
    ["SIEM_WEBHOOK_URL", "https://169.254.169.254/", /is not a public address/],
  ])("while %s is %j, and the reason is logged", async (setting, value, reason) => {
    vi.stubEnv(setting, value);
    send("a", "a1");
    expect(await deliverOnce()).toEqual([lineOf("a1")]);
    expect(waitSeconds()).toBe(1);
    expect(log()).toMatchObject([
      { event_id: "a1", reason: typeof reason === "string" ? reason : expect.stringMatching(reason) },
    ]);
  });

  it("without the token and the signature that are configured", async () => {
    vi.resetModules();
    const fresh = await import("../../functions/events/deliver.ts");
    vi.stubEnv("WEBHOOK_SECRET_ID", "broken");
    send("a", "a1");
    const records = queueOf("events.fifo").receive(10).map(recordOf);
    const context = { getRemainingTimeInMillis: () => 60_000 };
    expect(await fresh.handler({ Records: records }, context as Context)).toEqual({
      batchItemFailures: [{ itemIdentifier: records[0]?.messageId }],
    });
    expect(receiver.connections).toBe(0);
  });
});

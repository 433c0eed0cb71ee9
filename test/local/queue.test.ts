import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openDataFolder } from "../../local/data-folder.ts";
import { Queue, type StoredMessage } from "../../local/queue.ts";
import { fileJournal } from "../../local/queue-journal.ts";
import { startQueueSource } from "../../local/queue-source.ts";

const MINUTE = 60_000;

/** A queue with a clock that the test moves. */
function queueAt(start = 1_000_000) {
  let now = start;
  const queue = new Queue(null, () => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { queue, pass };
}

const bodies = (messages: readonly { readonly body: string }[]) => messages.map(({ body }) => body);

describe("messages", () => {
  test("of a group come in the order of sending, several at once", () => {
    const { queue } = queueAt();
    for (const body of ["a1", "a2"]) queue.send({ body, group: "a" });
    queue.send({ body: "b1", group: "b" });
    expect(bodies(queue.receive(10))).toEqual(["a1", "a2", "b1"]);
  });

  test("do not come while one of their group that was sent before is out", () => {
    const { queue } = queueAt();
    for (const body of ["a1", "a2"]) queue.send({ body, group: "a" });
    expect(bodies(queue.receive(1))).toEqual(["a1"]);
    queue.send({ body: "b1", group: "b" });
    expect(bodies(queue.receive(10))).toEqual(["b1"]);
  });

  test("come back when they are visible again, and count how often they came", () => {
    const { queue, pass } = queueAt();
    queue.send({ body: "a1", group: "a" });
    const [first] = queue.receive(1);
    queue.changeVisibility(first?.receipt ?? "", 5_000);
    expect(queue.nextVisibleInMs).toBe(5_000);
    expect(queue.receive(1)).toEqual([]);
    pass(5_000);
    expect(queue.receive(1)).toMatchObject([{ body: "a1", receives: 2 }]);
  });

  test("are in flight from when they are handed out until they are visible again or ended", () => {
    const { queue, pass } = queueAt();
    for (const body of ["a1", "b1", "c1"]) queue.send({ body });
    const [first, second] = queue.receive(2);
    expect([queue.size, queue.inFlight]).toEqual([3, 2]);
    queue.changeVisibility(first?.receipt ?? "", 0);
    expect(queue.inFlight).toBe(1);
    queue.delete(second?.receipt ?? "");
    expect([queue.size, queue.inFlight]).toEqual([2, 0]);
    queue.receive(1);
    pass(10 * MINUTE);
    expect(queue.inFlight).toBe(0);
  });

  test("are ended by the receipt of the last time alone", () => {
    const { queue, pass } = queueAt();
    queue.send({ body: "a1", group: "a" });
    const [old] = queue.receive(1);
    pass(10 * MINUTE);
    const [current] = queue.receive(1);
    queue.delete(old?.receipt ?? "");
    expect(queue.size).toBe(1);
    expect(queue.changeVisibility(old?.receipt ?? "", 0)).toBe(false);
    queue.delete(current?.receipt ?? "");
    expect(queue.size).toBe(0);
  });

  test("with the deduplication id of another of the last five minutes are that one", () => {
    const { queue, pass } = queueAt();
    queue.send({ body: "first", group: "a", deduplicationId: "1" });
    queue.send({ body: "again", group: "a", deduplicationId: "1" });
    expect(queue.size).toBe(1);
    pass(5 * MINUTE);
    queue.send({ body: "later", group: "a", deduplicationId: "1" });
    expect(queue.size).toBe(2);
  });
});

test("no order of sending, receiving, failing and ending breaks the order within a group or loses a message", () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant("send" as const), group: fc.constantFrom("a", "b", "c") }),
    fc.record({ what: fc.constant("receive" as const), max: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ what: fc.constantFrom("end" as const, "fail" as const) }),
    fc.record({ what: fc.constant("pass" as const), milliseconds: fc.integer({ min: 0, max: 200_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { queue, pass } = queueAt();
      const sent: string[] = [];
      const ended: string[] = [];
      let out: ReturnType<Queue["receive"]> = [];
      for (const one of steps) {
        if (one.what === "send") {
          const body = `${one.group}${sent.length}`;
          queue.send({ body, group: one.group });
          sent.push(body);
        } else if (one.what === "receive") out = [...out, ...queue.receive(one.max)];
        else if (one.what === "pass") pass(one.milliseconds);
        else {
          const [message, ...rest] = out;
          if (!message) continue;
          const held = queue.size;
          if (one.what === "end") queue.delete(message.receipt);
          // A failing message takes those behind it along, as a sender in order does.
          else
            for (const { receipt } of out.filter(({ group }) => group === message.group))
              queue.changeVisibility(receipt, 1000);
          if (queue.size < held) ended.push(message.body);
          out = one.what === "end" ? rest : rest.filter(({ group }) => group !== message.group);
        }
      }
      for (const group of ["a", "b", "c"]) {
        const order = sent.filter((body) => body.startsWith(group));
        const done = ended.filter((body) => body.startsWith(group));
        expect(done).toEqual(order.slice(0, done.length));
      }
      expect(ended.length + queue.size).toBe(sent.length);
    }),
    { numRuns: 500, seed: 11 },
  );
});

describe("a journal", () => {
  const journalled = () => {
    const folder = openDataFolder(mkdtempSync(join(tmpdir(), "queue-")));
    return { folder, open: () => new Queue(fileJournal<StoredMessage>(folder, "queue.ndjson")) };
  };

  test("gives another process what was not ended, in its order", () => {
    const { open } = journalled();
    const queue = open();
    for (const body of ["a1", "a2", "a3"]) queue.send({ body, group: "a" });
    queue.delete(queue.receive(1)[0]?.receipt ?? "");
    expect(bodies(open().receive(10))).toEqual(["a2", "a3"]);
    expect(bodies(open().receive(10))).toEqual(["a2", "a3"]);
  });

  test("leaves out a line that a crash has cut off", () => {
    const { folder, open } = journalled();
    open().send({ body: "whole", group: "a" });
    appendFileSync(folder.at("queue.ndjson"), '\n{"added":{"id":"x","bo');
    expect(bodies(open().receive(10))).toEqual(["whole"]);
    expect(readFileSync(folder.at("queue.ndjson"), "utf8").trim().split("\n")).toHaveLength(1);
  });
});

test("a journal of what comes and goes does not grow for ever", () => {
  const folder = openDataFolder(mkdtempSync(join(tmpdir(), "queue-")));
  const queue = new Queue(fileJournal<StoredMessage>(folder, "queue.ndjson"));
  queue.send({ body: "stays", group: "b" });
  queue.receive(1);
  for (let number = 0; number < 3_000; number += 1) {
    queue.send({ body: "x", group: "a" });
    queue.delete(queue.receive(1)[0]?.receipt ?? "");
  }
  expect(readFileSync(folder.at("queue.ndjson"), "utf8").split("\n").length).toBeLessThan(1_100);
});

describe("a function on a queue", () => {
  test("gets each message once when it succeeds", async () => {
    const queue = new Queue(null);
    const seen: string[] = [];
    const all = Promise.withResolvers<void>();
    const source = startQueueSource(
      queue,
      async ({ Records }) => {
        seen.push(...Records.map(({ body }) => body));
        if (seen.length === 20) all.resolve();
        return { batchItemFailures: [] };
      },
      () => undefined,
    );
    for (let number = 0; number < 20; number += 1) queue.send({ body: String(number), group: String(number % 3) });
    await all.promise;
    await source.stop();
    expect(seen.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 20 }, (_, n) => `${n}`),
    );
    expect(queue.size).toBe(0);
  });

  test("that hangs for one group gets the others", async () => {
    const queue = new Queue(null);
    const hanging = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const source = startQueueSource(
      queue,
      async ({ Records }) => {
        if (Records.some(({ body }) => body === "hangs")) await hanging.promise;
        else other.resolve();
        return { batchItemFailures: [] };
      },
      () => undefined,
    );
    queue.send({ body: "hangs", group: "a" });
    queue.send({ body: "goes", group: "b" });
    await other.promise;
    hanging.resolve();
    await source.stop();
  });

  test("that throws keeps all of its messages", async () => {
    const queue = new Queue(null);
    const reported = Promise.withResolvers<unknown>();
    const source = startQueueSource(queue, () => Promise.reject(new Error("broken")), reported.resolve);
    queue.send({ body: "kept", group: "a" });
    expect(await reported.promise).toEqual(new Error("broken"));
    await source.stop();
    expect(queue.size).toBe(1);
  });
});

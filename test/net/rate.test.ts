import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLifetime } from "../../functions/net/lifetime.ts";
import { CONNECT_WEIGHT, createAddressGate, createGate } from "../../functions/net/rate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (ratePerSecond: number, concurrency = 1_000) => {
  const controller = new AbortController();
  const lifetime = createLifetime(controller.signal);
  return { controller, lifetime, gate: createGate({ ratePerSecond, concurrency, lifetime }) };
};

describe("the rate", () => {
  it("lets a tenth of a second's tokens through at once and then one by one", async () => {
    const { gate } = open(20);
    const done: number[] = [];
    for (let index = 0; index < 6; index += 1) void gate.run(1, "x", async () => done.push(index));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect(done).toEqual([0, 1, 2, 3]);
    await vi.advanceTimersByTimeAsync(100);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("never lets more through than rate and burst allow", async () => {
    const { gate } = open(50);
    let done = 0;
    for (let index = 0; index < 1_000; index += 1) void gate.run(1, "x", async () => (done += 1));
    for (let second = 1; second <= 5; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(done).toBeLessThanOrEqual(50 * second + 5);
      expect(done).toBeGreaterThanOrEqual(49 * second);
    }
  });

  it("counts ten connects as one request", async () => {
    const { gate } = open(10);
    let done = 0;
    for (let index = 0; index < 500; index += 1) void gate.run(CONNECT_WEIGHT, "x", async () => (done += 1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done).toBeGreaterThanOrEqual(100);
    expect(done).toBeLessThanOrEqual(110);
  });

  it("does not save up more than the burst while nobody asks", async () => {
    const { gate } = open(20);
    await vi.advanceTimersByTimeAsync(60_000);
    let done = 0;
    for (let index = 0; index < 10; index += 1) void gate.run(1, "x", async () => (done += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toBe(2);
  });
});

describe("the bound on what is under way", () => {
  it("holds, first come first served, and frees the place of what fails", async () => {
    const { gate } = open(1_000, 2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = Promise.allSettled(
      [0, 1, 2, 3].map((index) =>
        gate.run(0.1, "x", async () => {
          started.push(index);
          await new Promise<void>((_, reject) => ends.push(() => reject(new Error("failed"))));
        }),
      ),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toEqual([0, 1]);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual([0, 1, 2]);
    ends[1]?.();
    ends[2]?.();
    await vi.advanceTimersByTimeAsync(0);
    ends[3]?.();
    expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  });
});

describe("the end of the scan", () => {
  it("rejects who waits, leaves no timer and lets nobody in", async () => {
    const { gate, controller } = open(1);
    const outcomes = Promise.allSettled([0, 1, 2].map((index) => gate.run(1, "example.com:80", async () => index)));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    const [first, second, third] = await outcomes;
    expect(first).toMatchObject({ status: "fulfilled" });
    for (const outcome of [second, third]) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "NetError", code: "aborted" } });
    }
    expect(vi.getTimerCount()).toBe(0);
    await expect(gate.run(1, "example.com:80", async () => 1)).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("the rate of each address", () => {
  it("is its own: a busy address does not slow another", async () => {
    const lifetime = createLifetime(new AbortController().signal);
    const gate = createAddressGate({ ratePerSecond: 10, concurrency: 100, concurrencyPerAddress: 10, lifetime });
    const done: string[] = [];
    for (let index = 0; index < 50; index += 1) void gate.run("192.0.2.1", 1, "x", async () => done.push("busy"));
    void gate.run("192.0.2.2", 1, "x", async () => done.push("other"));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(["busy", "other"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done.length).toBeLessThanOrEqual(12);
  });

  it("leaves the bound over all addresses as it is", async () => {
    const lifetime = createLifetime(new AbortController().signal);
    const gate = createAddressGate({ ratePerSecond: 1_000, concurrency: 3, concurrencyPerAddress: 2, lifetime });
    let running = 0;
    for (let index = 0; index < 20; index += 1)
      void gate.run(`192.0.2.${index % 5}`, 1, "x", () => {
        running += 1;
        return new Promise(() => undefined);
      });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(running).toBe(3);
  });
});

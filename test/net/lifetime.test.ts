import { describe, expect, it } from "vitest";
import { bounded, createLifetime } from "../../functions/net/lifetime.ts";

describe("a lifetime", () => {
  it("ends once, with its signal or by itself, and tells all who asked", () => {
    const controller = new AbortController();
    const lifetime = createLifetime(controller.signal);
    const ended: string[] = [];
    lifetime.onEnd(() => ended.push("kept"));
    lifetime.onEnd(() => ended.push("forgotten"))();
    lifetime.assertOpen("x");
    controller.abort();
    lifetime.end();
    expect(ended).toEqual(["kept"]);
    lifetime.onEnd(() => ended.push("late"));
    expect(ended).toEqual(["kept", "late"]);
    expect(() => lifetime.assertOpen("example.com:80")).toThrow("example.com:80: the scan was stopped");
  });

  it("of an aborted signal never begins", () => {
    const lifetime = createLifetime(AbortSignal.abort());
    expect(() => lifetime.assertOpen("x")).toThrow("x: the scan was stopped");
  });
});

describe("a bounded promise", () => {
  const open = () => createLifetime(new AbortController().signal);

  it("takes the first outcome and cleans up once", async () => {
    let cleanUps = 0;
    const promise = bounded<number>({ lifetime: open(), what: "x", timeoutMs: 1_000 }, (resolve, reject) => {
      resolve(1);
      resolve(2);
      reject(new Error("late"));
      return () => (cleanUps += 1);
    });
    expect(await promise).toBe(1);
    expect(cleanUps).toBe(1);
  });

  it("ends at its deadline, in an error or in what stands for it", async () => {
    let cleanUps = 0;
    const start = () => () => (cleanUps += 1);
    await expect(bounded({ lifetime: open(), what: "x", timeoutMs: 1 }, start)).rejects.toMatchObject({
      code: "timeout",
      message: "x: no answer within 1 ms",
    });
    expect(await bounded({ lifetime: open(), what: "x", timeoutMs: 1, atTimeout: () => "late" }, start)).toBe("late");
    expect(cleanUps).toBe(2);
  });

  it("ends with the lifetime and does not start after it", async () => {
    const lifetime = open();
    let starts = 0;
    const start = () => {
      starts += 1;
      return () => undefined;
    };
    const promise = bounded({ lifetime, what: "x", timeoutMs: 1_000 }, start);
    lifetime.end();
    await expect(promise).rejects.toMatchObject({ code: "aborted" });
    await expect(bounded({ lifetime, what: "x", timeoutMs: 1_000 }, start)).rejects.toMatchObject({ code: "aborted" });
    expect(starts).toBe(1);
  });
});

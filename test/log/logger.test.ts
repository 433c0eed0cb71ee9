import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KEY_ENTROPY_BYTES, mintKey } from "../../functions/domain/keys.ts";
import { keepSecret, within } from "../../functions/log/context.ts";
import { hostileText } from "../support/hostile-text.ts";
import { disguisesOf, spellingsOf } from "../support/spellings.ts";

vi.stubEnv("POWERTOOLS_LOG_LEVEL", "INFO");
const { openLogger } = await import("../../functions/log/logger.ts");
const logger = openLogger("test");

let output = "";
let errors = "";
beforeEach(() => {
  output = "";
  errors = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      output += String(text);
      if (stream === process.stderr) errors += String(text);
      return true;
    });
});
afterEach(() => void vi.restoreAllMocks());

const lines = (): readonly string[] => output.split("\n").slice(0, -1);
const logged = (fields: Record<string, unknown>) => {
  output = "";
  logger.error("told", fields);
  return JSON.parse(output);
};

describe("a line", () => {
  test("says when, how bad, where and what", () => {
    logger.warn("it rains", { inches: 3 });
    expect(JSON.parse(output)).toEqual({
      level: "WARN",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: "palisade",
      name: "test",
      message: "it rains",
      inches: 3,
    });
  });

  test("is printed from the level on that the environment names", () => {
    logger.debug("no");
    expect(output).toBe("");
    logger.info("yes");
    expect(lines()).toHaveLength(1);
  });

  test("goes to stderr when it is a warning or an error", () => {
    logger.info("stdout");
    expect(errors).toBe("");
    logger.warn("stderr");
    logger.error("stderr");
    expect(errors.split("\n")).toHaveLength(3);
  });

  test("names the request and the scan under way, also when several are", async () => {
    const gate = Promise.withResolvers<void>();
    const work = ["one", "two"].map((request_id) =>
      within({ request_id, operation: "op", scan_id: `scan ${request_id}` }, [], async () => {
        await gate.promise;
        logger.info(request_id);
      }),
    );
    gate.resolve();
    await Promise.all(work);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { message: "one", request_id: "one", operation: "op", scan_id: "scan one" },
      { message: "two", request_id: "two", operation: "op", scan_id: "scan two" },
    ]);
  });

  test("is not misled by fields that are called as its own", () => {
    within({ request_id: "right" }, [], () =>
      logger.info("right", {
        message: "wrong",
        level: "wrong",
        timestamp: 0,
        service: "",
        name: {},
        request_id: "wrong",
      }),
    );
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(output)).toMatchObject({
      message: "right",
      level: "INFO",
      service: "palisade",
      request_id: "right",
    });
  });
});

describe("what is told of", () => {
  test("an error: what happened, where, and why, to the end", () => {
    const cause = Object.assign(new TypeError("the cause"), { code: "E_CAUSE" });
    const error = new AggregateError([new Error("one"), new Error("two")], "all of it", { cause });
    expect(logged({ error })).toMatchObject({
      error: {
        name: "AggregateError",
        message: "all of it",
        stack: expect.stringContaining("logger.test.ts"),
        cause: { name: "TypeError", message: "the cause", code: "E_CAUSE" },
        errors: [{ message: "one" }, { message: "two" }],
      },
    });
  });

  test("whatever JSON has no word for", () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    const hostile = {
      get bad() {
        throw new Error("no");
      },
      good: 1,
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const shown = logged({
      big: 2n ** 70n,
      none: undefined,
      nan: Number.NaN,
      symbol: Symbol("s"),
      code: () => 1,
      date: new Date(0),
      noDate: new Date(Number.NaN),
      url: new URL("https://example.com/a"),
      bytes: Buffer.from("abc"),
      set: new Set([1]),
      map: new Map([["a", 1]]),
      ...{ cycle, hostile, proxy },
    });
    expect(shown).toMatchObject({
      big: "1180591620717411303424",
      nan: "NaN",
      symbol: "Symbol(s)",
      date: "1970-01-01T00:00:00.000Z",
      noDate: "Invalid Date",
      url: "https://example.com/a",
      bytes: "(3 bytes)",
      set: [1],
      map: [["a", 1]],
      cycle: { a: 1, self: "(cycle)" },
      hostile: { bad: "(unreadable)", good: 1 },
      proxy: "(unreadable)",
    });
    expect("none" in shown).toBe(false);
  });

  test("nothing that takes a reader's breath", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`field ${index}`, "\u0000".repeat(9000)]),
    );
    const many = Array.from({ length: 100_000 }, (_, index) => index);
    const bushy = (depth: number): unknown =>
      depth === 0 ? "leaf" : Array.from({ length: 100 }, () => bushy(depth - 1));
    const shared = bushy(2);
    const bush = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => shared));
    for (const fields of [
      { deep },
      { wide },
      { many },
      { bush },
      { long: "\u2028".repeat(1_000_000) },
      { ["n".repeat(100_000)]: 1 },
    ]) {
      output = "";
      logger.error("x".repeat(100_000), fields);
      expect(Buffer.byteLength(output)).toBeLessThan(70_000);
      expect(JSON.parse(output).message).toMatch(/^x{8192}\.\.\. \(100000 characters\)$/);
    }
    expect(logged({ many }).many.at(-1)).toBe("... (100000 entries)");
  });
});

describe("no secret", () => {
  const { key } = mintKey("adm", randomBytes(KEY_ENTROPY_BYTES));
  const places = (text: string): readonly Record<string, unknown>[] => {
    const error = new Error(text, { cause: new AggregateError([new Error(text), text], text) });
    error.stack = `${text}\n${text}`;
    return [
      { text },
      { [text]: 1 },
      { nested: [{ [text]: [text] }] },
      { error: Object.assign(error, { $metadata: { text } }) },
      { map: new Map([[text, new Set([text])]]) },
      { url: new URL(`https://example.com/?${new URLSearchParams({ text })}`) },
      { boxed: new String(text) },
      { symbol: Symbol(text) },
    ];
  };
  const expectClean = (secret: string) => {
    for (const spelling of spellingsOf(secret)) expect(output).not.toContain(spelling);
  };

  test.each(["swordfish123", 'a "master" key \\ of/sorts+', key])("of the request, anywhere: %s", (secret) => {
    const part = secret === key ? key.slice(-49) : secret;
    within({ request_id: "1", operation: secret }, [secret], () => {
      for (const disguise of disguisesOf(secret)) for (const fields of places(disguise)) logger.error(disguise, fields);
    });
    expectClean(part);
    logger.error("control", { text: "harmless marker" });
    expect(output).toContain("harmless marker");
  });

  test("of the process, whole or a part of its JSON", () => {
    keepSecret(JSON.stringify({ token: "opensesame", signing_secret: "whsec_abcdefghijkl" }));
    for (const fields of places("say opensesame")) logger.error("opensesame", fields);
    expectClean("opensesame");
  });

  test("of a number", () => {
    within({}, ["1234567890"], () => logger.error("n", { n: 1234567890, big: 1234567890n, other: 1234 }));
    expectClean("1234567890");
    expect(JSON.parse(output).other).toBe(1234);
  });

  test("of another request", () => {
    within({}, ["swordfish123"], () => within({}, ["other-secret"], () => logger.error("swordfish123")));
    expect(output).toContain("swordfish123");
  });

  test("in a field that is named as one", () => {
    logger.error("sent", {
      request: { headers: { Authorization: "opaque", cookie: ["a"], "X-Api-Key": 1, accept: "b" } },
    });
    expect(JSON.parse(output).request).toEqual({
      headers: { Authorization: "...", cookie: "...", "X-Api-Key": "...", accept: "b" },
    });
  });
});

/** What ends a line for somebody, steers terminals, or turns the direction of text. */
const STUMBLING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const WHOLE_CHARS_MAX = 8192;

test("each call is one line of JSON without a control character, whatever stands in any field of it", () => {
  let calls = 0;
  fc.assert(
    fc.property(hostileText, (text) => {
      calls += 1;
      output = "";
      const error = Object.assign(new Error(text, { cause: text }), { name: text, stack: text, [text]: text });
      const fields = JSON.parse(`{"__proto__": ${JSON.stringify(text)}}`);
      within({ request_id: text, operation: text, scan_id: text }, [], () =>
        logger.error(text, { ...fields, [text]: text, error, nested: [{ [text]: { text } }] }),
      );
      expect(output.indexOf("\n")).toBe(output.length - 1);
      expect(output.slice(0, -1)).not.toMatch(STUMBLING);
      expect(output.isWellFormed()).toBe(true);
      const { level, message, nested } = JSON.parse(output);
      expect(level).toBe("ERROR");
      if (text.length > WHOLE_CHARS_MAX) return;
      expect(message).toBe(text);
      expect(Object.values(Object(nested[0]))).toHaveLength(1);
    }),
    { numRuns: 10_000 },
  );
  expect(calls).toBeGreaterThanOrEqual(10_000);
});

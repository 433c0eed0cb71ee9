import { describe, expect, test } from "vitest";
import { ATTEMPTS, pauseMs } from "../../functions/store/backoff.ts";
import {
  ConditionFailed,
  TransactionCancelled,
  type TransactionOutcome,
  transact,
} from "../../functions/store/transaction.ts";

/** Outcome of a transaction of which each write ended with the given code. */
const cancelled = (...codes: string[]): TransactionOutcome => ({
  canceled: true,
  data: codes.map((code) => ({ rejected: code !== "None", code })),
});
const written: TransactionOutcome = { canceled: false, data: [] };

/** Runs `transact` against the outcomes in their order (the last one stays); an Error among them is thrown. */
async function run(outcomes: readonly (TransactionOutcome | Error)[], attempts?: number, tokens: unknown[] = []) {
  const waits: number[] = [];
  let sent = 0;
  const build = () => ({
    async go(options?: { readonly token?: string }) {
      tokens.push(options?.token);
      const outcome = outcomes[Math.min(sent, outcomes.length - 1)] ?? written;
      sent += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const error = await transact(build, attempts, async (attempt) => void waits.push(attempt)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, sent, waits };
}

/** The SDK's error as ElectroDB wraps it. */
function thrown(name: string): Error {
  const cause = new Error("from the SDK");
  cause.name = name;
  return new Error("wrapped", { cause });
}

describe("a transaction", () => {
  test("that is written is sent once", async () => {
    expect(await run([written])).toEqual({ error: null, sent: 1, waits: [] });
  });

  test.each([[["None", "TransactionConflict"]], [["ThrottlingError", "None"]], [["ProvisionedThroughputExceeded"]]])(
    "cancelled for %j is sent again",
    async (codes) => {
      expect(await run([cancelled(...codes), cancelled(...codes), written])).toEqual({
        error: null,
        sent: 3,
        waits: [0, 1],
      });
    },
  );

  test.each(["TransactionInProgressException", "ThrottlingException"])(
    "refused with %s is sent again",
    async (name) => {
      expect(await run([thrown(name), written])).toEqual({ error: null, sent: 2, waits: [0] });
    },
  );

  test("whose condition failed is not sent again, even where another writer was in the way too", async () => {
    const { error, sent } = await run([cancelled("TransactionConflict", "ConditionalCheckFailed")]);
    expect(sent).toBe(1);
    expect(error).toBeInstanceOf(ConditionFailed);
    expect(error).toMatchObject({ index: 1 });
  });

  test("that meets a conflict each time is given up", async () => {
    const { error, sent, waits } = await run([cancelled("TransactionConflict")]);
    expect(error).toBeInstanceOf(TransactionCancelled);
    expect(error).not.toBeInstanceOf(ConditionFailed);
    expect([sent, waits.length]).toEqual([ATTEMPTS, ATTEMPTS - 1]);
    expect((await run([thrown("ThrottlingException")], 2)).error).toBeInstanceOf(TransactionCancelled);
  });

  test.each([
    [cancelled("ValidationError")],
    [cancelled("TransactionConflict", "ItemCollectionSizeLimitExceeded")],
    [thrown("ResourceNotFoundException")],
  ])("that can never be written is sent once: %#", async (outcome) => {
    const { error, sent } = await run([outcome]);
    expect(sent).toBe(1);
    expect(error).toBeInstanceOf(Error);
  });
});

test("the pauses grow, and add up to less than two seconds", () => {
  const attempts = Array.from({ length: ATTEMPTS - 1 }, (_, attempt) => attempt);
  const longest = attempts.map((attempt) => pauseMs(attempt, 1));
  expect(longest.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2000);
  expect(longest).toEqual([...longest].sort((a, b) => a - b));
});

test("all attempts of a transaction carry the same token, so that one that was written is not refused by itself", async () => {
  const tokens: unknown[] = [];
  await run([cancelled("TransactionConflict"), written], undefined, tokens);
  expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), tokens[0]]);
  const others: unknown[] = [];
  await run([written], undefined, others);
  expect(others).not.toEqual([tokens[0]]);
});

import { expect, test } from "vitest";
import { ApiError } from "../../functions/domain/errors.ts";
import { ATTEMPTS } from "../../functions/store/backoff.ts";
import { batchGet, inOrder } from "../../functions/store/batch-get.ts";

const now = async () => undefined;

test("keys that stay unprocessed are asked for again, and no others", async () => {
  const asked: (readonly number[])[] = [];
  const found = await batchGet(
    [1, 2, 3, 4],
    async (keys) => {
      asked.push(keys);
      return { data: keys.slice(0, 2).map((key) => `row ${key}`), unprocessed: keys.slice(2) };
    },
    now,
  );
  expect(found).toEqual(["row 1", "row 2", "row 3", "row 4"]);
  expect(asked).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ]);
});

test("keys that are never processed are a 503, not rows that are missing", async () => {
  const waits: number[] = [];
  const read = async (keys: readonly number[]) => ({ data: [], unprocessed: keys });
  const error = await batchGet([1], read, async (attempt) => void waits.push(attempt)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 503 });
  expect(waits.length).toBeLessThan(ATTEMPTS);
});

test("without keys nothing is asked", async () => {
  await expect(batchGet([], () => Promise.reject(new Error("asked")))).resolves.toEqual([]);
});

test("rows come back in the order of their names, without those that are gone", () => {
  expect(inOrder(["b", "x", "a"], [{ name: "a" }, { name: "b" }], ({ name }) => name)).toEqual([
    { name: "b" },
    { name: "a" },
  ]);
});

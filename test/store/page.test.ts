import { describe, expect, test } from "vitest";
import { page } from "../../functions/store/page.ts";

/** A table of the numbers 0 to `size - 1`, which answers a query as DynamoDB does, and what it was asked. */
function table(size: number, answerMax = Number.POSITIVE_INFINITY) {
  const limits: number[] = [];
  const query = async (cursor: string | null, limit: number) => {
    limits.push(limit);
    const from = Number(cursor ?? 0);
    const to = Math.min(from + Math.min(limit, answerMax), size);
    const data = Array.from({ length: to - from }, (_, index) => from + index);
    // As with DynamoDB, an answer that ends at its limit has a cursor, whether or not anything follows.
    return { data, cursor: to - from < Math.min(limit, answerMax) ? null : String(to) };
  };
  return { query, limits };
}

describe("without a filter", () => {
  test.each([10, 1000, 100_000])("a page of %i rows costs one query for its own rows", async (size) => {
    const { query, limits } = table(size);
    expect(await page({ limit: 10, offset: 0 }, query)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(limits).toEqual([10]);
  });

  test("what is skipped is read as well, at most 1,000 rows at a time", async () => {
    const { query, limits } = table(5000);
    expect(await page({ limit: 2, offset: 1500 }, query)).toEqual([1500, 1501]);
    expect(limits).toEqual([1000, 502]);
  });

  test("short answers are followed up", async () => {
    const { query } = table(100, 7);
    expect(await page({ limit: 3, offset: 20 }, query)).toEqual([20, 21, 22]);
  });
});

describe("with a filter", () => {
  const accept = (row: number) => row % 149 === 148;

  test("a rare match is found with few queries", async () => {
    const { query, limits } = table(150);
    expect(await page({ limit: 1, offset: 0 }, query, accept)).toEqual([148]);
    expect(limits).toEqual([100, 200]);
    const large = table(10_000);
    expect(await page({ limit: 1, offset: 0 }, large.query, (row) => row === 9999)).toEqual([9999]);
    expect(large.limits.length).toBeLessThanOrEqual(13);
  });

  test("pages together are all matches, each once, whatever is read beyond them", async () => {
    const pages = await Promise.all(
      [0, 3, 6, 9].map((offset) => page({ limit: 3, offset }, table(1500).query, accept)),
    );
    expect(pages.flat()).toEqual(Array.from({ length: 1500 }, (_, row) => row).filter(accept));
  });

  test("nothing that matches ends at the last row", async () => {
    const { query, limits } = table(1500);
    expect(await page({ limit: 5, offset: 0 }, query, () => false)).toEqual([]);
    expect(limits).toEqual([100, 200, 400, 800, 1000]);
  });
});

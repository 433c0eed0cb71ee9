import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedPage, type Range } from "../../functions/store/merged-page.ts";

const newestFirst = (one: number, other: number) => one > other;

/** Lists of numbers that answer as DynamoDB does, and how many rows of them were read in how many queries. */
function lists(contents: readonly (readonly number[])[], answerMax = Number.POSITIVE_INFINITY) {
  const spent = { queries: 0, rows: 0, limits: [] as number[] };
  const ranges = contents.map((content): Range<number> => {
    const sorted = content.toSorted((one, other) => other - one);
    return async (cursor, limit) => {
      const from = Number(cursor ?? 0);
      // An answer that ends at its limit has a cursor, whether or not anything follows; some have no rows.
      const most = Math.min(limit, answerMax === 0 && cursor === null ? 0 : answerMax || limit);
      const data = sorted.slice(from, from + most);
      spent.queries += 1;
      spent.rows += data.length;
      spent.limits.push(limit);
      return { data, cursor: data.length < most ? null : String(from + data.length) };
    };
  });
  return { ranges, spent };
}

test("is a page of all rows in order, whatever lies where and however short the answers are", async () => {
  const contents = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.nat(5)), { maxLength: 300, selector: ([row]) => row })
    .map((rows) => Array.from({ length: 6 }, (_, list) => rows.flatMap(([row, of]) => (of === list ? [row] : []))));
  await fc.assert(
    fc.asyncProperty(
      contents,
      fc.integer({ min: 1, max: 120 }),
      fc.nat(320),
      fc.nat(9),
      async (rows, limit, offset, answerMax) => {
        const all = rows.flat().sort((one, other) => other - one);
        const page = await mergedPage({ limit, offset }, lists(rows, answerMax).ranges, newestFirst);
        expect(page).toEqual(all.slice(offset, offset + limit));
      },
    ),
    { numRuns: 500 },
  );
});

test("of no list at all it is empty", async () => {
  expect(await mergedPage({ limit: 10, offset: 0 }, [], newestFirst)).toEqual([]);
});

test("of one list it reads just the page", async () => {
  const { ranges, spent } = lists([Array.from({ length: 500 }, (_, row) => row)]);
  await mergedPage({ limit: 100, offset: 0 }, ranges, newestFirst);
  expect(spent).toEqual({ queries: 1, rows: 100, limits: [100] });
});

test.each([100, 100_000])("of many lists it reads a share of each, however long they are: %i rows", async (size) => {
  const turns = Array.from({ length: 10 }, (_, list) => Array.from({ length: size / 10 }, (_, row) => row * 10 + list));
  const evenly = lists(turns);
  await mergedPage({ limit: 50, offset: 0 }, evenly.ranges, newestFirst);
  expect(evenly.spent).toMatchObject({ queries: 10, rows: 80 });

  const oneAlone = lists([Array.from({ length: size }, (_, row) => row), ...Array.from({ length: 9 }, () => [])]);
  await mergedPage({ limit: 100, offset: 0 }, oneAlone.ranges, newestFirst);
  expect(oneAlone.spent).toMatchObject({ queries: 12, rows: 100 });
});

test("no query asks for more than 1,000 rows", async () => {
  const { ranges, spent } = lists([Array.from({ length: 5000 }, (_, row) => row)]);
  expect(await mergedPage({ limit: 1, offset: 2500 }, ranges, newestFirst)).toEqual([2499]);
  expect(spent.limits).toEqual([1000, 1000, 501]);
});

import { expect, test } from "vitest";
import { listed } from "../../functions/api/list.ts";

const rows = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: "x".repeat(bytes) }));
const page = (count: number, bytes: number, limit: number) =>
  listed(
    rows(count, bytes),
    limit,
    ({ text }) => text,
    ({ id }) => String(id),
  );

test("a page that is not full has no next one", () => {
  expect(page(3, 1, 4)).toEqual({ status: 200, body: ["x", "x", "x"], next: undefined });
  expect(page(0, 1, 4)).toEqual({ status: 200, body: [], next: undefined });
});

test("a full page tells where the next one begins", () => {
  expect(page(4, 1, 4).next).toBe("3");
});

test("a page ends before the answer would be too large to be sent, and goes on from there", () => {
  const { body, next } = page(500, 20_000, 500);
  expect(JSON.stringify(body).length).toBeLessThan(4_100_000);
  expect(body).toHaveLength(Number(next) + 1);
  expect(Number(next)).toBeGreaterThan(100);
});

test("a row that is too large by itself is sent alone, so that a list never stands still", () => {
  expect(page(2, 5_000_000, 2)).toMatchObject({ next: "0" });
});

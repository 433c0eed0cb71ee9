import { expect, test } from "vitest";
import * as z from "zod";
import { parseJsonLines } from "../../functions/tools/json-lines.ts";

const form = z.object({ host: z.string() });

test("each line is read by itself, and broken ones are counted", () => {
  const text = ['{"host":"a","more":1}', "", "not json", '{"host":7}', '{"host":"b"', '{"host":"c"}\r', "null"].join(
    "\n",
  );
  expect(parseJsonLines(text, form)).toEqual({ records: [{ host: "a" }, { host: "c" }], broken: 4 });
});

test("a line without end is not read", () => {
  expect(parseJsonLines(`{"host":"${"x".repeat(2_000_000)}"}`, form)).toEqual({ records: [], broken: 1 });
});

test("nothing is no failure", () => expect(parseJsonLines("", form)).toEqual({ records: [], broken: 0 }));

import { expect, test } from "vitest";
import * as z from "zod";
import { flag, line, whole } from "../../functions/api/fields.ts";
import { inWords } from "../../functions/api/words.ts";

const schema = z.object({
  name: line(5).optional(),
  limit: whole(1, 500).optional(),
  flag: flag.optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(["one", "two"]).optional(),
  days: z.int().min(1).optional(),
  id: z.uuid().optional(),
  must: z.enum(["here"]),
});

test.each([
  [{ name: "" }, "must not be empty"],
  [{ name: "123456" }, "must have at most 5 characters"],
  [{ name: 1 }, "must be a text"],
  [{ name: "a\u0000" }, "must not contain control characters or broken Unicode"],
  [{ name: "\ud800" }, "must not contain control characters or broken Unicode"],
  [{ limit: "501" }, "must be at most 500"],
  [{ limit: "0" }, "must be at least 1"],
  [{ limit: "1e2" }, "must be a whole number"],
  [{ limit: "1.5" }, "must be a whole number"],
  [{ limit: "" }, "must be a whole number"],
  [{ list: [] }, "must have at least 1 entry"],
  [{ list: ["a", "b", "c"] }, "must have at most 2 entries"],
  [{ list: {} }, "must be a list"],
  [{ kind: "three" }, "must be one of one, two"],
  [{ days: 1.5 }, "must be a whole number"],
  [{ days: null }, "must be a whole number"],
  [{ id: "1" }, "must be a UUID"],
  [{}, "is required"],
  [{ must: "there" }, 'must be "here"'],
])("%j", (fields, words) => {
  const given: Record<string, unknown> =
    "must" in fields || Object.keys(fields).length === 0 ? fields : { must: "here", ...fields };
  const issue = schema.safeParse(given).error?.issues[0];
  const [name = ""] = issue?.path.map(String) ?? [];
  expect(issue && inWords(issue, given[name])).toBe(words);
});

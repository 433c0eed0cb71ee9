import type * as z from "zod";

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with a field, in words that a person who filled in a form understands: the tail of "limit: must be a
 * whole number". `value` is what stood in the field.
 */
export function inWords(issue: Issue, value: unknown): string {
  if (value === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOf(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${quoted(issue.values[0])}`
        : `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return issue.format === "uuid" ? "must be a UUID" : issue.message;
    case "unrecognized_keys":
      return `${issue.keys.map(quoted).join(", ")} is not known`;
    default:
      return issue.message;
  }
}

const names: Readonly<Record<string, string>> = {
  int: "a whole number",
  // No field of a request takes any other number.
  number: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
const nameOf = (type: string): string => names[type] ?? `of type ${type}`;

function tooSmall({ origin, minimum }: Extract<Issue, { code: "too_small" }>): string {
  if (origin === "string") return minimum === 1 ? "must not be empty" : `must have at least ${minimum} characters`;
  return isCounted(origin) ? `must have at least ${entries(minimum)}` : `must be at least ${minimum}`;
}

function tooBig({ origin, maximum }: Extract<Issue, { code: "too_big" }>): string {
  if (origin === "string") return `must have at most ${maximum} characters`;
  return isCounted(origin) ? `must have at most ${entries(maximum)}` : `must be at most ${maximum}`;
}

const isCounted = (origin: string): boolean => ["array", "set", "map"].includes(origin);
const entries = (count: number | bigint): string => `${count} ${Number(count) === 1 ? "entry" : "entries"}`;
const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

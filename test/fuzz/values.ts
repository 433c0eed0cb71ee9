import fc from "fast-check";
import type { DocumentSchema } from "../support/json-schema.ts";
import type { Sweep } from "../support/sweep-routes.ts";

/** Values for fields and parameters: those that a schema allows, and those that nobody has thought of. */

/** Stand in a request for ids that are known only once it is sent. */
export const idMarks = { own: "@own-id@", foreign: "@foreign-id@", missing: "@missing-id@" } as const;

export const someId: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(idMarks.own) },
  { weight: 2, arbitrary: fc.constant(idMarks.foreign) },
  { weight: 1, arbitrary: fc.constant(idMarks.missing) },
);

const DEPTH = 10_000;

/** JSON that `JSON.stringify` does not write, by the text that stands for it. */
const rawJson: Readonly<Record<string, string>> = {
  "@raw-1e400@": "1e400",
  "@raw--1e400@": "-1e400",
  "@raw-digits@": "9".repeat(400),
  "@raw-zero@": "-0",
  "@raw-arrays@": "[".repeat(DEPTH) + "]".repeat(DEPTH),
  "@raw-objects@": `${'{"a":'.repeat(DEPTH)}null${"}".repeat(DEPTH)}`,
  "@raw-escape@": '"\\ud800"',
  "@raw-nan@": "NaN",
};

/** JSON text of a value, with what stands for other text replaced by it. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replace(/"(@raw-[^"]+@)"/g, (whole, mark: string) => rawJson[mark] ?? whole);

const LONG_CHARS = [200, 201, 2000, 2001] as const;

/** Texts with something in them that is easily forgotten. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\t",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "-1",
    "0x10",
    "1e2",
    "1.5",
    "９",
    "__proto__",
    "constructor",
    "toString",
    "\u0000",
    "a\u0000b",
    "a\r\nSet-Cookie: b",
    "\u001b[31m",
    "\u202e",
    "\ufeff",
    "\ud800",
    "a\udc00",
    "😀",
    "é".normalize("NFD"),
    "../../etc/passwd",
    "..",
    ".",
    "/",
    "\\",
    "%00",
    "%2e%2e",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    '"',
    "169.254.169.254",
    "::ffff:127.0.0.1",
    "0.0.0.0/0",
    "::/0",
    "1.2.3.4/33",
    "AS99999999999",
    "xn--a",
    "xn--",
    "a..b",
    "-a.com",
    "*.com",
    "a.b@c.d",
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "6d0c2f9a53b14c1e8f3a2b7d9e4c1a05",
    "{6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05}",
    "2026-13-45T99:99:99Z",
    "9".repeat(400),
  ),
  fc.constantFrom(...LONG_CHARS).map((length) => "x".repeat(length)),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  someId,
);

/** Any JSON at all, and some that is none. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, 5e-324, [], {}, [[]], [null], { "": 0 }),
  fc.constantFrom(...Object.keys(rawJson).filter((mark) => mark !== "@raw-nan@")),
  fc.constant("x".repeat(70_000)),
  fc.array(hostileText, { maxLength: 4 }),
  fc.constantFrom(500, 501, 3000).map((length) => Array.from({ length }, (_, index) => `n${index}.example.com`)),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What a schema allows, mostly. */
export function valueFor(sweep: Sweep, given: DocumentSchema): fc.Arbitrary<unknown> {
  const schema = { ...sweep.resolved(given), ...given };
  const { example, enum: values, type, format, minimum = 0, maximum = 100, items, properties } = schema;
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (format === "uuid") return someId;
  const samples = example === undefined ? [] : [{ weight: 3, arbitrary: fc.constant(example) }];
  if (properties) return objectOf(sweep, schema);
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(...samples, {
        weight: 2,
        arbitrary: fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), Number(minimum) + 1000) }),
      });
    case "array":
      return fc.oneof(...samples, { weight: 2, arbitrary: fc.array(valueFor(sweep, items ?? {}), { maxLength: 3 }) });
    case "string":
      return fc.oneof(...samples, { weight: 2, arbitrary: seedLike });
    default:
      return samples.length > 0 ? fc.oneof(...samples) : fc.constant(null);
  }
}

/** Texts that are names, host names, addresses and words. */
const seedLike: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}\.example\.(com|org)$/),
  fc.stringMatching(/^192\.0\.2\.\d$/),
  fc.stringMatching(/^AS[1-9]\d{0,4}$/),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,20}$/),
);

const OPTIONAL_AT_ONCE = 2;

/** An object with what is required, and with a little or all of what is not. */
export function objectOf(sweep: Sweep, schema: DocumentSchema): fc.Arbitrary<Record<string, unknown>> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valueFor(sweep, field)] as const,
  );
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
  const few = fc.subarray(optional, { maxLength: Math.min(OPTIONAL_AT_ONCE, optional.length) }).chain((names) => {
    const kept = fields.filter(([name]) => required.includes(name) || names.includes(name));
    return fc.record(Object.fromEntries(kept), { noNullPrototype: true });
  });
  return fc.oneof({ weight: 2, arbitrary: few }, { weight: 1, arbitrary: whole });
}

import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KEY_ENTROPY_BYTES, mintKey } from "../../functions/domain/keys.ts";
import { needlesOf } from "../../functions/log/encodings.ts";
import { isSecretField, scrub } from "../../functions/log/scrub.ts";
import { disguisesOf, spellingsOf } from "../support/spellings.ts";

const plain = (text: string) => scrub(text, [], 1000);
const { key, prefix } = mintKey("org", randomBytes(KEY_ENTROPY_BYTES));
const secretPart = key.slice(-49);

describe("by its shape", () => {
  test.each([
    ["a key", `a${key}b`, `a${prefix}_...`],
    ["a key that was cut", key.slice(0, 30), `${prefix}_...`],
    ["two keys, one running into the other", `${prefix}_xpal_${key.slice(4)}`, `${prefix}_..._org_`],
    ["a webhook's signing secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_..."],
    ["a bearer token", "Bearer abcdefgh12345678.x-y_z", "Bearer ..."],
    ["a password of basic authentication", "authorization:basic dXNlcjpwYXNzd29yZA==", "authorization:basic ..."],
    ["a key id of AWS", "user AKIAIOSFODNN7EXAMPLE is", "user AKIA... is"],
    ["a secret key in JSON", '{"SecretAccessKey":"wJalrXUtnFEMI/K7MDENG","a":1}', '{"SecretAccessKey":"...","a":1}'],
    [
      "a secret key in JSON in JSON",
      '{\\"secretAccessKey\\": \\"wJalrXUtnFEMI/K7MDENG\\"}',
      '{\\"secretAccessKey\\": \\"...\\"}',
    ],
    ["a session token in XML", "<SessionToken>IQoJb3JpZ2luX2VjEJr</SessionToken>", "<SessionToken>...</SessionToken>"],
    ["a session token in a URL", "?X-Amz-Security-Token=IQoJb3JpZ2luX2Vj&a=1", "?X-Amz-Security-Token=...&a=1"],
    ["a header in a list", "x-org-key: swordfish123, a: b", "x-org-key: ..., a: b"],
    ["a cookie", "Cookie: sid=0123456789; a=b", "Cookie: ...; a=b"],
  ])("%s", (_, text, clean) => {
    expect(plain(text)).toContain(clean);
    expect(plain(text)).not.toContain(secretPart.slice(0, 12));
  });

  test.each([
    "a scan could not be started",
    `${prefix} was revoked`,
    "Missing required header: X-Org-Key",
    "AKIA is the start of key ids",
    '{"token_count":12345678}',
  ])("%s stays", (text) => {
    expect(plain(text)).toBe(text);
  });

  test.each([
    "Authorization",
    "cookie",
    "Set-Cookie",
    "X-Org-Key",
    "x-master-key",
    "aws_secret_access_key",
    "sessionToken",
    "SecretString",
    "signing_secret",
    "token",
    "password",
  ])("a field called %s", (name) => expect(isSecretField(name)).toBe(true));

  test.each(["admin_key", "key_prefix", "message", "external_id", "scan_id", "tokens", "Key"])(
    "no field called %s",
    (name) => expect(isSecretField(name)).toBe(false),
  );
});

describe("by its value", () => {
  test.each([key, 'm%41ster "key" \\ with/all+sorts=of&things äöü', "swordfish", "12345678", "~!*'() ~!*'()"])(
    "%s, in any disguise",
    (secret) => {
      const needles = needlesOf(secret);
      const sought = spellingsOf(secret === key ? secretPart : secret);
      for (const disguise of disguisesOf(secret)) {
        expect(sought.some((spelling) => disguise.includes(spelling))).toBe(true);
        const clean = scrub(`before ${disguise} after`, needles, 10_000);
        expect(sought.filter((spelling) => clean.includes(spelling))).toEqual([]);
        expect(clean).toMatch(/^before .* after$/);
      }
    },
  );

  test("any secret of 8 characters or more, wherever it stands and whatever stands around it", () => {
    const secret = fc.string({ unit: "binary", minLength: 8, maxLength: 40 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), fc.nat(), (value, before, after, pick) => {
        const disguises = disguisesOf(value);
        const text = before + (disguises[pick % disguises.length] ?? "") + after;
        const clean = scrub(text, needlesOf(value), 10_000);
        for (const spelling of spellingsOf(value)) expect(clean.replaceAll("...", "\n")).not.toContain(spelling);
      }),
      { numRuns: 2_000 },
    );
  });

  test("shorter values are found in half of all words and stay", () => {
    expect(needlesOf("seven77")).toEqual([]);
  });

  test("a key keeps its public prefix", () => {
    expect(scrub(`key ${key}!`, needlesOf(key), 1000)).toBe(`key ${prefix}_...!`);
    expect(scrub(`rest ${secretPart}!`, needlesOf(key), 1000)).toBe("rest ...!");
  });

  test("one secret within another, and side by side", () => {
    const needles = ["swordfish", "big swordfish", "fish and chips"].flatMap(needlesOf);
    expect(scrub("a big swordfish and chips", needles, 1000)).toBe("a ...");
    expect(scrub("swordfishswordfish", needles, 1000)).toBe("......");
  });
});

const CPU_MICROSECONDS_MAX = 1_000_000;

describe("a long text", () => {
  const needles = needlesOf("swordfish");

  test("is cut, and says how long it was", () => {
    expect(scrub("x".repeat(30), needles, 20)).toBe(`${"x".repeat(20)}... (30 characters)`);
    expect(scrub("x".repeat(20), needles, 20)).toBe("x".repeat(20));
  });

  test("holds no part of a secret that the cut goes through", () => {
    for (let before = 0; before < 30; before += 1) {
      const clean = scrub(`${"x".repeat(before)}swordfish${"x".repeat(30)}`, needles, 20);
      expect(clean).not.toContain("sw");
      expect(scrub(`${"x".repeat(before)} ${key} ${"x".repeat(30)}`, [], 40)).not.toContain(secretPart.slice(0, 3));
    }
  });

  test("takes time in proportion, whatever it holds", () => {
    const secret = `${"a".repeat(4000)}b`;
    const texts = [
      "a".repeat(60_000),
      `${"a".repeat(3999)}b`.repeat(15),
      "pal_org_".repeat(8000),
      "Bearer ".repeat(8000),
      "x-".repeat(30_000),
      `${'\\"'.repeat(15_000)}:`.repeat(2),
      "authorization: ".repeat(4000),
    ];
    const many = needlesOf(secret);
    const started = process.threadCpuUsage();
    for (const text of texts) expect(scrub(text, many, 60_000).length).toBeGreaterThan(0);
    // It takes less than a tenth of that. A search that goes back at every character takes far more.
    expect(process.threadCpuUsage(started).user).toBeLessThan(CPU_MICROSECONDS_MAX);
  });
});

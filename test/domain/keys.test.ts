import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KEY_ENTROPY_BYTES, keyDigest, keyPrefix, mintKey, sameSecret } from "../../functions/domain/keys.ts";

const entropy = fc.uint8Array({ minLength: KEY_ENTROPY_BYTES, maxLength: KEY_ENTROPY_BYTES });

describe("mintKey", () => {
  test("makes keys of the documented form whose prefix is the part before the secret", () => {
    fc.assert(
      fc.property(fc.constantFrom("adm" as const, "org" as const), entropy, (kind, bytes) => {
        const { key, prefix } = mintKey(kind, bytes);
        expect(key).toMatch(new RegExp(`^pal_${kind}_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$`));
        expect(key.startsWith(`${prefix}_`)).toBe(true);
        expect(keyPrefix(kind, key)).toBe(prefix);
      }),
    );
  });

  test("different entropy makes different keys", () => {
    fc.assert(
      fc.property(entropy, entropy, (a, b) => {
        fc.pre(Buffer.compare(a, b) !== 0);
        expect(mintKey("adm", a).key).not.toBe(mintKey("adm", b).key);
      }),
    );
  });

  test("refuses entropy of another length", () => {
    expect(() => mintKey("org", randomBytes(16))).toThrow(RangeError);
  });
});

describe("keyPrefix", () => {
  const { key } = mintKey("org", Buffer.alloc(KEY_ENTROPY_BYTES, 7));

  test("refuses a key of the other kind", () => {
    expect(keyPrefix("adm", key)).toBeNull();
  });

  test("refuses every key with one character changed", () => {
    for (let index = 0; index < key.length; index += 1) {
      const wrong = key.charAt(index) === "x" ? "y" : "x";
      expect(keyPrefix("org", key.slice(0, index) + wrong + key.slice(index + 1))).toBeNull();
    }
  });

  test.each(["", "pal_org_", "x".repeat(70), `${key}0`, key.slice(0, -1), ` ${key}`])("refuses %j", (text) => {
    expect(keyPrefix("org", text)).toBeNull();
  });
});

describe("sameSecret", () => {
  test("is equality for texts of any length", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(sameSecret(a, b)).toBe(a === b);
        expect(sameSecret(a, a)).toBe(true);
      }),
    );
    expect(sameSecret("a", "a".repeat(1000))).toBe(false);
  });
});

test("a digest depends on key and salt", () => {
  expect(keyDigest("key", "salt")).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([keyDigest("a", "s"), keyDigest("b", "s"), keyDigest("a", "t")]).size).toBe(3);
});

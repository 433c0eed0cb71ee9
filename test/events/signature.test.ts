import { describe, expect, it } from "vitest";
import { signatureHeaders, signingKeys } from "../../functions/events/signature.ts";

/** The example of the Standard Webhooks specification. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const signed = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString("base64")}`;

describe("a signature", () => {
  it("is that of the specification's example", () => {
    expect(signatureHeaders(signingKeys(secret), signed)).toEqual({
      "webhook-id": signed.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": signature,
    });
  });

  it("is made with each of two secrets while they are rotated", () => {
    const other = signatureHeaders(signingKeys(secretOf(64)), signed)["webhook-signature"];
    expect(other).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    const both = signatureHeaders(signingKeys(`${secretOf(64)} ${secret}`), signed);
    expect(both["webhook-signature"]).toBe(`${other} ${signature}`);
  });

  it("covers id, time and every byte of the body", () => {
    const keys = signingKeys(secret);
    const all = [
      signed,
      { ...signed, id: "msg_2" },
      { ...signed, timestamp: 1_614_265_331 },
      { ...signed, body: '{"test":2432232314}' },
      { ...signed, body: "é" },
      { ...signed, body: "e\u0301" },
    ].map((each) => signatureHeaders(keys, each)["webhook-signature"]);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a secret", () => {
  it.each([24, 25, 26, 32, 64])("may be of %d bytes", (bytes) => {
    expect(signingKeys(secretOf(bytes))).toEqual([Buffer.alloc(bytes, 0xfb)]);
  });

  it.each([
    ["", "empty"],
    [secretOf(23), "too short"],
    [secretOf(65), "too long"],
    [secretOf(24).slice("whsec_".length), "without its prefix"],
    [secretOf(24).replaceAll("+", "-"), "in another alphabet"],
    [`${secretOf(24)},${secretOf(24)}`, "separated by a comma"],
    [`${secretOf(24)} whsec_short`, "wrong in its second part"],
  ])("%j is refused, being %s, and not repeated", (text) => {
    expect(() => signingKeys(text)).toThrow(RangeError);
    expect(() => signingKeys(text)).toThrow("not whsec_ and 24 to 64 bytes in Base64");
  });
});

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import { bimiErrors } from "../../../functions/scanners/easm/email/bimi.ts";
import { parseDkim } from "../../../functions/scanners/easm/email/dkim-record.ts";
import { email } from "../../../functions/scanners/easm/email.ts";
import type { ZoneLine } from "../../support/dns-server.ts";
import { scanDns } from "../../support/scan-dns.ts";

const domain: AssetOf<"domain"> = { kind: "domain", value: "shop.test", attributes: { sources: ["seed"] } };
const sound: readonly ZoneLine[] = [
  ["shop.test", "TXT", "v=spf1 -all"],
  ["_dmarc.shop.test", "TXT", "v=DMARC1; p=reject"],
];
const scan = (records: readonly ZoneLine[]) => scanDns(email, { target: domain, records: [...sound, ...records] });
const key = (selector: string, text: string): ZoneLine => [`${selector}._domainkey.shop.test`, "TXT", text];

const rsa = (bits: number, type: "spki" | "pkcs1" = "spki"): string =>
  generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type, format: "der" }).toString("base64");

describe("a DKIM key", () => {
  it("of 2048 bits is sound, in either form, and so is an Ed25519 key", async () => {
    const ed25519 = Buffer.alloc(32, 7).toString("base64");
    const { rules } = await scan([
      key("google", `v=DKIM1; k=rsa; p=${rsa(2048)}`),
      key("mail", `p=${rsa(2048, "pkcs1")}`),
      key("s2", `v=DKIM1; k=ed25519; p=${ed25519}`),
    ]);
    expect(rules).toEqual([]);
  });

  it("of 1024 bits is weak", async () => {
    const { detections } = await scan([key("selector1", `v=DKIM1; p=${rsa(1024)}`)]);
    expect(detections).toMatchObject([
      {
        rule: "dkim_weak_key",
        parameter: "selector1",
        matched_at: "selector1._domainkey.shop.test",
        evidence: { bits: 1024, key_type: "rsa" },
      },
    ]);
    expect(detections[0]?.severity).toBeUndefined();
  });

  it("of less is weaker, also at the end of an alias", async () => {
    const { detections } = await scan([
      ["s1._domainkey.shop.test", "CNAME", "s1.mailer.test"],
      ["s1.mailer.test", "TXT", `k=rsa; p=${rsa(768)}`],
    ]);
    expect(detections).toMatchObject([{ rule: "dkim_weak_key", parameter: "s1", severity: { value: "high" } }]);
  });

  it("that was withdrawn, and one for tests, are told as that", async () => {
    const { rules } = await scan([key("k1", "v=DKIM1; p="), key("k2", `v=DKIM1; t=y; p=${rsa(2048)}`)]);
    expect(rules).toEqual(["dkim_revoked", "dkim_test_mode"]);
  });

  it.each([
    ["cut off", "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEB"],
    ["no Base64", "v=DKIM1; p=***"],
    ["missing", "v=DKIM1; k=rsa"],
    ["not what its type says", "v=DKIM1; k=ed25519; p=AAAA"],
  ])("that is %s is not valid", async (_, text) => {
    expect((await scan([key("default", text)])).rules).toEqual(["dkim_invalid"]);
  });

  it("that stands there twice is not valid", async () => {
    const records = [key("default", "v=DKIM1; p=AAAA"), key("default", "v=DKIM1; p=BBBB")];
    const { detections } = await scan(records);
    expect(detections).toMatchObject([{ rule: "dkim_invalid", evidence: { errors: ["more than one record"] } }]);
  });

  it("is none when a wildcard says the same of every name", async () => {
    expect((await scan([["*._domainkey.shop.test", "TXT", "v=DKIM1; p="]])).rules).toEqual([]);
    expect((await scan([["*.shop.test", "TXT", "v=DKIM1; p=AAAA"]])).rules).toEqual([]);
  });

  it("is none when the text is about something else", async () => {
    expect((await scan([key("mail", "site-verification=p-71c2"), key("s1", "v=spf1 -all")])).rules).toEqual([]);
  });

  it("with white space and unknown tags is read", () => {
    const text = `v=DKIM1;  n=for the shop ; h=sha256 ;t=s; k=rsa ; p = ${rsa(2048).replace(/(.{60})/g, "$1 ")}; x=1;`;
    expect(parseDkim(text)).toMatchObject({ rsaBits: 2048, isTest: false, isRevoked: false, errors: [] });
  });
});

describe("a BIMI record", () => {
  const bimi = (text: string): ZoneLine => ["default._bimi.shop.test", "TXT", text];

  it.each([
    "v=BIMI1; l=https://shop.test/l.svg; a=https://shop.test/v.pem",
    "v=BIMI1; l=; a=;",
    "v=BIMI1;l=https://shop.test/l.svg",
  ])("%s is valid", async (text) => {
    expect((await scan([bimi(text)])).rules).toEqual([]);
  });

  it.each([
    "v=BIMI1; l=http://shop.test/l.svg",
    "v=BIMI1",
    "v=BIMI2; l=https://shop.test/l.svg",
    "v=BIMI1; l=logo; a=x",
  ])("%s is not", async (text) => {
    const { detections } = await scan([bimi(text)]);
    expect(detections).toMatchObject([{ rule: "bimi_invalid", matched_at: "default._bimi.shop.test" }]);
    expect(bimiErrors(text).length).toBeGreaterThan(0);
  });

  it("is none when the text is another", async () => {
    expect((await scan([bimi("google-site-verification=1")])).rules).toEqual([]);
  });
});

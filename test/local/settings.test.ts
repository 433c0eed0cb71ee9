import { describe, expect, test } from "vitest";
import { readSettings } from "../../local/settings.ts";

const defaults = {
  port: 8080,
  masterKey: undefined,
  dataDir: ".data",
  dnsServer: undefined,
  allowedCidrs: [],
  docs: true,
  debug: false,
};

describe("settings", () => {
  test("have defaults, also where a variable is empty", () => {
    expect(readSettings({})).toEqual(defaults);
    const empty = { PORT: "", DATA_DIR: "", SCAN_DNS_SERVER: "", SCAN_ALLOWED_CIDRS: "", APP_DEBUG: "" };
    expect(readSettings(empty)).toEqual(defaults);
  });

  test("an empty master key means that none is configured", () => {
    expect(readSettings({ MASTER_KEY: "" }).masterKey).toBeNull();
    expect(readSettings({ MASTER_KEY: "secret" }).masterKey).toBe("secret");
  });

  test("are read", () => {
    expect(
      readSettings({
        PORT: "0",
        DATA_DIR: "/tmp/x",
        SCAN_DNS_SERVER: "[::1]:5353",
        SCAN_ALLOWED_CIDRS: "10.0.0.0/8, fd00::/8",
        DOCS: "off",
        APP_DEBUG: "true",
      }),
    ).toMatchObject({
      port: 0,
      dataDir: "/tmp/x",
      dnsServer: "[::1]:5353",
      allowedCidrs: ["10.0.0.0/8", "fd00::/8"],
      docs: false,
      debug: true,
    });
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["SCAN_DNS_SERVER", "dns.example:53"],
    ["SCAN_DNS_SERVER", "127.0.0.1"],
    ["SCAN_DNS_SERVER", "127.0.0.1:0"],
    ["SCAN_DNS_SERVER", "::1:53"],
    ["SCAN_ALLOWED_CIDRS", "10.0.0.0/8,10.0.0.1"],
    ["DOCS", "false"],
    ["APP_DEBUG", "yes"],
  ])("%s=%s is refused in a line that names both", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name}=${value}: `);
  });

  test("every mistake is told, and the master key is not repeated", () => {
    const wrong = { PORT: "x", APP_DEBUG: "x", MASTER_KEY: "two words" };
    expect(() => readSettings(wrong)).toThrow(/^PORT=x: .*\nMASTER_KEY: must be .*\nAPP_DEBUG=x: .*$|^PORT=x/);
    expect(() => readSettings(wrong)).not.toThrow("two words");
  });
});

describe("the webhook", () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const url = "https://siem.example.com/in";

  test("is none unless an address is set", () => {
    expect(readSettings({}).webhook).toBeUndefined();
    const { webhook } = readSettings({
      SIEM_WEBHOOK_URL: url,
      SIEM_WEBHOOK_TOKEN: "token",
      SIEM_WEBHOOK_SIGNING_SECRET: `${secret} ${secret}`,
    });
    expect(webhook).toEqual({ url, token: "token", signingSecret: `${secret} ${secret}` });
  });

  test.each([
    ["SIEM_WEBHOOK_URL", "ftp://siem.example.com/"],
    ["SIEM_WEBHOOK_URL", "https://user:geheim@siem.example.com/"],
    ["SIEM_WEBHOOK_URL", "https://siem.example.com/in#"],
    ["SIEM_WEBHOOK_TOKEN", "geheim with spaces"],
    ["SIEM_WEBHOOK_SIGNING_SECRET", "geheim"],
    ["SIEM_WEBHOOK_SIGNING_SECRET", `whsec_${Buffer.alloc(65).toString("base64")}`],
  ])("is refused for %s, without a word of what it is: %s", (name, value) => {
    const read = () => readSettings({ SIEM_WEBHOOK_URL: url, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(/geheim|AAAA/);
  });

  test("needs an address for its secrets", () => {
    expect(() => readSettings({ SIEM_WEBHOOK_TOKEN: "token" })).toThrow(/need a right SIEM_WEBHOOK_URL/);
  });
});

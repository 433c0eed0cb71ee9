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

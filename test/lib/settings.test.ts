import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSettings, refuseSlips } from "../../lib/settings.ts";
import { source } from "../../lib/sources.ts";

test("the stage is prod unless the operator names another", () => {
  const others = {
    ctLogs: false,
    docs: true,
    webhook: null,
    alarmEmail: null,
    waf: null,
    scannerConcurrency: null,
    ossScanners: false,
    restoredTable: null,
  };
  expect(readSettings(() => undefined)).toEqual({ stage: "prod", ...others });
  expect(readSettings((name) => (name === "stage" ? "staging2" : undefined))).toEqual({ stage: "staging2", ...others });
});

test.each(["", "Prod", "a-b", "1st", "a b", "seventeenletters0", 7])(
  "refuses the stage %j and says what is allowed",
  (stage) => {
    expect(() => readSettings(() => stage)).toThrow(/-c stage=.*1 to 16 lower-case letters and digits/);
  },
);

test("the logs of certificates are searched only where the operator says so", () => {
  expect(readSettings((name) => (name === "ctLogs" ? "true" : undefined))).toMatchObject({ ctLogs: true });
  expect(() => readSettings((name) => (name === "ctLogs" ? "yes" : undefined))).toThrow(
    "-c ctLogs=yes is neither true nor false",
  );
});

test("tools of others are run only where the operator says so", () => {
  expect(readSettings((name) => (name === "ossScanners" ? "true" : undefined))).toMatchObject({ ossScanners: true });
  expect(() => readSettings((name) => (name === "ossScanners" ? "on" : undefined))).toThrow(
    "-c ossScanners=on is neither true nor false",
  );
});

test.each([
  ["webhookurl", "webhookUrl"],
  ["weebhookUrl", "webhookUrl"],
  ["webhookFrom", "webhookForm"],
  ["Stage", "stage"],
  ["doc", "docs"],
  ["alarmMail", "alarmEmail"],
  ["scannerConcurency", "scannerConcurrency"],
  ["osScanners", "ossScanners"],
  ["wafRequestPer5Minutes", "wafRequestsPer5Minutes"],
  ["restoreTable", "restoredTable"],
  ["webhook", "webhookUrl"],
  ["alarm", "alarmEmail"],
  ["oss", "ossScanners"],
])("a slip of the pen such as %s is told, with what is meant", (name, meant) => {
  expect(() => refuseSlips(["stage", name])).toThrow(`-c ${name}: there is no such setting; is -c ${meant} meant?`);
});

test("names that others put into the context are left to them", () => {
  const { context }: { context: object } = JSON.parse(readFileSync(source("cdk.json"), "utf8"));
  const others = ["foo", "owner", "tags", "availability-zones:account=1:region=eu-west-1", "tree", "webhookSecretName"];
  expect(() => refuseSlips([...Object.keys(context), ...others, "stage", "ctLogs", "docs"])).not.toThrow();
});

test("a restored table is named as DynamoDB names tables", () => {
  const reading = (value: unknown) =>
    readSettings((name) => (name === "restoredTable" ? value : undefined)).restoredTable;
  for (const name of ["abc", "palisade_2026-11-21.restored", "a".repeat(255)]) expect(reading(name)).toBe(name);
  for (const wrong of ["", "ab", "a b c", "a".repeat(256), "arn:aws:dynamodb:eu-west-1:111122223333:table/abc", true])
    expect(() => reading(wrong)).toThrow(/^-c restoredTable=.* is no name of a table: 3 to 255 letters/);
});

test("the documentation is served unless the operator says otherwise", () => {
  expect(readSettings((name) => (name === "docs" ? "off" : undefined))).toMatchObject({ docs: false });
  expect(() => readSettings((name) => (name === "docs" ? "false" : undefined))).toThrow(
    "-c docs=false is neither on nor off",
  );
});

test("alarms are told to one e-mail address, where there is one", () => {
  const reading = (alarmEmail: unknown) => readSettings((name) => (name === "alarmEmail" ? alarmEmail : undefined));
  expect(reading("on-call+palisade@example.com")).toMatchObject({ alarmEmail: "on-call+palisade@example.com" });
  for (const wrong of ["", "nobody", "a@b", "a@example.com, b@example.com", "Ada <a@example.com>", 7])
    expect(() => reading(wrong)).toThrow(/^-c alarmEmail=.* is no e-mail address$/);
});

describe("the web ACL", () => {
  const reading = (context: Readonly<Record<string, unknown>>) => readSettings((name) => context[name]).waf;

  test("is there only where the operator says so, with room for four admin keys from one address", () => {
    expect(reading({ waf: "off" })).toBeNull();
    expect(reading({ waf: "on" })).toEqual({ requestsPer5Minutes: 6000 });
    expect(() => reading({ waf: "true" })).toThrow("-c waf=true is neither on nor off");
  });

  test.each(["1500", "150000", 2000])("takes %j requests in five minutes", (requests) => {
    expect(reading({ waf: "on", wafRequestsPer5Minutes: requests })).toEqual({ requestsPer5Minutes: Number(requests) });
  });

  test.each(["1499", "150001", "", "2e3", "-1", "1500.5", " 2000", true, null])(
    "refuses %j: below, an admin key could not use its own limit, and above, the stage's limit comes first",
    (requests) => {
      expect(() => reading({ waf: "on", wafRequestsPer5Minutes: requests })).toThrow(
        `-c wafRequestsPer5Minutes=${requests} is no whole number from 1500 to 150000`,
      );
    },
  );

  test("has no limit where it is off", () => {
    expect(() => reading({ wafRequestsPer5Minutes: "2000" })).toThrow("-c wafRequestsPer5Minutes needs -c waf=on");
  });
});

test("concurrency is reserved for scanners where the operator says so, for one whole scan at least", () => {
  const reading = (value: unknown) =>
    readSettings((name) => (name === "scannerConcurrency" ? value : undefined)).scannerConcurrency;
  expect(reading(undefined)).toBeNull();
  expect(reading("10")).toBe(10);
  for (const wrong of ["9", "0", "100001", "ten", ""])
    expect(() => reading(wrong)).toThrow(`-c scannerConcurrency=${wrong} is no whole number from 10 to 100000`);
});

import { expect, test } from "vitest";
import { readSettings, refuseUnknown } from "../../lib/settings.ts";

test("the stage is prod unless the operator names another", () => {
  expect(readSettings(() => undefined)).toEqual({ stage: "prod", ctLogs: false, docs: true, webhook: null });
  expect(readSettings((name) => (name === "stage" ? "staging2" : undefined))).toEqual({
    stage: "staging2",
    ctLogs: false,
    docs: true,
    webhook: null,
  });
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

test("a setting that there is not is named", () => {
  expect(() => refuseUnknown(["stage", "@aws-cdk/core:flag", "aws:cdk:bundling-stacks", "webhookurl"])).toThrow(
    "-c webhookurl: there is no such setting; there are stage, ctLogs, docs, webhookUrl",
  );
  expect(() => refuseUnknown(["stage", "webhookForm", "@aws-cdk/core:flag"])).not.toThrow();
});

test("the documentation is served unless the operator says otherwise", () => {
  expect(readSettings((name) => (name === "docs" ? "off" : undefined))).toMatchObject({ docs: false });
  expect(() => readSettings((name) => (name === "docs" ? "false" : undefined))).toThrow(
    "-c docs=false is neither on nor off",
  );
});

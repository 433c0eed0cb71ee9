import { describe, expect, test } from "vitest";
import { readWebhook } from "../../lib/webhook-settings.ts";

const URL = "https://siem.example.com/palisade";

/** Reads the settings; undefined values are not given. */
const read = (values: Readonly<Record<string, unknown>>) => readWebhook((name) => values[name]);
const readUrl = (webhookUrl: unknown) => read({ webhookUrl, webhookSecretName: "palisade/webhook" })?.url;

test("there is none unless the operator names its URL", () => {
  expect(read({})).toBeNull();
});

test("its form is plain unless the operator says signed", () => {
  const plain = { url: URL, form: "plain", secretName: "palisade/webhook" };
  expect(read({ webhookUrl: URL, webhookSecretName: "palisade/webhook" })).toEqual(plain);
  expect(read({ webhookUrl: URL, webhookSecretName: "palisade/webhook", webhookForm: "plain" })).toEqual(plain);
  expect(read({ webhookUrl: URL, webhookSecretName: "palisade/webhook", webhookForm: "signed" })).toEqual({
    ...plain,
    form: "signed",
  });
});

test.each(["", "Signed", "both", 1])("refuses the form %j and says what is allowed", (webhookForm) => {
  expect(() => read({ webhookUrl: URL, webhookSecretName: "s", webhookForm })).toThrow(
    `-c webhookForm=${webhookForm} is neither plain nor signed`,
  );
});

test.each([
  [{ webhookForm: "signed" }, "-c webhookForm needs -c webhookUrl"],
  [{ webhookSecretName: "palisade/webhook" }, "-c webhookSecretName needs -c webhookUrl"],
  [{ webhookUrl: URL }, "-c webhookUrl needs -c webhookSecretName"],
])("refuses %j, for something is missing", (values, complaint) => {
  expect(() => read(values)).toThrow(complaint);
});

describe("the URL", () => {
  test.each([
    [URL, URL],
    ["https://siem.example.com", "https://siem.example.com/"],
    ["https://siem.example.com:8443/in?source=palisade", "https://siem.example.com:8443/in?source=palisade"],
    ["https://SIEM.Example.com/%7Bid%7D", "https://siem.example.com/%7Bid%7D"],
    ["https://bücher.example/in", "https://xn--bcher-kva.example/in"],
    ["https://8.8.8.8/in", "https://8.8.8.8/in"],
  ])("may be %s", (url, read) => {
    expect(readUrl(url)).toBe(read);
  });

  test.each(["", "siem.example.com", "http://siem.example.com/", "ftp://siem.example.com/", "https://", 7, null])(
    "is refused when it is no https URL: %j",
    (url) => {
      expect(() => readUrl(url)).toThrow("-c webhookUrl is no https URL");
    },
  );

  test.each([
    ["https://user:word@siem.example.com/", "user name or password"],
    ["https://user@siem.example.com/", "user name or password"],
    ["https://siem.example.com/#part", "fragment"],
    ["https://siem.example.com/#", "fragment"],
    ["https://siem.example.com/*/in", "EventBridge does not take"],
    ["https://siem.example.com/a|b", "EventBridge does not take"],
    ["https://[2606:4700:4700::1111]/", "EventBridge does not take"],
    [`https://siem.example.com/${"a".repeat(2048)}`, "longer than 2048 characters"],
  ])("is refused when nobody could post to it as it stands: %s", (url, complaint) => {
    expect(() => readUrl(url)).toThrow(complaint);
  });

  test.each([
    "https://localhost/",
    "https://siem.localhost/",
    "https://siem.localhost./",
    "https://siem/",
    "https://siem.internal/",
    "https://siem.local/",
    "https://com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
  ])("is refused when its host is not public: %s", (url) => {
    expect(() => readUrl(url)).toThrow("-c webhookUrl names no public host");
  });

  test("is in no complaint, for it may hold a password", () => {
    const complaints = ["http://siem.example.com/?key=hunter2", "https://user:hunter2@localhost/"].map((url) => {
      try {
        return readUrl(url);
      } catch (error) {
        return String(error);
      }
    });
    expect(complaints.join()).toMatch(/^Error: .*,Error: /);
    expect(complaints.join()).not.toContain("hunter2");
  });
});

describe("the secret's name", () => {
  test.each(["palisade/webhook", "a", "Webhook_1+2=3.4@5-6"])("may be %s", (webhookSecretName) => {
    expect(read({ webhookUrl: URL, webhookSecretName })?.secretName).toBe(webhookSecretName);
  });

  test.each(["", "a b", "a:b", "*", "palisade/*", "a?", "{{x}}", "a".repeat(513), 7])(
    "is refused when Secrets Manager knows no such name: %j",
    (webhookSecretName) => {
      expect(() => read({ webhookUrl: URL, webhookSecretName })).toThrow(
        `-c webhookSecretName=${webhookSecretName} is no name of a secret`,
      );
    },
  );

  test("is no ARN", () => {
    const arn = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:palisade/webhook-AbCdEf";
    expect(() => read({ webhookUrl: URL, webhookSecretName: arn })).toThrow("no ARN");
  });
});

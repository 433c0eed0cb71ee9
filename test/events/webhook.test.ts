import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { signatureHeaders, signingKeys } from "../../functions/events/signature.ts";
import { postEvent } from "../../functions/events/webhook.ts";
import { type WebhookTarget, webhookTarget } from "../../functions/events/webhook-target.ts";
import { configurePost } from "../../functions/net/config.ts";
import { AwsError, type Operations, startAwsStandIn } from "../../local/aws-json.ts";
import { secretsManager } from "../../local/secrets-manager.ts";
import { type Answer, startReceiver } from "../support/receiver.ts";

const signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("an attempt", () => {
  const event = { event_id: "0199c0de-0000-7000-8000-000000000001", line: '{"detail":"\\u2028é"}' };
  const now = new Date("2026-03-04T05:06:07.999Z");

  beforeEach(() => configurePost({ allowHttp: true, allowPrivate: true }));
  afterEach(() => configurePost({}));

  async function attempt(target: Partial<WebhookTarget> = {}, answer: Answer = "ok") {
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    await receiver.behave(answer);
    const url = `${receiver.origin}/in/path-secret?token=query-secret`;
    const whole = { url, token: null, signingKeys: [], ...target };
    const outcome = await postEvent(whole, event, { now, timeoutMs: answer === "hang" ? 100 : 10_000 });
    return { outcome, receiver };
  }

  it("posts the line as it is, and says who it is", async () => {
    const { outcome, receiver } = await attempt();
    expect(outcome).toEqual({ kind: "delivered" });
    expect(receiver.requests).toEqual([
      {
        path: "/in/path-secret?token=query-secret",
        headers: {
          host: new URL(receiver.origin).host,
          connection: "keep-alive",
          "content-type": "application/json",
          "user-agent": "palisade-webhook/1",
          "content-length": String(Buffer.byteLength(event.line)),
        },
        body: event.line,
      },
    ]);
  });

  it("carries the token, and a signature of this attempt's time, where they are configured", async () => {
    const keys = signingKeys(signingSecret);
    const { receiver } = await attempt({ token: "t0ken", signingKeys: keys });
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: "Bearer t0ken",
      ...signatureHeaders(keys, { id: event.event_id, timestamp: 1_772_600_767, body: event.line }),
    });
  });

  it.each([200, 201, 202, 204, 299])("is delivered when the receiver answers %d", async (status) => {
    expect((await attempt({}, { status })).outcome).toEqual({ kind: "delivered" });
  });

  it.each([400, 413, 415, 422])("is refused when the receiver answers %d", async (status) => {
    expect((await attempt({}, { status })).outcome).toEqual({
      kind: "refused",
      reason: `The receiver answered ${status}`,
    });
  });

  it.each([300, 301, 302, 304, 307, 308, 401, 403, 404, 405, 408, 409, 410, 421, 425, 429, 500, 502, 503, 504, 599])(
    "has failed when the receiver answers %d",
    async (status) => {
      const { outcome } = await attempt({}, { status, headers: { Location: "https://example.com/" } });
      expect(outcome).toEqual({ kind: "failed", reason: `The receiver answered ${status}`, retryAfterSeconds: 0 });
    },
  );

  it.each([
    [429, "30", 30],
    [503, "86400", 86_400],
    [503, "0", 0],
    [503, "-1", 0],
    [503, "1.5", 0],
    [503, "Wed, 21 Oct 2026 07:28:00 GMT", 0],
    [500, "30", 0],
  ])("with %d and Retry-After %s is to pause for %d seconds", async (status, value, retryAfterSeconds) => {
    const { outcome } = await attempt({}, { status, headers: { "Retry-After": value } });
    expect(outcome).toMatchObject({ kind: "failed", retryAfterSeconds });
  });

  it.each(["hang", "reset", "garbage"] as const)(
    "has failed with a reason that holds nothing secret when the receiver is a %s",
    async (answer) => {
      const { outcome } = await attempt({ token: "token-secret", signingKeys: signingKeys(signingSecret) }, answer);
      expect(outcome).toMatchObject({ kind: "failed", retryAfterSeconds: 0 });
      expect(JSON.stringify(outcome)).toMatch(/POST http:\/\/127\.0\.0\.1:\d+: /);
      expect(JSON.stringify(outcome)).not.toMatch(/secret|whsec/);
    },
  );

  it("has failed when the header cannot be sent", async () => {
    const { outcome, receiver } = await attempt({ token: "a\r\nX-Injected: secret" });
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringContaining("cannot be put into HTTP") });
    expect(JSON.stringify(outcome)).not.toContain("secret");
    expect(receiver.requests).toEqual([]);
  });
});

describe("the target", () => {
  let isBroken = false;
  const secrets = secretsManager({ webhook: "{}" });
  const store = (SecretString: string) =>
    secrets["secretsmanager.PutSecretValue"]?.({ SecretId: "webhook", SecretString });

  beforeAll(async () => {
    const operations: Operations = {
      ...secrets,
      "secretsmanager.GetSecretValue": (input) => {
        if (isBroken) throw new AwsError("AccessDeniedException", "no");
        return secrets["secretsmanager.GetSecretValue"]?.(input);
      },
    };
    const { endpoint, stop } = await startAwsStandIn(operations);
    vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint);
    vi.stubEnv("AWS_REGION", "eu-west-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
    return stop;
  });
  beforeEach(() => {
    isBroken = false;
    vi.stubEnv("SIEM_WEBHOOK_URL", "https://hooks.example.com/in?token=1");
    vi.stubEnv("WEBHOOK_SECRET_ID", "webhook");
  });
  afterEach(() => configurePost({}));

  let clockMs = Date.parse("2026-03-04T05:06:07Z");
  /** The target as it is read after `seconds`; after more than a minute the secret is read again. */
  const targetAfter = (seconds = 61) => {
    clockMs += seconds * 1000;
    return webhookTarget(new Date(clockMs));
  };

  it("has neither token nor keys when no secret is configured", async () => {
    vi.stubEnv("WEBHOOK_SECRET_ID", "");
    expect(await targetAfter()).toEqual({
      url: "https://hooks.example.com/in?token=1",
      token: null,
      signingKeys: [],
    });
  });

  it.each([
    ["{}", { token: null, signingKeys: [] }],
    ['{"token":"","signing_secret":""}', { token: null, signingKeys: [] }],
    ['{"token":"t0ken"}', { token: "t0ken", signingKeys: [] }],
    [JSON.stringify({ signing_secret: signingSecret }), { token: null, signingKeys: signingKeys(signingSecret) }],
    [
      JSON.stringify({ token: "t", signing_secret: `${signingSecret} ${signingSecret}`, comment: 1 }),
      { token: "t", signingKeys: signingKeys(`${signingSecret} ${signingSecret}`) },
    ],
  ])("takes from the secret %s what it has", async (text, expected) => {
    store(text);
    expect(await targetAfter()).toMatchObject(expected);
  });

  it.each([
    "canary-no-json",
    '"canary"',
    "[]",
    '{"token":1,"x":"canary"}',
    '{"token":"canary\\r\\nX-Injected: 1"}',
    '{"token":"canary\\u00e9"}',
    '{"signing_secret":"canary"}',
    '{"signing_secret":"whsec_canary"}',
  ])("is refused with the secret %s, of which the error says nothing", async (text) => {
    store(text);
    const failure = targetAfter();
    await expect(failure).rejects.toThrow(/of the webhook/);
    await expect(failure).rejects.not.toThrow(/canary/);
  });

  it("is refused when its secret does not exist", async () => {
    vi.stubEnv("WEBHOOK_SECRET_ID", "elsewhere");
    await expect(targetAfter()).rejects.toThrow("The secret of the webhook does not exist or is empty");
  });

  it("has a new secret after a minute, and the last one while Secrets Manager does not answer", async () => {
    store('{"token":"first"}');
    expect((await targetAfter()).token).toBe("first");
    store('{"token":"second"}');
    expect((await targetAfter(59)).token).toBe("first");
    expect((await targetAfter(2)).token).toBe("second");
    isBroken = true;
    expect((await targetAfter(3600)).token).toBe("second");
  });

  it("is refused when the secret was never read", async () => {
    vi.resetModules();
    isBroken = true;
    const fresh = await import("../../functions/events/webhook-target.ts");
    await expect(fresh.webhookTarget(new Date())).rejects.toThrow("The secret of the webhook cannot be read");
  });

  it.each([
    "http://canary.example.com/",
    "ftp://canary.example.com/",
    "canary.example.com",
    "https://",
    "https://user:canary@example.com/",
    "https://canary@example.com/",
    "https://example.com/#canary",
    "https://example.com/#",
    "https://exa mple.com/canary",
  ])("is refused with the URL %s, of which the error says nothing", async (url) => {
    vi.stubEnv("SIEM_WEBHOOK_URL", url);
    const failure = targetAfter();
    await expect(failure).rejects.toThrow(
      "SIEM_WEBHOOK_URL must be an https URL without user name, password and fragment",
    );
    await expect(failure).rejects.not.toThrow(/canary/);
  });

  it("may be of http where that is allowed", async () => {
    configurePost({ allowHttp: true });
    vi.stubEnv("SIEM_WEBHOOK_URL", "http://127.0.0.1:9000/");
    expect((await targetAfter()).url).toBe("http://127.0.0.1:9000/");
  });

  it("is refused without a URL", async () => {
    vi.stubEnv("SIEM_WEBHOOK_URL", "");
    await expect(targetAfter()).rejects.toThrow("SIEM_WEBHOOK_URL is not set");
  });
});

import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { invocationContext } from "../../local/http/proxy-event.ts";

vi.stubEnv("AWS_REGION", "eu-west-1");
vi.stubEnv("MASTER_KEY_SECRET_ID", "palisade/master-key");
const secrets = mockClient(SecretsManagerClient);
beforeEach(() => {
  secrets.reset();
  vi.resetModules();
});

const current = { SecretId: "palisade/master-key", VersionStage: "AWSCURRENT" };
const previous = { SecretId: "palisade/master-key", VersionStage: "AWSPREVIOUS" };
const missing = new ResourceNotFoundException({ message: "no such label", $metadata: {} });

test("a request sees one master key: when it could not be read at first, the request is refused and nothing is half-judged", async () => {
  const { handler } = await import("../../functions/api/admin-keys/create.ts");
  const event: Partial<APIGatewayProxyEvent> = {
    httpMethod: "POST",
    path: "/v1/admin-keys",
    headers: { "X-Master-Key": "master" },
    multiValueHeaders: { "X-Master-Key": ["master"] },
    body: "{}",
  };
  secrets.on(GetSecretValueCommand).rejectsOnce(new Error("no answer")).resolves({ SecretString: "master" });
  const answer = await handler(event as APIGatewayProxyEvent, invocationContext("create", "request"));
  expect(answer).toMatchObject({ statusCode: 503, body: '{"detail":"Master key cannot be read"}' });
  expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
});

describe("while the key is being rotated", () => {
  /** The keys at a time in milliseconds, as a container sees them that keeps what it has read. */
  async function container() {
    const { isMasterKey, masterKeysOf } = await import("../../functions/api/master-key.ts");
    const keysAt = (now: number) => masterKeysOf({}, new Date(now));
    return { keysAt, isAccepted: async (key: string, now: number) => isMasterKey(key, await keysAt(now)) };
  }

  const serve = (currentKey: string, previousKey: string | null) => {
    secrets.reset();
    secrets.on(GetSecretValueCommand, current).resolves({ SecretString: currentKey });
    const before = secrets.on(GetSecretValueCommand, previous);
    if (previousKey === null) before.rejects(missing);
    else before.resolves({ SecretString: previousKey });
  };

  test("both keys are accepted, the old one until a minute after the end, and nothing else is", async () => {
    const { isAccepted } = await container();
    serve("first", null);
    expect(await isAccepted("first", 0)).toBe(true);
    expect(await isAccepted("second", 0)).toBe(false);
    serve("second", "first");
    expect(await isAccepted("first", 59_999)).toBe(true);
    for (const key of ["first", "second"]) expect(await isAccepted(key, 60_000)).toBe(true);
    expect(await isAccepted("third", 60_000)).toBe(false);
    expect(await isAccepted("", 60_000)).toBe(false);
    serve("second", null);
    expect(await isAccepted("first", 119_999)).toBe(true);
    expect(await isAccepted("first", 120_000)).toBe(false);
    expect(await isAccepted("second", 120_000)).toBe(true);
  });

  test("a container asks twice a minute, however many requests there are", async () => {
    const { keysAt } = await container();
    serve("second", "first");
    for (let now = 0; now < 60_000; now += 1000) expect(await keysAt(now)).toEqual(["second", "first"]);
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(2);
  });

  test("a key that is replaced between the two reads is not missed", async () => {
    const { keysAt } = await container();
    serve("second", null);
    secrets.on(GetSecretValueCommand, current).callsFake(() => {
      serve("third", "second");
      return { SecretString: "second" };
    });
    expect(await keysAt(0)).toContain("second");
  });

  test("when one of the two cannot be read, both stay as they were", async () => {
    const { keysAt } = await container();
    serve("second", "first");
    await keysAt(0);
    secrets.on(GetSecretValueCommand, previous).rejects(new Error("throttled"));
    expect(await keysAt(60_000)).toEqual(["second", "first"]);
    serve("second", null);
    expect(await keysAt(64_999)).toEqual(["second", "first"]);
    expect(await keysAt(65_000)).toEqual(["second"]);
  });

  test("without a current key the previous one does not count", async () => {
    const { keysAt } = await container();
    secrets.on(GetSecretValueCommand, current).rejects(missing);
    secrets.on(GetSecretValueCommand, previous).resolves({ SecretString: "first" });
    expect(await keysAt(0)).toEqual([]);
  });

  test("neither key is shown in a log line", async () => {
    const { keysAt } = await container();
    const { needlesNow } = await import("../../functions/log/context.ts");
    serve("second-master-key", "first-master-key");
    const count = needlesNow().length;
    await keysAt(0);
    expect(needlesNow().length).toBeGreaterThanOrEqual(count + 2);
  });
});

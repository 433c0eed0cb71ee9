import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, test, vi } from "vitest";
import { invocationContext } from "../../local/http/proxy-event.ts";

vi.stubEnv("AWS_REGION", "eu-west-1");
vi.stubEnv("MASTER_KEY_SECRET_ID", "palisade/master-key");
const secrets = mockClient(SecretsManagerClient);
beforeEach(() => void secrets.reset());

/** The answer of an endpoint that changes something and needs the master key alone. */
async function mint(): Promise<{ statusCode: number; body: string }> {
  const { handler } = await import("../../functions/api/admin-keys/create.ts");
  const event: Partial<APIGatewayProxyEvent> = {
    httpMethod: "POST",
    path: "/v1/admin-keys",
    headers: { "X-Master-Key": "master" },
    multiValueHeaders: { "X-Master-Key": ["master"] },
    body: "{}",
  };
  return handler(event as APIGatewayProxyEvent, invocationContext("create", "request"));
}

test("a request sees one master key: when it could not be read at first, the request is refused and nothing is half-judged", async () => {
  secrets.on(GetSecretValueCommand).rejectsOnce(new Error("no answer")).resolves({ SecretString: "master" });
  expect(await mint()).toMatchObject({ statusCode: 503, body: '{"detail":"Master key cannot be read"}' });
  expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
});

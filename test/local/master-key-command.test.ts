import { execFile } from "node:child_process";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type AwsStandIn, startAwsStandIn } from "../../local/aws-json.ts";
import { secretsManager } from "../../local/secrets-manager.ts";
import { Client } from "../support/client.ts";
import { useService } from "../support/service.ts";

/** `npm run master-key` against the stand-in of Secrets Manager. */

const service = useService();

let standIn: AwsStandIn | undefined;
beforeEach(async () => {
  await standIn?.stop();
  standIn = await startAwsStandIn(secretsManager({ "palisade/key": "first-master-key" }));
});
afterAll(() => standIn?.stop());

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...args: readonly string[]) => runAt(standIn?.endpoint, args);

const runAt = (endpoint: string | undefined, args: readonly string[]) =>
  new Promise<Ended>((resolve) =>
    execFile(
      process.execPath,
      ["bin/master-key.ts", ...args],
      {
        env: {
          ...process.env,
          AWS_REGION: "eu-west-1",
          AWS_ACCESS_KEY_ID: "local",
          AWS_SECRET_ACCESS_KEY: "local",
          AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
        },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );

const on = (action: string) => run("--secret", "palisade/key", action);

test("a rotation from the first key to the end", async () => {
  expect(await on("--show")).toMatchObject({ stdout: "first-master-key\n", stderr: "No other key is accepted\n" });
  expect((await on("--finish")).stderr).toContain("nothing to finish");

  const rotated = await on("--rotate");
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{64}\n$/) });
  expect(rotated.stderr).toContain("npm run master-key -- --secret palisade/key --finish");
  expect(rotated.stderr).not.toContain("first-master-key");

  const shown = await on("--show");
  expect(shown).toMatchObject({ stdout: rotated.stdout });
  expect(shown.stderr).toContain("The previous key is accepted as well");

  const again = await on("--rotate");
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("end that first, with --finish");

  expect(await on("--finish")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "The old key is refused within a minute\n",
  });
  expect(await on("--show")).toMatchObject({ stdout: rotated.stdout, stderr: "No other key is accepted\n" });
});

test("a service takes the old key as well as the new one, and puts both kinds of calls on record", async () => {
  const rotated = await runAt(process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER, [
    "--secret",
    process.env.MASTER_KEY_SECRET_ID ?? "",
    "--rotate",
  ]);
  const { baseUrl, masterKey } = service();
  for (const master of [masterKey, rotated.stdout.trim()]) {
    const caller = new Client(baseUrl, { master });
    expect((await caller.post("/admin-keys", { name: "rotated" })).status).toBe(201);
    expect((await caller.delete(`/admin-keys/${crypto.randomUUID()}`)).status).toBe(404);
  }
  const master = new Client(baseUrl, { master: masterKey });
  const { body } = await master.get<{ method: string }[]>("/audit");
  expect(body.map(({ method }) => method)).toEqual(["DELETE", "POST", "DELETE", "POST"]);
  expect((await new Client(baseUrl, { master: "other" }).get("/audit")).status).toBe(401);
});

describe("what cannot be done is told in a line", () => {
  test.each([
    [["--help"], 0, "(umask 077; npm run --silent master-key -- --secret ID --show > FILE)"],
    [[], 1, "Say one of --show, --rotate and --finish"],
    [["--secret", "palisade/key", "--show", "--rotate"], 1, "Say one of"],
    [["--show"], 1, "Name the secret"],
    [["--secret", "nothing", "--rotate"], 1, "There is no secret nothing"],
    [["--secret", "palisade/key", "--turn"], 1, "Unknown option '--turn'"],
  ] as const)("%j ends with %d: %s", async (args, code, text) => {
    const { code: actual, stdout, stderr } = await run(...args);
    expect(stdout + stderr).toContain(text);
    expect(actual).toBe(code);
    expect(stderr).not.toContain("    at ");
  });
});

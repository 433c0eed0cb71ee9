import { expect, test } from "vitest";
import { ROOT } from "../../lib/sources.ts";
import { Client } from "../support/client.ts";
import { until } from "../support/scans.ts";
import { useService } from "../support/service.ts";
import { run } from "./run.ts";

/** What operators run against a deployment. Its master key is another one afterwards. */
const service = useService();
const secret = process.env.MASTER_KEY_SECRET ?? "";
const node = (...args: string[]) => run(process.execPath, args, { cwd: ROOT, env: process.env });
const masterKey = (action: string) => node("bin/master-key.ts", "--secret", secret, action);

test("npm run smoke: every check holds", async () => {
  const { baseUrl } = service();
  const key = service().masterKey;
  const env = { ...process.env, MASTER_KEY: key };
  const output = await run(process.execPath, ["bin/smoke.ts", "--url", baseUrl], { cwd: ROOT, env });
  expect(output).toMatch(/^\d\d checks, 0 failed$/m);
});

test("npm run master-key: both keys are accepted between --rotate and --finish, and the new one alone after it", async () => {
  const { baseUrl } = service();
  const old = service().masterKey;
  const status = async (key: string) => (await new Client(baseUrl, { master: key }).get("/audit?limit=1")).status;
  // The deployment itself rotated once.
  await masterKey("--finish");
  const [fresh = ""] = (await masterKey("--rotate")).split("\n");
  expect(fresh).not.toBe(old);
  // Functions keep a secret for a minute.
  const accepted = async () => [await status(fresh), await status(old)];
  expect(await until(accepted, ([first]) => first === 200)).toEqual([200, 200]);
  await masterKey("--finish");
  expect(await until(accepted, ([, second]) => second !== 200)).toEqual([200, 401]);
  await expect(masterKey("--show")).resolves.toBe(`${fresh}\n`);
}, 240_000);

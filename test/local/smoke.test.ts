import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { listenOnLoopback, stopServer } from "../../local/loopback.ts";
import { Client } from "../support/client.ts";
import { useService } from "../support/service.ts";

/** `npm run smoke` against a service over real HTTP. */

const service = useService();
const folder = mkdtempSync(join(tmpdir(), "palisade-smoke-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], masterKey: string | undefined) {
  const { MASTER_KEY: _, ...env } = process.env;
  const child = spawn(process.execPath, ["bin/smoke.ts", ...args], {
    env: masterKey === undefined ? env : { ...env, MASTER_KEY: masterKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk: Buffer) => {
      written[name] += chunk.toString();
    });
  const ended = once(child, "close").then(([code]): Ended => ({ code: code as number | null, ...written }));
  return { child, ended };
}

const smoke = (args: readonly string[], masterKey?: string) => start(args, masterKey).ended;

/** The name of what a run has made. */
const nameIn = ({ stdout }: Ended): string => /revoke the admin key (smoke-[0-9a-f]{16})/.exec(stdout)?.[1] ?? "none";

/** What is left of a run: its org (null when it made none) and its admin key. */
async function leftOf(name: string) {
  const master = new Client(service().baseUrl, { master: service().masterKey });
  const { body: minted } = await master.post<{ admin_key: string }>("/admin-keys", { name: "look" });
  const { body: keys } = await master.get<{ name: string; active: boolean }[]>("/admin-keys?limit=500");
  const org = await master.with({ admin: minted.admin_key }).get<{ is_active: boolean }>(`/orgs/${name}`);
  return {
    key: keys.find((key) => key.name === name)?.active,
    org: org.status === 404 ? null : org.body.is_active,
  };
}

/** What a front answers in the service's place; null: what the service answers. */
interface Tampering {
  readonly before?: (method: string, path: string) => number | null;
  readonly after?: (method: string, path: string, text: string) => number | null;
}

/** A front of the service; gives its base URL. */
async function front({ before = () => null, after = () => null }: Tampering): Promise<string> {
  const { origin, pathname } = new URL(service().baseUrl);
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const path = url.slice(pathname.length);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const fail = (status: number) => void response.writeHead(status).end('{"detail":"Broken"}');
    const instead = before(method, path);
    if (instead !== null) return fail(instead);
    const kept = Object.entries(request.headers).filter(([name]) => /^(x-.*-key|content-type)$/.test(name));
    const answer = await fetch(origin + url, {
      method,
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    });
    const text = await answer.text();
    const changed = after(method, path, text);
    if (changed !== null) return fail(changed);
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
  });
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => stopServer(server, 0));
  return `http://127.0.0.1:${port}${pathname}`;
}

describe("a service that is well", () => {
  test("passes every check, by a table, and nothing of the run can be used afterwards", async () => {
    const file = join(folder, "key");
    writeFileSync(file, `${service().masterKey}\n`);
    const ended = await smoke(["--url", `${service().baseUrl}/`, "--master-key-file", file]);
    const lines = ended.stdout.trimEnd().split("\n");
    for (const line of lines.slice(0, -2)) expect(line).toMatch(/^ok {5} {0,5}\d{1,6} ms {2}\S/);
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.at(-1)).toBe(`${lines.length - 2} checks, 0 failed`);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(await leftOf(nameIn(ended))).toEqual({ key: false, org: false });
  });

  test("the key by the environment; by an argument with a warning; and none of the keys is shown", async () => {
    const { baseUrl, masterKey } = service();
    const [byEnvironment, byArgument] = await Promise.all([
      smoke(["--url", baseUrl], masterKey),
      smoke(["--url", baseUrl, "--master-key", masterKey]),
    ]);
    expect(byEnvironment).toMatchObject({ code: 0, stderr: "" });
    expect(byArgument).toMatchObject({ code: 0, stderr: expect.stringContaining("can see --master-key") });
    for (const { stdout, stderr } of [byEnvironment, byArgument]) {
      expect(stdout + stderr).not.toContain(masterKey);
      expect(stdout + stderr).not.toContain("pal_");
    }
  });
});

describe("a service that is not", () => {
  test("fails the check that tells, goes on with the others, and is left clean", async () => {
    const url = await front({ before: (_, path) => (path === "/org/tasks" ? 500 : null) });
    const ended = await smoke(["--url", url], service().masterKey);
    const failed = ended.stdout.split("\n").filter((line) => line.startsWith("failed"));
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain("empty list of tasks: GET /org/tasks answered 500 instead of 200: Broken");
    expect(ended.stdout).toMatch(/ok +\d+ ms {2}org\.key_rotated in the activity trail/);
    expect(ended.code).toBe(1);
    expect(await leftOf(nameIn(ended))).toEqual({ key: false, org: false });
  });

  test("a key and an org of whose making was not heard are found by their name and taken back", async () => {
    for (const lost of ["/admin-keys", "/orgs"]) {
      const url = await front({
        after: (method, path, text) => (method === "POST" && path === lost && text.includes("smoke-") ? 502 : null),
      });
      const ended = await smoke(["--url", url], service().masterKey);
      expect(ended.stdout).toContain(`POST ${lost} answered 502 instead of 201: Broken`);
      expect(ended.code).toBe(1);
      expect(await leftOf(nameIn(ended))).toEqual({ key: false, org: lost === "/orgs" ? false : null });
    }
  });

  test("where nothing listens every check fails, and nothing is made", async () => {
    const ended = await smoke(["--url", "http://127.0.0.1:2/api/v1"], "master");
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("health: GET /health got no answer: ECONNREFUSED");
    expect(ended.stderr).toBe("");
  });
});

test("Ctrl-C ends it after the check under way, and what it made is taken back", async () => {
  let interrupt = (): unknown => undefined;
  const url = await front({
    before(_, path) {
      if (path === "/org/findings") interrupt();
      return null;
    },
  });
  const { child, ended } = start(["--url", url], service().masterKey);
  interrupt = () => child.kill("SIGINT");
  const result = await ended;
  expect(result.code).toBe(130);
  expect(result.stdout).not.toContain("change the org");
  expect(await leftOf(nameIn(result))).toEqual({ key: false, org: false });
});

describe("what cannot be done is told in a line", () => {
  const local = "http://127.0.0.1:1/api/v1";
  test.each([
    [["--help"], 0, "Usage: npm run smoke"],
    [[], 1, "Name the service"],
    [["--url", local], 1, "Give the master key: --master-key-file"],
    [["--url", "nowhere"], 1, "--url is no URL: give all of it, https://"],
    [["--url", `${local}?key=k`], 1, "--url must be an address without"],
    [["--url", "http://api.example.com/api/v1"], 1, "--url must begin with https://"],
    [["--url", "http://127.example.com/api/v1"], 1, "--url must begin with https://"],
    [["--url", "https://user:pass@api.example.com/api/v1"], 1, "without user"],
    [["--url", local, "--master-key-file", "/nothing"], 1, "/nothing cannot be read (ENOENT)"],
    [["--url", local, "--master-key-file", "/nothing", "--master-key", "m"], 1, "Give the master key once"],
    [["--url", local, "--master-key", "two words"], 1, "(a file written through npm run needs --silent)"],
    [["--urn", "x"], 1, "Unknown option '--urn'"],
  ] as const)("%j ends with %d: %s", async (args, code, text) => {
    const { code: actual, stdout, stderr } = await smoke(args);
    expect(stdout + stderr).toContain(text);
    expect(actual).toBe(code);
    expect(stderr).not.toContain("    at ");
  });
});

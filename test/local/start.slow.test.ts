import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../local/loopback.ts";
import { Client, newOrg } from "../support/client.ts";
import { startScan, until } from "../support/scans.ts";
import { type Started, Starts } from "../support/start.ts";

/** `npm start` as its user has it: a process of its own. */

const starts = new Starts();
const { dataDir } = starts;
let taken: Server;
let takenPort: number;

beforeAll(async () => {
  taken = createServer();
  takenPort = await listenOnLoopback(taken, 0);
});
afterEach(() => starts.endAll());
afterAll(() => {
  taken.close();
  starts.removeData();
});

const start = (args: readonly string[], environment?: Record<string, string>) => starts.start(args, environment);
const serving = (started: Started): Promise<string> => started.serving();
const masterKey = () => starts.masterKey;

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

describe("npm start", () => {
  test("serves until SIGTERM, and ends with 0 and without a database left running", async () => {
    const started = start(["--no-demo"]);
    const url = await serving(started);
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
    const java = Number(readFileSync(join(dataDir, "dynamodb.pid"), "utf8").split(" ")[0]);
    started.child.kill("SIGTERM");
    expect(await once(started.child, "exit")).toEqual([0, null]);
    expect(() => process.kill(java, 0)).toThrow("ESRCH");
    expect(existsSync(join(dataDir, "dynamodb.pid"))).toBe(false);
  });

  test("ends with npm, when npm alone is told to end", async () => {
    const started = starts.startByNpm(["--no-demo"]);
    const url = await serving(started);
    const { pid } = JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8")) as { readonly pid: number };
    onTestFinished(() => endIfAlive(pid));
    const java = Number(readFileSync(join(dataDir, "dynamodb.pid"), "utf8").split(" ")[0]);
    started.child.kill("SIGTERM");
    expect((await started.ended()).trimEnd().split("\n").at(-1)).toBe("Stopping");
    expect(() => process.kill(java, 0)).toThrow("ESRCH");
    for (const file of ["runtime.json", "dynamodb.pid"]) expect(existsSync(join(dataDir, file))).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  });

  test("killed, it comes up again with what it had", async () => {
    const first = start(["--no-demo"]);
    const master = new Client(await serving(first), { master: masterKey() });
    expect(await master.post("/admin-keys", { name: "before" })).toMatchObject({ status: 201 });
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const again = new Client(await serving(start(["--no-demo"])), { master: masterKey() });
    const { body } = await again.get<{ name: string }[]>("/admin-keys");
    expect(body.map(({ name }) => name)).toContain("before");
  });

  test("killed in mid-scan, it fails that scan at the next start, keeps its lock free and its counts", async () => {
    // A name server that never answers keeps the scan in its first stage.
    const silent = createSocket("udp4");
    await new Promise<void>((resolve) => silent.bind(0, "127.0.0.1", resolve));
    const environment = { SCAN_DNS_SERVER: `127.0.0.1:${silent.address().port}` };
    const first = start(["--no-demo"], environment);
    const { client } = await newOrg(
      { baseUrl: await serving(first), masterKey: masterKey() },
      { domains: ["acme.test"] },
    );
    const id = await startScan(client);
    const progress = async () => (await client.get<{ current: string | null }>(`/org/scans/${id}/progress`)).body;
    await until(progress, ({ current }) => current === "discover");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");

    const again = new Client(await serving(start(["--no-demo"], environment)), client.keys);
    expect((await again.get(`/org/scans/${id}`)).body).toMatchObject({
      status: "failed",
      error: "The scan job ended without a result; start a new scan",
    });
    expect(await again.post("/org/scans", {})).toMatchObject({ status: 202 });
    silent.close();
  });

  test("--fresh begins with an empty table", async () => {
    const client = new Client(await serving(start(["--no-demo", "--fresh"])), { master: masterKey() });
    expect(await client.get("/admin-keys")).toMatchObject({ status: 200, body: [] });
  });

  test("without a master key the API answers 503", async () => {
    const url = await serving(start(["--no-demo"], { MASTER_KEY: "" }));
    const answer = await new Client(url, { master: "x" }).get("/admin-keys");
    expect(answer).toMatchObject({ status: 503, body: { detail: "Master key not configured" } });
  });

  test("the caller's AWS settings lead nowhere", async () => {
    const foreign = { AWS_PROFILE: "production", AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: "true", AWS_REGION: "us-east-1" };
    const client = new Client(await serving(start(["--no-demo"], foreign)), { master: masterKey() });
    expect(await client.post("/admin-keys", { name: "x" })).toMatchObject({ status: 201 });
  });

  test("a second one on the same data is refused", async () => {
    const first = start(["--no-demo"]);
    await serving(first);
    const second = start(["--no-demo"]);
    const text = await second.ended();
    expect(text).toContain(`is in use by process ${first.child.pid}`);
    expect(second.child.exitCode).toBe(1);
  });
});

describe("one line and exit code 1", () => {
  test.each([
    [
      "a port in use",
      [],
      () => ({ PORT: String(takenPort) }),
      /Port \d+ is in use: stop what listens there, or set PORT/,
    ],
    ["no Java", [], () => ({ JAVA_HOME: "/nonexistent" }), /\/nonexistent\/bin\/java cannot be run: install Java 17/],
    ["a data folder that cannot be", [], () => ({ DATA_DIR: "/proc/x" }), /DATA_DIR \/proc\/x cannot be written to/],
    [
      "a data folder that is a file",
      [],
      () => ({ DATA_DIR: "package.json" }),
      /package.json cannot be written to \(ENOTDIR\)/,
    ],
    ["a wrong setting", [], () => ({ PORT: "http" }), /PORT=http: must be a port/],
    ["a wrong option", ["--fast"], () => ({}), /Unknown option '--fast'; see npm start -- --help/],
    ["a wrong target", ["--target", "not a host"], () => ({}), /--target not a host: not a domain/],
  ] as const)("%s", async (_, args, environment, line) => {
    const started = start(args.length > 0 ? args : ["--no-demo"], environment());
    const text = await started.ended();
    expect(text).toMatch(line);
    expect(text).not.toMatch(/^\s+at /m);
    expect(started.child.exitCode).toBe(1);
  });
});

test("--help names every option and starts nothing", async () => {
  const started = start(["--help"]);
  const text = await started.ended();
  for (const option of ["--target", "--no-demo", "--fresh", "--stats"]) expect(text).toContain(option);
  expect(started.child.exitCode).toBe(0);
});

describe("two demonstrations at once", () => {
  test("have a lab each; on the same data or port the second says what is in the way", async () => {
    const other = mkdtempSync(join(tmpdir(), "palisade-other-"));
    const third = mkdtempSync(join(tmpdir(), "palisade-third-"));
    try {
      const first = start([]);
      await first.until(/Scanning acme\.test/);
      const second = start([], { DATA_DIR: other });
      expect(await second.until(/Scanning acme\.test/)).not.toContain("error");
      expect(await start([]).ended()).toMatch(/is in use by process \d+/);
      expect(await start([], { DATA_DIR: third, PORT: String(takenPort) }).ended()).toContain(
        `Port ${takenPort} is in use`,
      );
      second.child.kill("SIGTERM");
      expect((await second.ended()).trimEnd().split("\n").at(-1)).toBe("Stopping");
    } finally {
      for (const folder of [other, third]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { RUN_INPUT_VARIABLE } from "../../functions/scan/tasks.ts";
import { source } from "../../lib/sources.ts";
import { newOrg } from "../support/client.ts";
import { scanNow } from "../support/scans.ts";
import { useService } from "../support/service.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/** The program of the scanner's containers, run as one is: a process that finds the ids of its batch in its environment. */
const service = useService();

async function run(input: string): Promise<{ code: number | null; log: string }> {
  const child = spawn(process.execPath, [source("functions/scan/container.ts")], {
    env: { ...process.env, [RUN_INPUT_VARIABLE]: input },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  const [code] = await once(child, "close");
  return { code, log };
}

test("a batch that there is nothing to do for any more ends well, and at once", async () => {
  const { client, org } = await newOrg(service(), { domains: ["example.test"] });
  const { id: scan_id } = await scanNow(client);
  const input = { org_id: org.id, scan_id, stage: "probe", scanner: "easm.tlsx", batch: 0, container: true };
  expect(await run(JSON.stringify(input))).toEqual({ code: 0, log: "" });
});

test.each(["", "{", "{}", '{"org_id":7}'])("an input like %j ends badly, and says why", async (input) => {
  const { code, log } = await run(input);
  expect(code).toBe(1);
  expect(log).toContain("a batch could not be run");
});

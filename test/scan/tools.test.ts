import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTool } from "../../functions/tools/find-tool.ts";
import { type Lab, startLab } from "../../lab/lab.ts";
import { userToolsPath } from "../../local/tools.ts";
import { type Client, newOrg } from "../support/client.ts";
import { scanNow } from "../support/scans.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Scans of a deployment with tools, against the lab: with the real tlsx where it is installed, else with a stand-in. */
interface Found {
  readonly id: string;
  readonly template_id: string;
  readonly asset: string;
  readonly duplicate_of: string | null;
}

const LAB_NETWORK = 83;
const OLD = "old.acme.test";

/** Says of every address what tlsx says of the lab's old server. While there is a file `broken` beside it, it fails. */
const standIn = `#!${process.execPath}
const { existsSync } = require("node:fs");
if (existsSync(__dirname + "/broken")) { console.error("out of luck"); process.exit(1); }
for (const place of process.argv[process.argv.indexOf("-u") + 1].split(",")) {
  const [host, port] = place.split(":");
  console.log(JSON.stringify({ host, port, probe_status: true, version_enum: ["tls12", "tls10", "tls11"] }));
}
`;

const folder = mkdtempSync(join(tmpdir(), "palisade-tools-"));
const real = findTool("tlsx", userToolsPath());
writeFileSync(
  join(folder, "tlsx"),
  real ? `#!/bin/sh\n[ -e ${folder}/broken ] && exit 1\nexec ${real} "$@"\n` : standIn,
);
chmodSync(join(folder, "tlsx"), 0o755);

let lab: Lab;
let service: TestService;
let client: Client;

beforeAll(async () => {
  lab = await startLab({ network: LAB_NETWORK });
  service = await startTestService({
    net: { resolver: lab.dnsServer, allowedCidrs: lab.allowedCidrs, trustedRoots: [lab.rootCertificate] },
    toolsPath: ["/nonexistent", folder].join(delimiter),
  });
  ({ client } = await newOrg(service, { domains: lab.seeds }));
});
afterAll(async () => {
  await service?.stop();
  await lab?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const scanOld = () => scanNow(client, { force: true, params: { ...lab.scanOptions, targets: [OLD] } });
const findings = async (query = "") => (await client.get<Found[]>(`/org/findings?limit=500${query}`)).body;

describe("a scan", () => {
  test("runs the tool as one of its scanners", async () => {
    const { status, runs } = await scanOld();
    expect(status).toBe("completed");
    expect(runs.find(({ scanner_key }) => scanner_key === "easm.tlsx")).toMatchObject({
      scanner_type: "oss_wrapper",
      status: "completed",
      error: null,
    });
  });

  test("tells what the tool and a native scanner see as one finding, and the other one on request", async () => {
    const aboutTls10 = (found: readonly Found[]) =>
      found.filter(({ template_id }) => template_id.endsWith("protocol_tls10"));
    const shown = aboutTls10(await findings());
    expect(shown).toHaveLength(1);
    const all = aboutTls10(await findings("&include_duplicates=true"));
    expect(all.map(({ template_id }) => template_id).sort()).toEqual([
      "easm.tls.protocol_tls10",
      "easm.tlsx.protocol_tls10",
    ]);
    const duplicate = all.find(({ duplicate_of }) => duplicate_of !== null);
    expect(duplicate?.duplicate_of).toBe(shown[0]?.id);
  });

  test("can be asked for the tool alone", async () => {
    const { runs } = await scanNow(client, {
      force: true,
      scanners: ["easm.tlsx"],
      params: { ...lab.scanOptions, targets: [OLD] },
    });
    expect(runs.map(({ scanner_key }) => scanner_key)).toEqual(
      expect.arrayContaining(["easm.subdomains", "easm.dns", "easm.ports", "easm.tlsx"]),
    );
    expect(runs).toHaveLength(4);
  });

  test("is partial where the tool fails, and changes nothing of what it found", async () => {
    const before = await findings("&include_duplicates=true");
    writeFileSync(join(folder, "broken"), "");
    const { status, runs } = await scanOld();
    rmSync(join(folder, "broken"));
    expect(existsSync(join(folder, "broken"))).toBe(false);
    expect(status).toBe("partial");
    const run = runs.find(({ scanner_key }) => scanner_key === "easm.tlsx");
    expect(run?.status).toBe("failed");
    expect(run?.error).toContain("tlsx failed (code 1)");
    const statuses = (found: readonly Found[]) => found.map(({ id }) => id).sort();
    expect(statuses(await findings("&include_duplicates=true"))).toEqual(statuses(before));
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decoys, decoysFor, truths, truthsFor } from "../../lab/ground-truth.ts";
import { type Lab, startLab } from "../../lab/lab.ts";
import type { Decoy, Truth } from "../../lab/model.ts";
import { oracles } from "./oracle/all.ts";
import type { Claim } from "./oracle/oracle.ts";

/** Hosts whose decoys hurt the client instead of answering; they have a test of their own. */
const hostile = new Set(["archive.acme.test"]);

const keyOf = (item: Truth | Decoy): string =>
  JSON.stringify([
    "rule" in item ? item.rule : item.resembles,
    item.host,
    item.port,
    item.path,
    "parameter" in item ? item.parameter : null,
  ]);

describe("the ground truth on paper", () => {
  it("holds three decoys and more for every truth", () => {
    expect(truths.length).toBeGreaterThanOrEqual(36);
    expect(decoys.length).toBeGreaterThanOrEqual(3 * truths.length);
  });

  it("has a decoy for every rule that has a truth, and a truth for every rule that has a decoy", () => {
    const rulesOfTruths = [...new Set(truths.map((truth) => truth.rule))].sort();
    const rulesOfDecoys = [...new Set(decoys.map((decoy) => decoy.resembles))].sort();
    expect(rulesOfDecoys).toEqual(rulesOfTruths);
    expect(Object.keys(oracles).sort()).toEqual(rulesOfTruths);
  });

  it("covers every scanner of the external module", () => {
    const scanners = new Set(truths.map((truth) => truth.rule.split(".").slice(0, 2).join(".")));
    expect([...scanners].sort()).toEqual(
      ["dns", "email", "exposures", "headers", "http", "ports", "scripts", "subdomains", "tls"].map(
        (name) => `easm.${name}`,
      ),
    );
  });

  it("states nothing twice and nothing both ways", () => {
    const keys = [...truths, ...decoys].map(keyOf);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe.each([
  ["with an address for every host", { network: 71, singleAddress: false }],
  ["with one address for all", { singleAddress: true }],
])("the ground truth of a running lab %s", (_, options) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab(options);
  });
  afterAll(() => lab.stop());

  /** The name a truth means, which a truth of a shared address tells by its port only. */
  const hostOf = (item: Truth | Decoy): string =>
    item.host === "*"
      ? (lab.hosts.find((host) => [...host.ports.values()].includes(item.port ?? -1))?.name ?? "")
      : item.host;

  const claimOf = (item: Truth | Decoy): Claim => ({
    lab,
    host: hostOf(item),
    port: item.port ?? 0,
    path: item.path ?? "/",
    parameter: "parameter" in item ? (item.parameter ?? null) : null,
  });

  const contradicted = async (items: readonly (Truth | Decoy)[], expected: boolean): Promise<string[]> => {
    const found: string[] = [];
    for (const item of items) {
      const oracle = oracles["rule" in item ? item.rule : item.resembles];
      const actual = await oracle?.(claimOf(item)).catch((error: unknown) => String(error));
      if (actual !== expected) found.push(`${keyOf(item)} is ${actual}: ${item.why}`);
    }
    return found;
  };

  it("is true of every truth", async () => {
    expect(await contradicted(truthsFor(lab), true)).toEqual([]);
  });

  it("is false of every decoy", async () => {
    const items = decoysFor(lab).filter((decoy) => !hostile.has(decoy.host));
    expect(await contradicted(items, false)).toEqual([]);
  });
});

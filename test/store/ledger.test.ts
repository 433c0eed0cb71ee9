import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KnownFinding } from "../../functions/domain/finding.ts";
import { neverScanned } from "../../functions/domain/ledger.ts";
import { findingStatuses, unverifiedCauses } from "../../functions/domain/vocabulary.ts";
import { LedgerHead, TouchedFinding } from "../../functions/store/entities/ledger.ts";
import { SnapshotChunk } from "../../functions/store/entities/snapshot.ts";
import { knownFromRows } from "../../functions/store/findings.ts";
import { newId } from "../../functions/store/ids.ts";
import {
  clearTouched,
  expireSegments,
  type Ledger,
  readKnown,
  readLedger,
  rebuildLedger,
  writeSegment,
} from "../../functions/store/ledger.ts";
import { packFindings, unpackFindings } from "../../functions/store/ledger-codec.ts";
import { putFinding } from "../support/finding-rows.ts";
import { useService } from "../support/service.ts";

useService();

const finding = (changes: Partial<KnownFinding> = {}): KnownFinding => ({
  id: crypto.randomUUID(),
  version: 1,
  status: "new",
  misses: 0,
  scanners: ["easm.http"],
  asset: "www.example.com",
  digest: "0123456789ab",
  follows: true,
  unverified: null,
  duplicateOf: null,
  ...changes,
});

const byId = (findings: Iterable<KnownFinding>) => new Map([...findings].map((one) => [one.id, one]));
const clock = { ...neverScanned, scan_id: "01a1fec0-0000-7000-8000-000000000000" };

/** Writes a segment and makes it count. */
async function swapped(orgId: string, known: readonly KnownFinding[], changed = known): Promise<Ledger> {
  const before = await readLedger(orgId, "easm");
  const all = byId([...before.findings.values(), ...known]);
  const swap = await writeSegment(orgId, "easm", before, { known: all, changed }, clock);
  await LedgerHead.put(swap.head).go();
  await expireSegments(orgId, "easm", before, swap, new Date());
  return readLedger(orgId, "easm");
}

const anyFinding = fc.record({
  id: fc.uuid(),
  version: fc.integer({ min: 1, max: 99_999 }),
  status: fc.constantFrom(...findingStatuses),
  misses: fc.nat(3),
  scanners: fc.constantFrom(["easm.http"], ["easm.http", "easm.tls"]),
  asset: fc.string(),
  digest: fc.string({ minLength: 12, maxLength: 12 }),
  follows: fc.boolean(),
  unverified: fc.constantFrom(null, ...unverifiedCauses),
  duplicateOf: fc.option(fc.uuid()),
});

describe("the ledger", () => {
  test("packs any finding and gives it back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyFinding, { selector: ({ id }) => id }), async (findings) => {
        const chunks = await packFindings(findings);
        const unpacked = (await Promise.all(chunks.map(unpackFindings))).flat();
        expect(byId(unpacked)).toEqual(byId(findings));
      }),
    );
  });

  test("holds ten thousand findings in less than 500 KB", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      finding({ asset: `https://h${index % 500}.example.com`, digest: crypto.randomUUID().slice(0, 12) }),
    );
    const bytes = (await packFindings(many)).reduce((sum, chunk) => sum + chunk.byteLength, 0);
    expect(bytes).toBeLessThan(500_000);
  });

  test("of an org without findings is empty", async () => {
    expect(await readLedger(crypto.randomUUID(), "easm")).toMatchObject({ version: null, clock: neverScanned });
  });

  test("is what the later segments have changed of the earlier ones", async () => {
    const orgId = crypto.randomUUID();
    const [a, b] = [finding(), finding()];
    await swapped(orgId, [a, b]);
    const changed = { ...a, status: "reopened" as const, version: 2 };
    const ledger = await swapped(orgId, [changed]);
    expect(ledger.segments).toHaveLength(2);
    expect(ledger.findings).toEqual(byId([changed, b]));
  });

  test("is written anew once it is in many segments, and lets the old ones go", async () => {
    const orgId = crypto.randomUUID();
    let one = finding();
    let ledger = await swapped(orgId, [one]);
    const first = ledger.segments?.[0]?.id ?? "";
    for (let version = 2; ledger.segments?.[0]?.id === first; version += 1) {
      expect(version).toBeLessThan(20);
      one = { ...one, version };
      ledger = await swapped(orgId, [one]);
    }
    expect(ledger.segments).toHaveLength(1);
    expect(ledger.findings).toEqual(byId([one]));
    const { data } = await SnapshotChunk.query
      .primary({ org_id: orgId, name: "findings-easm", version: first })
      .go({ consistent: true });
    expect(data.map(({ ttl }) => typeof ttl)).toEqual(["number"]);
  });

  test("comes from the rows when a chunk of it is lost", async () => {
    const orgId = crypto.randomUUID();
    const row = await putFinding(orgId, { status: "in_progress" });
    const ledger = await swapped(orgId, [finding({ id: row.id })]);
    const [segment] = ledger.segments ?? [];
    await SnapshotChunk.delete({
      org_id: orgId,
      name: "findings-easm",
      version: segment?.id ?? "",
      chunk: 0,
    }).go();
    const again = await readLedger(orgId, "easm");
    expect(again).toMatchObject({ segments: null, clock });
    expect(again.findings.get(row.id)).toMatchObject({ status: "in_progress" });
  });
});

describe("a finding that was touched", () => {
  const touch = (orgId: string, finding_id: string, version: number) =>
    TouchedFinding.put({ org_id: orgId, module: "easm", finding_id, version }).go();

  test("is known as its row has it", async () => {
    const orgId = crypto.randomUUID();
    const row = await putFinding(orgId, { status: "false_positive", version: 2 });
    await swapped(orgId, [finding({ id: row.id }), finding()]);
    await touch(orgId, row.id, 2);
    const { known, touched } = await readKnown(orgId, "easm");
    expect(known.get(row.id)).toMatchObject({ status: "false_positive", version: 2 });
    expect(known.size).toBe(2);
    await clearTouched(touched);
    expect((await readKnown(orgId, "easm")).touched).toEqual([]);
  });

  test("stays marked when it was touched again meanwhile", async () => {
    const orgId = crypto.randomUUID();
    const id = crypto.randomUUID();
    await touch(orgId, id, 2);
    const { touched } = await readKnown(orgId, "easm");
    await touch(orgId, id, 3);
    await clearTouched(touched);
    expect((await readKnown(orgId, "easm")).touched).toMatchObject([{ finding_id: id, version: 3 }]);
  });
});

describe("a repair", () => {
  test("makes the ledger say what the rows say, and keeps the clock", async () => {
    const orgId = crypto.randomUUID();
    const rows = [
      await putFinding(orgId, { status: "resolved", version: 4, misses: 1 }),
      await putFinding(orgId, { not_verified: "asset_unreachable", follows: false }),
      await putFinding(orgId, { duplicate_of: crypto.randomUUID() }),
    ];
    await putFinding(orgId, { module: "dast" });
    await swapped(orgId, [finding(), finding({ id: rows[0]?.id ?? "" })]);
    await TouchedFinding.put({ org_id: orgId, module: "easm", finding_id: rows[0]?.id ?? "", version: 4 }).go();
    expect(await rebuildLedger(orgId, "easm", new Date())).toBe(3);
    const { ledger, touched } = await readKnown(orgId, "easm");
    const told = (await knownFromRows(orgId, "easm")).map(({ reconciled, statusChangedAt, ...known }) => known);
    expect(ledger.findings).toEqual(byId(told));
    expect(ledger.clock).toEqual(clock);
    expect(touched).toEqual([]);
  });

  test("marks what an unfinished scan has written, so that the scan does not judge it twice", async () => {
    const orgId = crypto.randomUUID();
    await swapped(orgId, []);
    const row = await putFinding(orgId, { version: 2, reconciled: { scan_id: newId(), bucket: "still_open" } });
    await rebuildLedger(orgId, "easm", new Date());
    expect((await readKnown(orgId, "easm")).touched).toMatchObject([{ finding_id: row.id, version: 2 }]);
  });
});

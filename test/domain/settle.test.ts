import { describe, expect, test } from "vitest";
import type { DetectedFinding, KnownFinding, RecordedFinding } from "../../functions/domain/finding.ts";
import { neverScanned } from "../../functions/domain/ledger.ts";
import type { Coverage } from "../../functions/domain/reconcile.ts";
import { checkGroups, type Judgement, type Sighted, settle } from "../../functions/domain/settle.ts";
import type { SuppressionRule } from "../../functions/domain/suppression.ts";

const AT = "2026-02-01T00:00:00.000Z";
const EARLIER = "2026-01-01T00:00:00.000Z";

const known = (id: string, changes: Partial<KnownFinding> = {}): KnownFinding => ({
  id,
  version: 3,
  status: "new",
  misses: 0,
  scanners: ["easm.http"],
  asset: "www.example.com",
  digest: "same",
  follows: true,
  unverified: null,
  duplicateOf: null,
  ...changes,
});

const seen = (id: string, changes: Partial<Sighted> = {}): Sighted => ({
  id,
  scanners: ["easm.http"],
  digest: "same",
  weakness: id,
  severity: "high",
  finding_class: "issue",
  rule: undefined,
  suppressible: undefined,
  content: undefined,
  ...changes,
});

const content = { asset: "www.example.com" } as DetectedFinding;

interface World {
  readonly known?: readonly (KnownFinding | RecordedFinding)[];
  readonly seen?: readonly Sighted[];
  readonly coverage?: Partial<Coverage>;
  readonly duplicates?: readonly (readonly [string, string])[];
}

/** Judges one finding of a world in which nothing else is remarkable. */
function settled(id: string, world: World) {
  const before = new Map((world.known ?? []).map((finding) => [finding.id, finding]));
  const sighted = new Map((world.seen ?? []).map((one) => [one.id, one]));
  const coverage: Coverage = {
    scanId: "scan-2",
    at: AT,
    full: true,
    succeeded: new Set(["easm.http"]),
    failures: new Map(),
    inScope: () => true,
    reached: () => true,
    ...world.coverage,
  };
  const judgement: Judgement = {
    coverage,
    known: before,
    sighted,
    groups: checkGroups(before, sighted, coverage),
    duplicates: new Map(world.duplicates),
    clock: { ...neverScanned, seen_at: { "easm.http": EARLIER } },
  };
  return settle(id, before.get(id), judgement);
}

const change = (id: string, world: World) => settled(id, world)?.change;

const failed = { succeeded: new Set<string>(), failures: new Map([["easm.http", "timeout"]]) };

describe("a finding costs no write", () => {
  test("when it is seen again as it was", () => {
    expect(settled("a", { known: [known("a")], seen: [seen("a")] })).toMatchObject({
      change: null,
      isVerified: true,
      next: { version: 3 },
    });
  });

  test("when its whole scanner failed, which is said of the group", () => {
    const world = { known: [known("a"), known("b")], coverage: failed };
    expect(settled("a", world)).toMatchObject({ change: null, isVerified: false });
  });

  test("when it stays as unreachable as it was", () => {
    const away = known("a", { follows: false, unverified: "asset_unreachable" });
    const world = {
      known: [away, known("b", { asset: "b.example.com" })],
      seen: [seen("b")],
      coverage: { reached: (asset: string) => asset !== "www.example.com" },
    };
    expect(settled("a", world)).toMatchObject({ change: null, isVerified: false });
  });

  test("when it is gone and closed already", () => {
    const closed = known("a", { status: "confirmed_resolved", follows: false });
    expect(settled("a", { known: [closed] })).toMatchObject({ change: null, isVerified: true });
  });
});

describe("a finding that the scan leaves behind keeps the time at which it was last seen", () => {
  test("when it is missed", () => {
    expect(change("a", { known: [known("a")] })).toMatchObject({
      lastSeen: EARLIER,
      next: { unverified: null, misses: 1, follows: false, version: 4 },
    });
  });

  test("when it alone is not reached, with the reason", () => {
    const world = {
      known: [known("a"), known("b", { asset: "b.example.com" })],
      seen: [seen("b")],
      coverage: { reached: (asset: string) => asset !== "www.example.com" },
    };
    expect(change("a", world)).toMatchObject({
      lastSeen: EARLIER,
      next: { status: "new", misses: 0, follows: false, unverified: "asset_unreachable" },
    });
  });
});

describe("a finding that is seen although its group is not checked", () => {
  const world = {
    known: [known("a"), known("b"), known("c")],
    seen: [seen("a")],
    coverage: failed,
  };

  test("says so in its own row, and goes its own way", () => {
    expect(change("a", world)).toMatchObject({
      lastSeen: AT,
      isVerified: true,
      next: { follows: false, status: "new" },
    });
  });

  test("leaves the others as they are", () => {
    expect(settled("b", world)).toMatchObject({ change: null, isVerified: false });
  });

  test("is the rule, when most are seen: then the others are the exceptions", () => {
    const most = { ...world, seen: [seen("a"), seen("b")] };
    expect(change("a", most)).toBeNull();
    expect(change("c", most)).toMatchObject({ next: { unverified: "scanner_failed" }, lastSeen: EARLIER });
  });
});

test("a finding that is back follows its group again", () => {
  const back = known("a", { follows: false, misses: 1 });
  expect(change("a", { known: [back], seen: [seen("a")] })).toMatchObject({
    lastSeen: AT,
    next: { follows: true, misses: 0 },
  });
});

test("a finding that says something else is written, with all that it says", () => {
  const world = { known: [known("a")], seen: [seen("a", { digest: "other", content })] };
  expect(change("a", world)).toMatchObject({ content, next: { digest: "other", status: "new" } });
});

describe("what this scan has decided already stands", () => {
  const decided: RecordedFinding = {
    ...known("a", { status: "in_progress" }),
    reconciled: { scan_id: "scan-2", bucket: "auto_resolved" },
    statusChangedAt: AT,
  };

  test("also when the customer has answered since", () => {
    expect(settled("a", { known: [decided] })).toMatchObject({
      verdict: { bucket: "auto_resolved", status: "in_progress" },
      change: null,
    });
  });

  test("and so does what a later scan has decided", () => {
    const later = { ...decided, reconciled: { scan_id: "scan-3", bucket: "still_open" as const } };
    expect(change("a", { known: [later] })).toBeNull();
  });
});

describe("a duplicate", () => {
  const [primary, duplicate] = [known("a"), known("b", { duplicateOf: "a", scanners: ["easm.tls"] })];
  const succeeded = new Set(["easm.http", "easm.tls"]);

  test("is marked", () => {
    const world = {
      known: [primary, known("b", { scanners: ["easm.tls"] })],
      seen: [seen("a"), seen("b", { scanners: ["easm.tls"] })],
      duplicates: [["b", "a"]] as const,
    };
    expect(change("b", world)).toMatchObject({ next: { duplicateOf: "a" } });
    expect(change("a", world)).toBeNull();
  });

  test("stays one while the finding that speaks for it could not be checked", () => {
    const world = {
      known: [primary, duplicate],
      seen: [seen("b", { scanners: ["easm.tls"] })],
      coverage: { ...failed, succeeded: new Set(["easm.tls"]) },
    };
    expect(settled("b", world)).toMatchObject({ change: null, next: { duplicateOf: "a" } });
  });

  test.each([
    ["is resolved by the customer and could not be checked", "resolved", failed],
    ["is gone", "new", { succeeded }],
    ["is called a false alarm", "false_positive", failed],
  ] as const)("speaks for itself once the finding that spoke for it %s", (_, status, coverage) => {
    const world = {
      known: [{ ...primary, status }, duplicate],
      seen: [seen("b", { scanners: ["easm.tls"] })],
      coverage,
    };
    expect(change("b", world)).toMatchObject({ next: { duplicateOf: null } });
  });

  test("looks at what this scan has decided about the finding that speaks for it, and does not judge that again", () => {
    const rule = { id: "rule", match: "title", value: "x", status: "accepted_risk" } as SuppressionRule;
    const decided: RecordedFinding = {
      ...primary,
      status: "reopened",
      reconciled: { scan_id: "scan-2", bucket: "reopened" },
      statusChangedAt: AT,
    };
    const world = {
      known: [decided, duplicate],
      seen: [seen("a", { rule }), seen("b", { scanners: ["easm.tls"] })],
      coverage: { succeeded },
      duplicates: [["b", "a"]] as const,
    };
    expect(settled("b", world)).toMatchObject({ next: { duplicateOf: "a" } });
  });

  test("points to the finding that speaks for the one that spoke for it", () => {
    const third = known("c", { scanners: ["easm.headers"] });
    const world = {
      known: [primary, duplicate, third],
      seen: [seen("a"), seen("c", { scanners: ["easm.headers"] })],
      coverage: { succeeded: new Set(["easm.http", "easm.headers"]), failures: new Map([["easm.tls", "timeout"]]) },
      duplicates: [["a", "c"]] as const,
    };
    expect(change("b", world)).toMatchObject({ next: { duplicateOf: "c" } });
  });
});

test("a finding whose group was not checked, for another reason than its own, tells its own", () => {
  const world = {
    known: [known("a"), known("b"), known("c", { asset: "c.example.com" })],
    coverage: { inScope: (asset: string) => asset === "c.example.com", reached: () => false },
  };
  expect(change("a", world)).toBeNull();
  expect(change("c", world)).toMatchObject({ next: { unverified: "asset_unreachable" } });
});

describe("a suppression rule", () => {
  const rule = { id: "rule", match: "template_id", value: "x", status: "accepted_risk" } as SuppressionRule;

  test("gives a new finding its status", () => {
    expect(change("a", { seen: [seen("a", { rule, content })] })).toMatchObject({
      rule,
      verdict: { bucket: "unchanged", status: "accepted_risk" },
      next: { version: 1 },
    });
  });

  test("gives one that nobody has answered its status", () => {
    expect(change("a", { known: [known("a")], seen: [seen("a", { rule })] })).toMatchObject({ rule });
  });

  test("is not what suppresses a finding that is suppressed already", () => {
    const suppressed = known("a", { status: "accepted_risk" });
    expect(change("a", { known: [suppressed], seen: [seen("a", { rule })] })).toBeNull();
  });
});

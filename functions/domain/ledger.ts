import type { UnverifiedCause } from "./vocabulary.ts";

/** A part of a module's ledger: later segments override earlier ones, finding by finding. */
export interface LedgerSegment {
  readonly id: string;
  readonly chunks: number;
  readonly findings: number;
}

/**
 * What a scan says of whole groups of findings, so that the row of each need not be written. A group is the findings that
 * the same scanners report.
 */
export interface ModuleClock {
  /** When each group was last looked for with success, ISO 8601: `last_seen` of the findings that follow their group. */
  readonly seen_at: Readonly<Record<string, string>>;
  /** The last scan that judged the module's findings, and when; empty before there is one. */
  readonly scan_id: string;
  readonly at: string;
  /** Groups that this scan could not check, by cause. */
  readonly not_verified: Readonly<Partial<Record<UnverifiedCause, readonly string[]>>>;
  /** Scanners that failed in it, and why. */
  readonly failures: Readonly<Record<string, string>>;
}

export const neverScanned: ModuleClock = { seen_at: {}, scan_id: "", at: "", not_verified: {}, failures: {} };

/** Why the last scan could not say whether a finding is still there: in a word, in a sentence, and when. */
export interface NotVerified {
  readonly cause: UnverifiedCause;
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Names the group of a finding: its scanners, sorted. */
export const scannerGroup = (scanners: readonly string[]): string => [...scanners].sort().join(",");

/** What a row says of when it was seen. */
export interface Seen {
  readonly scanner_group: string;
  readonly follows: boolean;
  readonly last_seen: string;
}

/** What a row says of whether the last scan could check it. */
export interface Verified {
  readonly scanner_group: string;
  readonly asset?: string | undefined;
  readonly not_verified?: UnverifiedCause | undefined;
  readonly verified_by?: string | undefined;
}

/** The last time that a scan saw the finding, ISO 8601. */
export function lastSeen({ scanner_group, follows, last_seen }: Seen, clock: ModuleClock): string {
  const group = clock.seen_at[scanner_group];
  return follows && group !== undefined && group > last_seen ? group : last_seen;
}

/** Why the last scan could not check the finding; null when it could. */
export function notVerified(row: Verified, clock: ModuleClock): NotVerified | null {
  const cause = row.not_verified ?? (row.verified_by === clock.scan_id ? null : causeOfGroup(row.scanner_group, clock));
  return cause && { cause, reason: reasonOf(cause, row, clock), at: clock.at };
}

function causeOfGroup(group: string, { not_verified }: ModuleClock): UnverifiedCause | null {
  const entries = Object.entries(not_verified) as [UnverifiedCause, readonly string[]][];
  return entries.find(([, groups]) => groups.includes(group))?.[0] ?? null;
}

function reasonOf(cause: UnverifiedCause, { scanner_group, asset }: Verified, { failures }: ModuleClock): string {
  const place = asset || "its asset";
  switch (cause) {
    case "scanner_failed": {
      const scanner = scanner_group.split(",").find((one) => failures[one] !== undefined);
      return scanner === undefined
        ? `A scanner failed in the last scan: ${scanner_group}`
        : `${scanner} failed in the last scan: ${failures[scanner]}`;
    }
    case "asset_unreachable":
      return `The last scan could not reach all that ${place} is on`;
    case "scanner_not_run":
      return `The last scan did not run all of its scanners: ${scanner_group.replaceAll(",", ", ")}`;
    case "limited_scan":
      return "The last scan was limited to chosen scanners or targets and did not see it; a full scan can tell";
    case "asset_out_of_scope":
      return `${place} was not in the scope of the last scan`;
    default:
      return cause satisfies never;
  }
}

/** A row with what its module's clock says of it. */
export const current = <R extends Seen & Verified>(
  row: R,
  clock: ModuleClock,
): Omit<R, "not_verified"> & { readonly not_verified: NotVerified | null } => ({
  ...row,
  last_seen: lastSeen(row, clock),
  not_verified: notVerified(row, clock),
});

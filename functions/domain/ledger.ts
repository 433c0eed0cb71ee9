import type { NotVerified } from "./finding.ts";

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
  /** The last scan that judged the module's findings; empty before there is one. */
  readonly scan_id: string;
  /** Groups that this scan could not check, and why. */
  readonly not_verified: readonly GroupsNotVerified[];
}

export interface GroupsNotVerified extends NotVerified {
  readonly groups: readonly string[];
}

export const neverScanned: ModuleClock = { seen_at: {}, scan_id: "", not_verified: [] };

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
  readonly not_verified?: NotVerified | undefined;
  readonly verified_by?: string | undefined;
}

/** The last time that a scan saw the finding, ISO 8601. */
export function lastSeen({ scanner_group, follows, last_seen }: Seen, clock: ModuleClock): string {
  const group = clock.seen_at[scanner_group];
  return follows && group !== undefined && group > last_seen ? group : last_seen;
}

/** Why the last scan could not check the finding; null when it could. */
export function notVerified(row: Verified, clock: ModuleClock): NotVerified | null {
  if (row.not_verified) return row.not_verified;
  if (row.verified_by === clock.scan_id) return null;
  const group = clock.not_verified.find(({ groups }) => groups.includes(row.scanner_group));
  return group ? { cause: group.cause, reason: group.reason, at: group.at } : null;
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

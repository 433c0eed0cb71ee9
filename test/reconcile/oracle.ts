/**
 * What must become of findings, written down as plainly as it can be: one object per finding, every rule in words, nothing
 * packed, cached or skipped. It shares no code with what it judges.
 */

export type Status =
  | "new"
  | "in_progress"
  | "resolved"
  | "confirmed_resolved"
  | "reopened"
  | "accepted_risk"
  | "false_positive";
export type Match = "template_id" | "cve" | "category" | "title";

export type Cause = "scanner_failed" | "scanner_not_run" | "limited_scan" | "asset_out_of_scope" | "asset_unreachable";

/** What a scan says of a finding. */
export interface Sighting {
  readonly id: string;
  readonly host: string;
  readonly scanners: readonly string[];
  /** What it is and where, whoever reports it: findings of different scanners with the same one are duplicates. */
  readonly weakness: string;
  /** What suppression rules compare. */
  readonly values: Readonly<Partial<Record<Match, string>>>;
  /** What a customer reads; only the last word counts. */
  readonly content: string;
}

/** What a scan was able to see. */
export interface Sight {
  /** Neither scanners nor targets were chosen. */
  readonly full: boolean;
  readonly runs: Readonly<Record<string, "ok" | "failed" | "skipped">>;
  readonly inScope: (host: string) => boolean;
  readonly reached: (host: string) => boolean;
}

export interface ExpectedFinding {
  readonly id: string;
  readonly host: string;
  readonly values: Readonly<Partial<Record<Match, string>>>;
  weakness: string;
  status: Status;
  misses: number;
  scanners: string[];
  content: string;
  /** Numbers of scans. */
  readonly firstSeen: number;
  lastSeen: number;
  /** The rule that gave it its status. */
  suppressedBy: string | null;
  /** That rule is gone, and the next scan that judges returns the finding. */
  isReturning: boolean;
  /** What it would be without that rule. */
  returnsTo: "new" | "reopened";
  /** The rule that the answer to it has made. */
  ruleMade: string | null;
  notVerified: Cause | null;
  duplicateOf: string | null;
  readonly history: { readonly event: string; readonly from: Status | null; readonly to: Status }[];
}

export interface ExpectedRule {
  readonly match: Match;
  readonly value: string;
  status: "accepted_risk" | "false_positive";
  /** The finding whose answer made it. */
  madeBy: string;
  /** Its time is over: it holds no more, and the next scan that judges takes it back. */
  expired: boolean;
  hits: number;
}

export interface ExpectedDelta {
  new: number;
  reopened: number;
  confirmed_resolved: number;
  still_open: number;
  auto_resolved: number;
}

const open: readonly Status[] = ["new", "in_progress", "reopened"];
const suppressed: readonly Status[] = ["accepted_risk", "false_positive"];
const closed: readonly Status[] = ["resolved", "confirmed_resolved"];
const narrowestFirst: readonly Match[] = ["cve", "template_id", "title", "category"];

export class Oracle {
  readonly findings = new Map<string, ExpectedFinding>();
  readonly rules = new Map<string, ExpectedRule>();
  delta: ExpectedDelta | null = null;
  /** Findings of each status when the last scan that judged ended. */
  breakdown: Partial<Record<Status, number>> = {};
  scans = 0;

  /** The same, to be led another way. */
  clone(): Oracle {
    const other = new Oracle();
    for (const [id, finding] of structuredClone(this.findings)) other.findings.set(id, finding);
    for (const [name, rule] of structuredClone(this.rules)) other.rules.set(name, rule);
    return Object.assign(other, { delta: this.delta, breakdown: this.breakdown, scans: this.scans });
  }

  /** A scan that was completed or partial. One that failed or was cancelled changes nothing. */
  scan(seen: ReadonlyMap<string, Sighting>, sight: Sight): void {
    this.scans += 1;
    for (const [name, rule] of [...this.rules]) if (rule.expired) this.removeRule(name);
    for (const finding of this.findings.values()) if (finding.isReturning) returned(finding);
    const delta = { new: 0, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0 };
    const duplicates = duplicatesOf([...seen.values()], this.findings);
    for (const sighting of seen.values()) {
      const known = this.findings.get(sighting.id);
      if (!known) this.#born(sighting, delta);
      else this.#seenAgain(known, sighting, delta);
    }
    for (const finding of this.findings.values()) if (!seen.has(finding.id)) this.#notSeen(finding, sight, delta);
    this.#markDuplicates(duplicates, seen);
    this.delta = delta;
    this.breakdown = {};
    for (const { status } of this.findings.values()) this.breakdown[status] = (this.breakdown[status] ?? 0) + 1;
  }

  #born({ id, host, values, scanners, weakness, content }: Sighting, delta: ExpectedDelta): void {
    const rule = this.#ruleFor(values);
    const status = rule ? rule.status : "new";
    if (rule) rule.hits += 1;
    else delta.new += 1;
    this.findings.set(id, {
      ...{ id, host, values, weakness, content, status },
      misses: 0,
      scanners: [...scanners].sort(),
      firstSeen: this.scans,
      lastSeen: this.scans,
      suppressedBy: rule ? nameOf(rule) : null,
      isReturning: false,
      returnsTo: "new",
      ruleMade: null,
      notVerified: null,
      duplicateOf: null,
      history: [{ event: "detected", from: null, to: status }],
    });
  }

  #seenAgain(finding: ExpectedFinding, { scanners, content, weakness }: Sighting, delta: ExpectedDelta): void {
    finding.misses = 0;
    finding.lastSeen = this.scans;
    finding.notVerified = null;
    finding.scanners = [...new Set([...finding.scanners, ...scanners])].sort();
    finding.content = content;
    finding.weakness = weakness;
    const { status } = finding;
    // Somebody has answered it, and the answer stands.
    if (suppressed.includes(status)) return;
    if (status === "in_progress") {
      delta.still_open += 1;
      return;
    }
    const rule = status === "resolved" ? undefined : this.#ruleFor(finding.values);
    if (rule) {
      rule.hits += 1;
      finding.suppressedBy = nameOf(rule);
      finding.returnsTo = status === "new" ? "new" : "reopened";
      become(finding, "suppressed", rule.status);
    } else if (closed.includes(status)) {
      delta.reopened += 1;
      become(finding, "reopened", "reopened");
    } else delta.still_open += 1;
  }

  #notSeen(finding: ExpectedFinding, sight: Sight, delta: ExpectedDelta): void {
    finding.notVerified = whyNotVerified(finding, sight);
    const { status } = finding;
    if (finding.notVerified !== null) {
      if (open.includes(status)) delta.still_open += 1;
      return;
    }
    if (status === "resolved") {
      finding.misses += 1;
      delta.confirmed_resolved += 1;
      become(finding, "confirmed_resolved", "confirmed_resolved");
    } else if (open.includes(status)) {
      finding.misses += 1;
      if (finding.misses < 2) {
        delta.still_open += 1;
        return;
      }
      delta.auto_resolved += 1;
      become(finding, "auto_resolved", "confirmed_resolved");
    }
  }

  /**
   * What two scanners say of the same thing is shown once: by the one that speaks for the other, and that is open and
   * not known to be gone. Nothing may be hidden behind what nobody looks at.
   */
  #markDuplicates(duplicates: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Sighting>): void {
    for (const finding of this.findings.values()) {
      const found = duplicates.get(finding.id);
      const earlier = finding.duplicateOf;
      const primaryId = found ?? (earlier === null ? undefined : (duplicates.get(earlier) ?? earlier));
      const primary = primaryId === undefined ? undefined : this.findings.get(primaryId);
      const saysTheSame = found !== undefined || !(seen.has(finding.id) && seen.has(primary?.id ?? ""));
      const stands =
        primary &&
        primary !== finding &&
        saysTheSame &&
        open.includes(primary.status) &&
        (seen.has(primary.id) || primary.notVerified !== null);
      finding.duplicateOf = stands ? primary.id : null;
    }
  }

  /** The rule that holds for a finding: the one that says most about it. */
  #ruleFor(values: ExpectedFinding["values"]): ExpectedRule | undefined {
    for (const match of narrowestFirst) {
      const value = values[match];
      const rule = value === undefined ? undefined : this.rules.get(`${match}: ${value}`);
      if (rule && !rule.expired) return rule;
    }
    return undefined;
  }

  /** The customer's answer. False when it asks to suppress by what the finding does not have: then nothing changes. */
  answer(id: string, status: Status, similar?: boolean, match: Match = "template_id"): boolean {
    const finding = this.#get(id);
    const isSuppressed = status === "accepted_risk" || status === "false_positive";
    const value = finding.values[match];
    if (isSuppressed && similar && value === undefined) return false;
    const asked = isSuppressed && similar ? `${match}: ${value}` : null;
    const earlier = finding.ruleMade;
    if (earlier !== null && (!isSuppressed || similar === false || (asked !== null && asked !== earlier))) {
      const rule = this.rules.get(earlier);
      if (rule?.madeBy === id) {
        this.rules.delete(earlier);
        for (const other of this.findings.values()) if (other.suppressedBy === earlier) other.isReturning = true;
      }
      finding.ruleMade = null;
    }
    if (asked !== null && isSuppressed && value !== undefined) {
      this.rules.set(asked, { match, value, status, madeBy: id, expired: false, hits: 0 });
      finding.ruleMade = asked;
    }
    finding.suppressedBy = null;
    finding.isReturning = false;
    become(finding, "feedback", status);
    return true;
  }

  /** Takes a rule back: what it has suppressed is to be looked at again. False when there is no such rule in force. */
  removeRule(name: string): boolean {
    const rule = this.rules.get(name);
    if (!rule) return false;
    this.rules.delete(name);
    for (const finding of this.findings.values()) {
      if (finding.suppressedBy === name && !finding.isReturning) {
        if (finding.ruleMade === name) finding.ruleMade = null;
        returned(finding);
      } else if (finding.id === rule.madeBy && finding.ruleMade === name && suppressed.includes(finding.status)) {
        finding.ruleMade = null;
        become(finding, "unsuppressed", "reopened");
      }
    }
    return true;
  }

  #get(id: string): ExpectedFinding {
    const finding = this.findings.get(id);
    if (!finding) throw new Error(`no finding ${id}`);
    return finding;
  }
}

export const nameOf = ({ match, value }: Pick<ExpectedRule, "match" | "value">): string => `${match}: ${value}`;

function returned(finding: ExpectedFinding): void {
  finding.suppressedBy = null;
  finding.isReturning = false;
  become(finding, "unsuppressed", finding.returnsTo);
}

function become(finding: ExpectedFinding, event: string, to: Status): void {
  finding.history.push({ event, from: finding.status, to });
  finding.status = to;
}

/** Null when the scan would have seen the finding, had it been there. */
function whyNotVerified({ scanners, host }: ExpectedFinding, sight: Sight): Cause | null {
  const { full, runs, inScope, reached } = sight;
  if (scanners.some((scanner) => runs[scanner] === "failed")) return "scanner_failed";
  if (scanners.some((scanner) => runs[scanner] === undefined)) return "scanner_not_run";
  if (!full) return "limited_scan";
  if (!inScope(host)) return "asset_out_of_scope";
  // Ports are looked at address by address, and only the names tell the addresses.
  const isBlind = scanners.includes("easm.ports") && !["ok", "skipped"].includes(runs["easm.dns"] ?? "");
  return reached(host) && !isBlind ? null : "asset_unreachable";
}

/**
 * Of findings that say the same of the same place one speaks for the others: one that was known before and spoke for itself,
 * then the one with the smallest id. A finding whose scanner reports another of them is no duplicate.
 */
function duplicatesOf(
  seen: readonly Sighting[],
  findings: ReadonlyMap<string, ExpectedFinding>,
): ReadonlyMap<string, string> {
  const spokeForItself = (id: string) => findings.get(id)?.duplicateOf === null;
  const result = new Map<string, string>();
  for (const { weakness } of seen) {
    const same = seen.filter((other) => other.weakness === weakness);
    const ids = same.map(({ id }) => id).sort();
    const primary = ids.find(spokeForItself) ?? ids[0] ?? "";
    for (const { id, scanners } of same) {
      const shares = same.some(
        (other) => other.id !== id && other.scanners.some((scanner) => scanners.includes(scanner)),
      );
      if (id !== primary && !shares) result.set(id, primary);
    }
  }
  return result;
}

import { expect } from "vitest";
import type { OrgIdentity } from "../../functions/domain/identity.ts";
import { lastSeen, notVerified } from "../../functions/domain/ledger.ts";
import { ruleId } from "../../functions/domain/suppression.ts";
import type { SuppressMatch } from "../../functions/domain/vocabulary.ts";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { Suppression } from "../../functions/store/entities/suppression.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { findingClocks } from "../../functions/store/ledger.ts";
import { removeRule } from "../../functions/store/suppressions.ts";
import { testCaller } from "../support/caller.ts";
import { withFault } from "../support/faults.ts";
import { assertInvariants, type HistoryCache, type ModuleState } from "../support/invariants.ts";
import { findingOf, nominalOrg, readyScan } from "../support/scan-fixture.ts";
import {
  type AnswerCommand,
  type Command,
  detectedBy,
  hosts,
  type RuleCommand,
  type ScanCommand,
  setupOf,
  universe,
} from "./commands.ts";
import { nameOf, Oracle, type Sight, type Sighting } from "./oracle.ts";

/** One org, what the service makes of it, and what the oracle says. */
export class World {
  readonly #org: OrgIdentity;
  readonly #ids: readonly string[];
  readonly #histories: HistoryCache = new Map();
  #oracle = new Oracle();

  /** The ids of findings follow from that of the org, and which finding speaks for another from theirs. */
  constructor(orgId: string) {
    this.#org = nominalOrg(orgId);
    this.#ids = universe.map((detection) => findingOf(orgId, detection).id);
  }

  async carryOut(command: Command): Promise<void> {
    switch (command.kind) {
      case "scan":
        return this.#scan(command);
      case "answer":
        await this.#answer(command, this.#oracle);
        return this.#compare(this.#oracle, false);
      case "remove":
      case "expire":
        return this.#onRule(command);
      default:
        return command satisfies never;
    }
  }

  /** Nothing has come to the histories but what was read as it came. */
  async assertAtTheEnd(): Promise<void> {
    const { histories } = await assertInvariants(this.#org.id, "easm");
    for (const [id, rows] of histories) expect(rows).toEqual(this.#histories.get(id)?.rows);
  }

  async #scan(command: ScanCommand): Promise<void> {
    const setup = setupOf(command);
    const ref = await readyScan(this.#org, setup);
    const judges = !command.stopAsked && Object.values(setup.runs ?? {}).some((outcome) => outcome === "ok");
    const { fault, meanwhile, delivery } = command;
    const answerFirst = this.#oracle.clone();
    const scanFirst = this.#oracle;
    if (judges) scanFirst.scan(this.#sightings(command), this.#sight(command));
    if (fault) await withFault(fault, () => finalize(ref));
    // Where the attempt had judged the finding before it died, the answer came after the scan, else before it.
    const isAnswered = meanwhile !== null && fault !== null && (await this.#answer(meanwhile, scanFirst, true));
    if (delivery === "at once") await Promise.all([finalize(ref), finalize(ref)]);
    else await finalize(ref);
    if (delivery === "again") await finalize(ref);
    if (!isAnswered) return this.#compare(scanFirst);
    this.#expect(meanwhile, answerFirst);
    if (judges) answerFirst.scan(this.#sightings(command), this.#sight(command));
    try {
      await this.#compare(scanFirst);
    } catch (error) {
      await this.#compare(answerFirst).catch(() => {
        throw error;
      });
      this.#oracle = answerFirst;
    }
  }

  /** Gives an answer, and tells the oracle. False when there is no such finding, or not yet. */
  async #answer(command: AnswerCommand, oracle: Oracle, isBetweenAttempts = false): Promise<boolean> {
    const { which, status, similar, match } = command;
    const id = this.#ids[which] ?? "";
    const feedback = { status, suppress_similar: similar, suppress_match: match };
    const caller = testCaller();
    const answered = await giveFeedback(this.#org, id, feedback, caller).catch((error: unknown) => String(error));
    if (answered === null) {
      expect(oracle.findings.has(id) && !isBetweenAttempts, "the finding is there").toBe(false);
      return false;
    }
    expect(typeof answered !== "string", `the answer is taken: ${answered}`).toBe(this.#expect(command, oracle));
    return true;
  }

  #expect({ which, status, similar, match }: AnswerCommand, oracle: Oracle): boolean {
    const id = this.#ids[which] ?? "";
    return oracle.findings.has(id) && oracle.answer(id, status, similar, match);
  }

  async #onRule({ kind, which }: RuleCommand): Promise<void> {
    const active = [...this.#oracle.rules.values()];
    const rule = active[which % Math.max(1, active.length)];
    if (!rule) return;
    const id = ruleId(this.#org.id, rule.match, rule.value);
    if (kind === "remove") {
      expect(await removeRule(this.#org, id, testCaller())).toBe(this.#oracle.removeRule(nameOf(rule)));
    } else {
      rule.expired = true;
      const past = new Date(Date.now() - 1000).toISOString();
      await Suppression.patch({ org_id: this.#org.id, id }).set({ expires_at: past }).go({ response: "none" });
    }
    await this.#compare(this.#oracle);
  }

  #sightings(command: ScanCommand): ReadonlyMap<string, Sighting> {
    const sightings = detectedBy(command).map((detection): Sighting => {
      const { id, scanners, evidence } = findingOf(this.#org.id, detection);
      const { rule, host, title = "", category = "", cve, text } = detection;
      return {
        ...{ id, host, scanners },
        weakness: `${host} ${cve ?? `${text?.cwe_id ?? ""} ${title}`}`,
        values: { template_id: rule, category, title, ...(cve === undefined ? {} : { cve }) },
        content: String(evidence.excerpt),
      };
    });
    return new Map(sightings.map((sighting) => [sighting.id, sighting]));
  }

  #sight(command: ScanCommand): Sight {
    const { limit, listed, unreached } = command;
    return {
      full: limit === "none" || limit === "exclude",
      runs: setupOf(command).runs ?? {},
      inScope: (host) => (limit === "targets" ? host === hosts[0] : limit !== "exclude" || host !== hosts[2]),
      reached: (host) => listed.includes(host) && !unreached.includes(host),
    };
  }

  /** What is not as expected, finding by finding, in words. */
  #differences(actual: readonly Described[], expected: readonly Described[]): readonly string[] {
    const nameOf = (id: string) => {
      const detection = universe[this.#ids.indexOf(id)];
      return `${detection?.rule} on ${detection?.host}`;
    };
    const wanted = new Map(expected.map((finding) => [finding.id, finding]));
    const given = new Map(actual.map((finding) => [finding.id, finding]));
    return [...new Set([...wanted.keys(), ...given.keys()])].flatMap((id) =>
      Object.keys({ ...wanted.get(id), ...given.get(id) }).flatMap((field) => {
        const [is, should] = [given, wanted].map((findings) => JSON.stringify(findings.get(id)?.[field]));
        return is === should ? [] : [`${nameOf(id)}: ${field} is ${is}, should be ${should}`];
      }),
    );
  }

  async #compare(oracle: Oracle, derived = true): Promise<void> {
    const { id: orgId } = this.#org;
    const [state, clockOf, { data: rules }] = await Promise.all([
      assertInvariants(orgId, "easm", { cache: this.#histories, derived }),
      findingClocks(orgId),
      Suppression.query.primary({ org_id: orgId }).go({ consistent: true, pages: "all" }),
    ]);
    const clock = clockOf("easm");
    const judged = state.scans.filter(({ delta }) => delta !== undefined);
    const seenAt = (scan: number) => judged[scan - 1]?.judged_at;
    const idOf = (name: string | null) => {
      if (name === null) return undefined;
      const [match = "", ...value] = name.split(": ");
      return ruleId(orgId, match as SuppressMatch, value.join(": "));
    };
    const actual = state.findings.map((row) => ({
      ...{ id: row.id, status: row.status, misses: row.misses, scanners: row.scanners.toSorted() },
      content: row.evidence.excerpt,
      first_seen: row.first_seen,
      last_seen: lastSeen(row, clock),
      suppressed_by: row.suppressed_by,
      not_verified: notVerified(row, clock)?.cause ?? null,
      duplicate_of: row.duplicate_of ?? null,
      history: historyOf(state, row.id),
    }));
    const expected = [...oracle.findings.values()].map((finding) => ({
      ...{ id: finding.id, status: finding.status, misses: finding.misses, scanners: finding.scanners },
      content: finding.content,
      first_seen: seenAt(finding.firstSeen),
      last_seen: seenAt(finding.lastSeen),
      suppressed_by: idOf(finding.suppressedBy),
      not_verified: finding.notVerified,
      duplicate_of: finding.duplicateOf,
      history: finding.history.map(({ event, from, to }) => `${event}: ${from ?? ""} -> ${to}`),
    }));
    expect(this.#differences(actual, expected)).toEqual([]);
    expect(rules.map(({ id, hits, status }) => ({ id, hits, status })).sort(byId)).toEqual(
      [...oracle.rules.values()]
        .map(({ match, value, hits, status }) => ({ id: ruleId(orgId, match, value), hits, status }))
        .sort(byId),
    );
    expect(judged).toHaveLength(oracle.scans);
    const last = judged.at(-1);
    if (!last) return;
    expect(last.delta).toEqual(oracle.delta);
    expect(last.feedback_validation?.status_breakdown).toEqual(oracle.breakdown);
  }
}

const historyOf = ({ histories }: ModuleState, id: string): readonly string[] =>
  (histories.get(id) ?? []).map((row) => `${row.event}: ${row.old_status ?? ""} -> ${row.new_status}`);

type Described = Readonly<Record<string, unknown>> & { readonly id: string };

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);

import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { lastSeen, notVerified } from "../../functions/domain/ledger.ts";
import { ruleId } from "../../functions/domain/suppression.ts";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { Suppression } from "../../functions/store/entities/suppression.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { findingClocks } from "../../functions/store/ledger.ts";
import { removeRule } from "../../functions/store/suppressions.ts";
import { testCaller } from "../support/caller.ts";
import { withFault } from "../support/faults.ts";
import { assertInvariants, type HistoryCache, type ModuleState } from "../support/invariants.ts";
import { findingOf, nominalOrg, readyScan } from "../support/scan-fixture.ts";
import { useService } from "../support/service.ts";
import {
  type AnswerCommand,
  type Command,
  detectedBy,
  hosts,
  type RuleCommand,
  type ScanCommand,
  sequence,
  setupOf,
  universe,
} from "./commands.ts";
import { nameOf, Oracle, type Sight, type Sighting } from "./oracle.ts";

/** Whatever happens to an org, its findings are what a plain oracle says. */

vi.mock("../../functions/store/executions.ts", () => ({
  startExecution: async () => "started",
  isExecuting: async () => true,
}));

useService();

const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 400);
const COMMANDS = 30;
const SEED = Number(process.env.MODEL_SEED ?? 20_260_102);
const AT_ONCE = 16;

test(`${SEQUENCES} sequences of ${COMMANDS} commands each`, { timeout: 3_600_000 }, async () => {
  const queue = fc.sample(sequence(COMMANDS), { numRuns: SEQUENCES, seed: SEED });
  const total = queue.length;
  const started = performance.now();
  const worker = async () => {
    for (let commands = queue.pop(); commands; commands = queue.pop()) {
      const failure = await run(commands);
      if (!failure) continue;
      queue.length = 0;
      console.error(`seed ${SEED}: ${failure.message}\n${JSON.stringify(commands)}`);
      const least = await shrunk(commands.slice(0, failure.step + 1));
      throw new Error(`seed ${SEED}: ${least.failure.message}\n${JSON.stringify(least.commands)}`, {
        cause: least.failure.error,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.info(`${total} sequences in ${Math.round((performance.now() - started) / 1000)} s`);
});

interface Failure {
  readonly step: number;
  readonly message: string;
  readonly error: unknown;
}

/** Carries the commands out; null when everything was as the oracle says. */
async function run(commands: readonly Command[]): Promise<Failure | null> {
  const world = new World();
  for (const [step, command] of commands.entries()) {
    try {
      await world.carryOut(command);
    } catch (error) {
      const message = `step ${step}, ${command.kind}: ${reasonOf(error)}`;
      return { step, message, error };
    }
  }
  await world.assertAtTheEnd();
  return null;
}

const SHRINKING_RUNS_MAX = 300;

/** A shorter and plainer way to fail, found by leaving out what is not needed. */
async function shrunk(commands: readonly Command[]): Promise<{ commands: readonly Command[]; failure: Failure }> {
  let least = commands;
  let failure = await run(least);
  if (!failure) throw new Error(`seed ${SEED}: failed once and not again: ${JSON.stringify(commands)}`);
  for (let runs = 0, progress = true; progress && runs < SHRINKING_RUNS_MAX; ) {
    progress = false;
    for (const candidate of plainer(least)) {
      runs += 1;
      const again = runs < SHRINKING_RUNS_MAX ? await run(candidate) : null;
      if (!again) continue;
      least = candidate.slice(0, again.step + 1);
      failure = again;
      progress = true;
      break;
    }
  }
  return { commands: least, failure };
}

function* plainer(commands: readonly Command[]): Generator<readonly Command[]> {
  for (const index of commands.keys()) yield commands.toSpliced(index, 1);
  for (const [index, command] of commands.entries()) {
    if (command.kind !== "scan") continue;
    const simple: readonly Partial<ScanCommand>[] = [
      ...(command.fault ? [{ fault: null }] : []),
      ...(command.meanwhile ? [{ meanwhile: null }] : []),
      ...(command.delivery === "once" ? [] : [{ delivery: "once" as const }]),
      ...(command.limit === "none" ? [] : [{ limit: "none" as const }]),
      ...(command.listed.length === hosts.length ? [] : [{ listed: hosts }]),
      ...(command.unreached.length === 0 ? [] : [{ unreached: [] }]),
      ...command.looks.flatMap((look, which) =>
        look === "absent" ? [] : [{ looks: command.looks.with(which, look === "plain" ? "absent" : "plain") }],
      ),
    ];
    for (const change of simple) yield commands.with(index, { ...command, ...change });
  }
}

/** One org, what the service makes of it, and what the oracle says. */
class World {
  readonly #org = nominalOrg();
  readonly #ids = universe.map((detection) => findingOf(this.#org.id, detection).id);
  readonly #histories: HistoryCache = new Map();
  #oracle = new Oracle();

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
    const active = [...this.#oracle.rules.values()].filter((rule) => rule.active);
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
      const rule = name === null ? undefined : oracle.rules.get(name);
      return rule && ruleId(orgId, rule.match, rule.value);
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
    expect(rules.map(({ id, active, hits, status }) => ({ id, active, hits, status })).sort(byId)).toEqual(
      [...oracle.rules.values()]
        .map(({ match, value, active, hits, status }) => ({ id: ruleId(orgId, match, value), active, hits, status }))
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

/** What an assertion says, with what it found: its message leaves that out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { readonly actual?: unknown; readonly expected?: unknown };
  const found = actual === undefined ? "" : `\n  is ${JSON.stringify(actual)}\n  should be ${JSON.stringify(expected)}`;
  return `${error.message}${found}`;
}

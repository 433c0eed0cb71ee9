import fc from "fast-check";
import type { FeedbackStatus, SuppressMatch } from "../../functions/domain/vocabulary.ts";
import type { Fault } from "../support/faults.ts";
import { ALL_SCANNERS, type Detection, type RunOutcome, type ScanSetup } from "../support/scan-fixture.ts";

/** What happens to an org, in a world so small that everything meets everything: three hosts, three scanners of two rules each. */

export const hosts = ["a.acme.test", "b.acme.test", "c.acme.test"] as const;

const rules: readonly Omit<Detection, "host">[] = [
  { rule: "easm.dns.shared", title: "Shared", category: "dns" },
  { rule: "easm.dns.lone", title: "Lone", category: "dns" },
  { rule: "easm.ports.cve", title: "Old version", category: "network", cve: "CVE-2024-0001" },
  { rule: "easm.ports.lone", title: "Lone", category: "network", text: { cwe_id: "CWE-200" } },
  { rule: "easm.http.shared", title: "Shared", category: "http" },
  { rule: "easm.http.cve", title: "Old version, too", category: "http", cve: "CVE-2024-0001" },
];

/** Every finding that there can be. */
export const universe: readonly Detection[] = hosts.flatMap((host) => rules.map((rule) => ({ ...rule, host })));

/** How a finding shows in a scan: not at all, as ever, with other evidence, or to another scanner as well. */
export type Look = "absent" | "plain" | "other" | "also";

export interface ScanCommand {
  readonly kind: "scan";
  /** One for each of the universe. */
  readonly looks: readonly Look[];
  readonly runs: Readonly<Record<string, RunOutcome>>;
  readonly listed: readonly string[];
  readonly unreached: readonly string[];
  readonly limit: "none" | "scanners" | "targets" | "exclude";
  readonly stopAsked: boolean;
  /** A fault in the first attempt; the next one is undisturbed. */
  readonly fault: Fault | null;
  /** An answer between the attempts, or to one at the same time as the only one. */
  readonly meanwhile: AnswerCommand | null;
  readonly delivery: "once" | "again" | "at once";
}

export interface AnswerCommand {
  readonly kind: "answer";
  readonly which: number;
  readonly status: FeedbackStatus;
  readonly similar: boolean | undefined;
  readonly match: SuppressMatch | undefined;
}

/** Takes back, or lets expire, one of the active rules. */
export interface RuleCommand {
  readonly kind: "remove" | "expire";
  readonly which: number;
}

export type Command = ScanCommand | AnswerCommand | RuleCommand;

const statuses = fc.constantFrom<FeedbackStatus>(
  "in_progress",
  "resolved",
  "resolved",
  "accepted_risk",
  "false_positive",
);
const matches = fc.constantFrom<SuppressMatch | undefined>(undefined, "template_id", "cve", "category", "title");

const answer: fc.Arbitrary<AnswerCommand> = fc.record({
  kind: fc.constant("answer" as const),
  which: fc.nat(universe.length - 1),
  status: statuses,
  similar: fc.constantFrom(undefined, true, true, false),
  match: matches,
});

const plainAnswer: fc.Arbitrary<AnswerCommand> = answer.map((one) => ({
  ...one,
  similar: undefined,
  match: undefined,
}));

const runs: fc.Arbitrary<Readonly<Record<string, RunOutcome>>> = fc
  .oneof(
    { weight: 12, arbitrary: fc.constant(["ok", "ok", "ok"] as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ["failed", "ok", "ok"] as const,
        ["ok", "failed", "ok"] as const,
        ["ok", "ok", "failed"] as const,
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(["ok", "skipped", "ok"] as const, ["failed", "skipped", "ok"] as const) },
    { weight: 1, arbitrary: fc.constant(["failed", "failed", "failed"] as const) },
  )
  .map((outcomes) => Object.fromEntries(ALL_SCANNERS.map((key, index) => [key, outcomes[index] ?? "ok"])));

const fault: fc.Arbitrary<Fault> = fc.record({
  call: fc.nat(36),
  when: fc.constantFrom("before", "after"),
  what: fc.constantFrom("killed", "once"),
});

const someHosts = (likely: boolean): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(likely ? [...hosts] : []) },
    { weight: 2, arbitrary: fc.subarray([...hosts]) },
  );

const scan: fc.Arbitrary<ScanCommand> = fc.record({
  kind: fc.constant("scan" as const),
  looks: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Look>("absent") },
      { weight: 8, arbitrary: fc.constant<Look>("plain") },
      { weight: 2, arbitrary: fc.constantFrom<Look>("other", "also") },
    ),
    {
      minLength: universe.length,
      maxLength: universe.length,
    },
  ),
  runs,
  listed: someHosts(true),
  unreached: someHosts(false),
  limit: fc.constantFrom("none", "none", "none", "none", "none", "none", "scanners", "targets", "exclude"),
  stopAsked: fc.constantFrom(...Array.from({ length: 15 }, () => false), true),
  fault: fc.option(fault, { freq: 3 }).map((one) => one),
  meanwhile: fc.option(plainAnswer, { freq: 1 }),
  delivery: fc.constantFrom("once", "once", "once", "again", "at once"),
});

const onRule: fc.Arbitrary<RuleCommand> = fc.record({
  kind: fc.constantFrom("remove" as const, "remove" as const, "expire" as const),
  which: fc.nat(5),
});

/** What happens to one org, beginning with a scan. */
export const sequence = (length: number): fc.Arbitrary<readonly Command[]> =>
  fc
    .tuple(
      scan,
      fc.array(
        fc.oneof({ weight: 9, arbitrary: scan }, { weight: 9, arbitrary: answer }, { weight: 2, arbitrary: onRule }),
        { minLength: length - 1, maxLength: length - 1 },
      ),
    )
    .map(([first, rest]) => [first, ...rest]);

/** The detections of a scan. */
export const detectedBy = ({ looks }: ScanCommand): Detection[] =>
  universe.flatMap((detection, index): Detection[] => {
    const look = looks[index];
    if (look === "absent" || look === undefined) return [];
    if (look === "other") return [{ ...detection, evidence: { excerpt: "other" } }];
    return [look === "also" ? { ...detection, also: ["easm.dns"] } : detection];
  });

/** Scanners that a limited scan names; it runs no others. */
export const CHOSEN = ["easm.dns", "easm.http"];

/** The scan as the fixture makes it. */
export function setupOf(command: ScanCommand): ScanSetup {
  const { limit, runs: all, listed, unreached, stopAsked } = command;
  const chosen = Object.fromEntries(Object.entries(all).filter(([key]) => CHOSEN.includes(key)));
  return {
    hosts: listed,
    unreached,
    stopAsked,
    detected: detectedBy(command),
    runs: limit === "scanners" ? chosen : all,
    ...(limit === "scanners" ? { scanners: CHOSEN } : {}),
    ...(limit === "targets" ? { options: { targets: [hosts[0]] } } : {}),
    ...(limit === "exclude" ? { options: { exclude: [hosts[2]] } } : {}),
  };
}

import type { Asset, AssetKind } from "../../functions/domain/asset.ts";
import type { Rule } from "../../functions/domain/rule.ts";
import type { Severity } from "../../functions/domain/vocabulary.ts";
import { NetError } from "../../functions/net/net.ts";
import { detection, found, type Scanner, scanner } from "../../functions/scanners/scanner.ts";
import type { script } from "./script.ts";

const rule = (title: string, severity: Severity): Rule => ({
  title,
  description: `${title}, as a test made it up.`,
  category: "http",
  severity,
  finding_class: "issue",
  cwe_id: "CWE-16",
  cvss_score: 5.3,
  risk: "None, it is made up.",
  remediation: "Change the test.",
  steps: ["Read.", "Think.", "Change.", "Run."],
  references: ["https://cwe.mitre.org/data/definitions/16.html"],
});

const rules = {
  weak: rule("Weakness", "high"),
  weaker: rule("Lesser weakness", "medium"),
  listed: { ...rule("Listed", "info"), finding_class: "inventory" as const },
};
type RuleKey = keyof typeof rules;

/** The script as it is when a scanner asks. */
export type Cue = Pick<typeof script, "hosts" | "webApps" | "weaknesses" | "failing" | "unreachable">;

/** Whom the scanners ask before they do anything. */
export interface Director {
  /** Resolves when the first stage may go on. */
  pass(): Promise<unknown>;
  /** Notes that a scanner was asked for a target; gives the script. */
  enter(call: string): Promise<Cue>;
}

async function enter({ enter }: Director, key: string, target: Asset): Promise<Cue> {
  const cue = await enter(`${key} ${target.value}`);
  if (cue.failing.has(key)) throw new Error(`${key} was told to fail`);
  if (cue.unreachable.has(target.value)) throw new NetError("timeout", `${target.value} does not answer`);
  return cue;
}

const common = { module: "easm", type: "native", targetsPerBatch: 2, concurrency: 2, secondsPerTarget: 30 } as const;

const discover = (director: Director) =>
  scanner({
    ...common,
    key: "easm.subdomains",
    stage: "discover",
    title: "made-up names",
    consumes: ["domain"],
    rules,
    async *scan(target) {
      await director.pass();
      const { hosts } = await enter(director, "easm.subdomains", target);
      for (const value of hosts) yield found({ kind: "host", value, attributes: { sources: ["script"] } });
    },
  });

const check = (
  director: Director,
  key: string,
  stage: string,
  consumes: readonly AssetKind[],
  own: readonly RuleKey[],
): Scanner =>
  scanner({
    ...common,
    key,
    stage,
    title: "made-up weaknesses",
    consumes,
    rules,
    async *scan(target) {
      const { webApps, weaknesses } = await enter(director, key, target);
      if (stage === "probe" && webApps.has(target.value)) yield found(webApp(target.value));
      for (const name of own) {
        const severity = weaknesses.get(name);
        if (severity)
          yield detection({
            rule: name,
            asset: { kind: target.kind, value: target.value },
            matched_at: `https://${target.value}/`,
            severity: { value: severity, reason: "the script says so" },
            evidence: { excerpt: "made up" },
          });
      }
    },
  });

const webApp = (host: string): Asset => ({
  kind: "web_app",
  value: `https://${host}`,
  attributes: {
    url: `https://${host}/`,
    scheme: "https",
    host,
    port: 443,
    ip: "192.0.2.80",
    status_code: 200,
    title: "Made up",
    technologies: ["nginx"],
    waf: null,
  },
});

/** Three of the real scanners' keys, in three stages, over a made-up network. */
export const scriptedScanners = (director: Director): readonly Scanner[] => [
  discover(director),
  check(director, "easm.http", "probe", ["host"], ["weak", "listed"]),
  check(director, "easm.headers", "checks", ["host"], ["weaker"]),
];

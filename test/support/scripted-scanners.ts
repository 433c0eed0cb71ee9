import type { Asset, AssetKind } from "../../functions/domain/asset.ts";
import type { Rule } from "../../functions/domain/rule.ts";
import type { Module, Severity } from "../../functions/domain/vocabulary.ts";
import { NetError } from "../../functions/net/net.ts";
import { detection, found, type Scanner, scanner } from "../../functions/scanners/scanner.ts";

/**
 * Scanners that do as the test says, in place of the registry (`vi.mock` of functions/scanners/registry.ts): three of
 * the real keys, in three stages, over a made-up network.
 */
export const script = {
  /** Host names that discovery reports. */
  hosts: ["www.acme.test"],
  /** Hosts on which the probe finds a web app. */
  webApps: new Set<string>(),
  /** Weaknesses of the hosts: rule key to severity. */
  weaknesses: new Map<string, Severity>([["weak", "high"]]),
  /** Scanners that throw. */
  failing: new Set<string>(),
  /** Hosts that cannot be reached. */
  unreachable: new Set<string>(),
  /** What the first stage waits for. */
  gate: Promise.resolve(),
  /** Steps that have come to the gate. */
  atGate: 0,
  /** How often each scanner was asked for each target. */
  calls: [] as string[],
};

const pristine = { ...script };

/** Makes the script as it was at first. */
export function resetScript(): void {
  Object.assign(script, pristine, {
    hosts: ["www.acme.test"],
    webApps: new Set<string>(),
    weaknesses: new Map<string, Severity>([["weak", "high"]]),
    failing: new Set<string>(),
    unreachable: new Set<string>(),
    calls: [],
  });
}

/** Holds the first stage of every scan until `open` is called. */
export function closeGate(): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  script.gate = promise;
  return { open: resolve };
}

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

async function enter(key: string, target: Asset): Promise<void> {
  script.calls.push(`${key} ${target.value}`);
  if (script.failing.has(key)) throw new Error(`${key} was told to fail`);
  if (script.unreachable.has(target.value)) throw new NetError("timeout", `${target.value} does not answer`);
}

const common = { module: "easm", type: "native", targetsPerBatch: 2, concurrency: 2, secondsPerTarget: 30 } as const;

const discover = scanner({
  ...common,
  key: "easm.subdomains",
  stage: "discover",
  title: "made-up names",
  consumes: ["domain"],
  rules,
  async *scan(target) {
    script.atGate += 1;
    await script.gate;
    await enter("easm.subdomains", target);
    for (const value of script.hosts) yield found({ kind: "host", value, attributes: { sources: ["script"] } });
  },
});

const check = (key: string, stage: string, consumes: readonly AssetKind[], own: readonly RuleKey[]): Scanner =>
  scanner({
    ...common,
    key,
    stage,
    title: "made-up weaknesses",
    consumes,
    rules,
    async *scan(target) {
      await enter(key, target);
      if (stage === "probe" && script.webApps.has(target.value)) yield found(webApp(target.value));
      for (const name of own) {
        const severity = script.weaknesses.get(name);
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

const scanners: readonly Scanner[] = [
  discover,
  check("easm.http", "probe", ["host"], ["weak", "listed"]),
  check("easm.headers", "checks", ["host"], ["weaker"]),
];

/** Stands in for functions/scanners/registry.ts. */
export const scannersOf = (module: Module): readonly Scanner[] => (module === "easm" ? scanners : []);

import type { Json } from "../../../domain/json.ts";
import type { Detection } from "../../scanner.ts";

/** A weakness as one address of a service shows it for one name; `parameter` tells it from others of its rule. */
export interface Sighting<RuleKey extends string> {
  readonly rule: RuleKey;
  readonly name: string;
  readonly parameter: string;
  readonly ip: string;
  readonly evidence: Readonly<Record<string, Json>>;
  /** Set when it makes the rule's severity higher or lower. */
  readonly severity?: Detection["severity"];
}

/** Unites what several addresses show: one finding per rule and parameter, with the first evidence and all addresses. */
export function createSightings<RuleKey extends string>() {
  const united = new Map<string, { readonly sighting: Sighting<RuleKey>; readonly ips: Set<string> }>();
  return {
    add(sighting: Sighting<RuleKey>): void {
      const key = `${sighting.rule} ${sighting.parameter}`;
      const earlier = united.get(key);
      if (earlier) earlier.ips.add(sighting.ip);
      else united.set(key, { sighting, ips: new Set([sighting.ip]) });
    },
    /** In the order in which they were first seen; `evidence.ips` holds the addresses, sorted. */
    all: (): readonly Pick<Sighting<RuleKey>, "rule" | "name" | "parameter" | "evidence" | "severity">[] =>
      [...united.values()].map(({ sighting: { rule, name, parameter, evidence, severity }, ips }) => ({
        rule,
        name,
        parameter,
        ...(severity ? { severity } : {}),
        evidence: { ...evidence, ips: [...ips].sort() },
      })),
  };
}

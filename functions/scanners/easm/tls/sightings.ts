import type { Json } from "../../../domain/json.ts";

/** A weakness as one address of a service shows it for one name. */
export interface Sighting<RuleKey extends string> {
  readonly rule: RuleKey;
  readonly name: string;
  readonly ip: string;
  readonly evidence: Readonly<Record<string, Json>>;
}

/** Unites what several addresses show: one finding per rule and name, with the first evidence and all addresses. */
export function createSightings<RuleKey extends string>() {
  const united = new Map<string, { readonly sighting: Sighting<RuleKey>; readonly ips: Set<string> }>();
  return {
    add(sighting: Sighting<RuleKey>): void {
      const key = `${sighting.rule} ${sighting.name}`;
      const earlier = united.get(key);
      if (earlier) earlier.ips.add(sighting.ip);
      else united.set(key, { sighting, ips: new Set([sighting.ip]) });
    },
    /** In the order in which they were first seen; `evidence.ips` holds the addresses, sorted. */
    all: (): readonly Pick<Sighting<RuleKey>, "rule" | "name" | "evidence">[] =>
      [...united.values()].map(({ sighting: { rule, name, evidence }, ips }) => ({
        rule,
        name,
        evidence: { ...evidence, ips: [...ips].sort() },
      })),
  };
}

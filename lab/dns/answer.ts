import type { Answer } from "dns-packet";
import type { Zone } from "./zones.ts";

/** RFC 1035, 4.1.1. */
export const rcodes = { NOERROR: 0, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface Lookup {
  readonly rcode: keyof typeof rcodes;
  readonly answers: readonly Answer[];
  /** The zone's SOA where there is no answer (RFC 2308). */
  readonly authority: readonly Answer[];
}

/** Longest chain of aliases that is followed. */
const ALIASES_MAX = 8;

const parentOf = (name: string): string => name.slice(name.indexOf(".") + 1 || name.length);

/** True when the name itself, or anything below it, has a record. */
const exists = (records: readonly Answer[], name: string): boolean =>
  records.some((record) => record.name === name || record.name.endsWith(`.${name}`));

/**
 * Records at a name, a wildcard's under the asked name where the closest encloser has one (RFC 4592, 3.3.1), and null
 * where nothing is.
 */
function recordsAt(records: readonly Answer[], name: string): readonly Answer[] | null {
  if (exists(records, name)) return records.filter((record) => record.name === name);
  let encloser = parentOf(name);
  while (encloser !== "" && !exists(records, encloser)) encloser = parentOf(encloser);
  const wildcard = records.filter((record) => record.name === `*.${encloser}`);
  return wildcard.length > 0 ? wildcard.map((record) => ({ ...record, name })) : null;
}

export interface Question {
  readonly name: string;
  readonly type: string;
  /** Signatures are wanted too (RFC 3225). */
  readonly dnssec: boolean;
}

/** Answers a question from the zones, as their authority; what lies outside of them is refused. Names are lower-case. */
export function lookUp(allZones: readonly Zone[], question: Question): Lookup {
  // What is said of a zone's key is the zone's above (RFC 4035, 3.1.4.1).
  const zones = question.type === "DS" ? allZones.filter(({ name }) => name !== question.name) : allZones;
  if (zoneOf(zones, question.name) === undefined) return { rcode: "REFUSED", answers: [], authority: [] };
  const records = zones.flatMap((zone) => zone.records);
  const answers: Answer[] = [];
  let name = question.name;
  for (let aliases = 0; aliases <= ALIASES_MAX; aliases += 1) {
    const here = recordsAt(records, name) ?? (zoneOf(allZones, name)?.name === name ? [] : null);
    if (here === null) return { rcode: "NXDOMAIN", answers, authority: authorityOf(zones, name) };
    const wanted = here.filter((record) => isWanted(record, question));
    if (wanted.length > 0) return { rcode: "NOERROR", answers: [...answers, ...wanted], authority: [] };
    const alias = here.find((record) => record.type === "CNAME");
    if (alias?.type !== "CNAME") return { rcode: "NOERROR", answers, authority: authorityOf(zones, name) };
    answers.push(alias);
    name = alias.data.toLowerCase();
  }
  return { rcode: "NOERROR", answers, authority: [] };
}

const isWanted = (record: Answer, { type, dnssec }: Question): boolean =>
  record.type === type || type === "ANY" || (dnssec && record.type === "RRSIG" && record.data.typeCovered === type);

/** The first zone that a name belongs to. */
const zoneOf = (zones: readonly Zone[], name: string): Zone | undefined =>
  zones.find((zone) => name === zone.name || name.endsWith(`.${zone.name}`));

const authorityOf = (zones: readonly Zone[], name: string): readonly Answer[] =>
  zoneOf(zones, name)?.records.filter((record) => record.type === "SOA") ?? [];

/** The zone between two SOA records (RFC 5936, 2.2), or null where this name server refuses. */
export function transfer(zones: readonly Zone[], name: string, serverIndex: 0 | 1): readonly Answer[] | null {
  const zone = zones.find((candidate) => candidate.name === name);
  const server = zone?.nameServers[serverIndex];
  if (zone === undefined || server === undefined || !zone.transfersFrom.includes(server)) return null;
  const [first] = zone.records;
  return first === undefined ? null : [...zone.records, first];
}

import type { Net } from "../../../net/net.ts";
import { lookUp, type Sighting } from "./look-up.ts";

/** What a wildcard record answers for names that nobody made. */
export interface Wildcard {
  readonly aliases: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
  /** False when further labels kept bringing further answers: the sets are then a part of an unknown whole. */
  readonly isComplete: boolean;
}

/** Random labels that are asked for at each parent; when none exists there is no wildcard. */
const PROBES = 3;
/** Answers in a row that must bring nothing new before a wildcard counts as known. */
const QUIET_PROBES = 8;
const PROBES_MAX = 40;
const LABEL_LENGTH = 16;

/**
 * Asks for labels below a parent that cannot exist, and goes on until they bring nothing new, because a wildcard may
 * rotate through more addresses than one answer shows. Null when no such label exists.
 */
export async function wildcardOf(
  parent: string,
  net: Net,
  token: (length: number) => string,
): Promise<Wildcard | null> {
  const probe = () => lookUp(`${token(LABEL_LENGTH)}.${parent}`, net);
  const first = (await Promise.all(Array.from({ length: PROBES }, probe))).filter((sighting) => sighting !== null);
  if (first.length === 0) return null;
  const aliases = new Set<string>();
  const addresses = new Set<string>();
  for (const sighting of first) learn(sighting, aliases, addresses);
  let quiet = 0;
  for (let asked = PROBES; asked < PROBES_MAX && quiet < QUIET_PROBES; asked += 1) {
    const sighting = await probe();
    const isNews = sighting !== null && learn(sighting, aliases, addresses);
    quiet = isNews ? 0 : quiet + 1;
  }
  return { aliases, addresses, isComplete: quiet >= QUIET_PROBES };
}

/** Adds what a sighting shows; true when some of it was new. An alias stands for whatever addresses it leads to. */
function learn({ alias, addresses: seen }: Sighting, aliases: Set<string>, addresses: Set<string>): boolean {
  const before = aliases.size + addresses.size;
  if (alias !== null) aliases.add(alias);
  else for (const address of seen) addresses.add(address);
  return aliases.size + addresses.size > before;
}

/**
 * True when a wildcard explains a sighting, so that the name need not exist by itself: the same alias, or addresses that
 * are all the wildcard's. Of a wildcard that is not known as a whole, any answer of its kind may be its own.
 */
export function explains({ aliases, addresses, isComplete }: Wildcard, sighting: Sighting): boolean {
  if (sighting.alias !== null) return aliases.has(sighting.alias) || (!isComplete && aliases.size > 0);
  return sighting.addresses.every((address) => addresses.has(address)) || (!isComplete && addresses.size > 0);
}

/** Tells names that exist by themselves from those that only a wildcard makes; asks about each parent once. */
export interface WildcardFilter {
  of(parent: string): Promise<Wildcard | null>;
  /** A second look, for wildcards whose first answers hid a part: true when the name is the wildcard's after all. */
  covers(name: string, sighting: Sighting): Promise<boolean>;
}

/** A filter with its own memory; `token` gives the labels that cannot exist. */
export function wildcardFilter(net: Net, token: (length: number) => string): WildcardFilter {
  const known = new Map<string, Promise<Wildcard | null>>();
  const of = (parent: string): Promise<Wildcard | null> => {
    const wildcard = known.get(parent) ?? wildcardOf(parent, net, token);
    known.set(parent, wildcard);
    return wildcard;
  };
  return {
    of,
    async covers(name, sighting) {
      const wildcard = await of(name.slice(name.indexOf(".") + 1));
      if (wildcard === null) return false;
      if (explains(wildcard, sighting)) return true;
      const again = await lookUp(name, net);
      return again === null || explains(wildcard, again);
    },
  };
}

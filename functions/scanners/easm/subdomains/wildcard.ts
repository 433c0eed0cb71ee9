import type { Net } from "../../../net/net.ts";
import { mapPool } from "../shared/pool.ts";
import { lookUp, type Sighting } from "./look-up.ts";

/** Questions under way at the same time. */
const PARALLEL = 20;

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
/** Labels asked for at one parent at most, the second looks included. */
const PROBES_MAX = 60;
const LABEL_LENGTH = 16;

/** A wildcard that learns: it may rotate through more addresses than one answer shows. */
class Parent implements Wildcard {
  readonly aliases = new Set<string>();
  readonly addresses = new Set<string>();
  readonly #probe: () => Promise<Sighting | null>;
  #quiet = 0;
  #asked = 0;

  constructor(probe: () => Promise<Sighting | null>) {
    this.#probe = probe;
  }

  get isComplete(): boolean {
    return this.#quiet >= QUIET_PROBES;
  }

  get isWildcard(): boolean {
    return this.aliases.size + this.addresses.size > 0;
  }

  /** Asks for labels that cannot exist, until they bring nothing new (again). */
  async explore(): Promise<void> {
    if (this.#asked === 0) await Promise.all(Array.from({ length: PROBES }, () => this.ask()));
    while (this.isWildcard && !this.isComplete && this.#asked < PROBES_MAX) await this.ask();
  }

  /** Asks for one more label, unless that was done often enough. */
  async ask(): Promise<void> {
    if (this.#asked >= PROBES_MAX) return;
    this.#asked += 1;
    const sighting = await this.#probe();
    const before = this.aliases.size + this.addresses.size;
    // An alias stands for whatever addresses it leads to.
    if (sighting !== null && sighting.alias !== null) this.aliases.add(sighting.alias);
    else for (const address of sighting?.addresses ?? []) this.addresses.add(address);
    this.#quiet = this.aliases.size + this.addresses.size > before ? 0 : this.#quiet + 1;
  }
}

/**
 * True when a wildcard explains a sighting, so that the name need not exist by itself: the same alias, or addresses that
 * are all the wildcard's. Of a wildcard that is not known as a whole, any answer of its kind may be its own.
 */
export function explains({ aliases, addresses, isComplete }: Wildcard, sighting: Sighting): boolean {
  if (sighting.alias !== null) return aliases.has(sighting.alias) || (!isComplete && aliases.size > 0);
  return sighting.addresses.every((address) => addresses.has(address)) || (!isComplete && addresses.size > 0);
}

export interface Named {
  readonly name: string;
  readonly sighting: Sighting;
}

/** Tells names that exist by themselves from those that only a wildcard makes; explores each parent once. */
export interface WildcardFilter {
  /** The wildcard below a parent, null when there is none. */
  of(parent: string): Promise<Wildcard | null>;
  /** Those of the names that no wildcard explains. Each that seems to stand apart makes its parent be looked at once more. */
  ownOf<N extends Named>(names: readonly N[]): Promise<readonly N[]>;
}

/** A filter with its own memory; `token` gives the labels that cannot exist. */
export function wildcardFilter(net: Net, token: (length: number) => string): WildcardFilter {
  const known = new Map<string, Promise<Parent>>();
  const explored = async (parent: string): Promise<Parent> => {
    const made = new Parent(() => lookUp(`${token(LABEL_LENGTH)}.${parent}`, net));
    await made.explore();
    return made;
  };
  const parentOf = (name: string): Promise<Parent> => {
    const parent = known.get(name) ?? explored(name);
    known.set(name, parent);
    return parent;
  };
  const ownAmong = async <N extends Named>(names: readonly N[]) => {
    const judged = await mapPool(names, PARALLEL, async (one) => {
      const parent = await parentOf(one.name.slice(one.name.indexOf(".") + 1));
      return { one, parent, isOwn: !parent.isWildcard || !explains(parent, one.sighting) };
    });
    return judged.filter(({ isOwn }) => isOwn);
  };
  return {
    async of(name) {
      const parent = await parentOf(name);
      return parent.isWildcard ? parent : null;
    },
    async ownOf(names) {
      const apart = await ownAmong(names);
      const doubtful = apart.filter(({ parent }) => parent.isWildcard);
      await mapPool(doubtful, PARALLEL, ({ parent }) => parent.ask());
      await mapPool([...new Set(doubtful.map(({ parent }) => parent))], PARALLEL, (parent) => parent.explore());
      return (await ownAmong(apart.map(({ one }) => one))).map(({ one }) => one);
    },
  };
}

import { randomUUID } from "node:crypto";
import { unprocessable } from "../domain/errors.ts";
import { parseSeed, SEEDS_MAX, type SeedDomain } from "../domain/seed.ts";

const SHOWN_CHARS_MAX = 80;

/**
 * The seeds that a caller's list adds to those there are; repeated and known values are left out. Throws 422 that names
 * the first value which is no seed, or the limit.
 */
export function newSeeds(inputs: readonly string[], existing: readonly SeedDomain[]): SeedDomain[] {
  const known = new Set(existing.map(({ value }) => value));
  const added: SeedDomain[] = [];
  for (const input of inputs) {
    const seed = seedOrThrow(input);
    if (known.has(seed.value)) continue;
    known.add(seed.value);
    added.push({ id: randomUUID(), ...seed });
  }
  if (known.size > SEEDS_MAX) throw unprocessable(`domains: an org may have at most ${SEEDS_MAX}`);
  return added;
}

/** What a caller typed, normalised. Throws 422 when it is no seed. */
export function seedOrThrow(input: string): Omit<SeedDomain, "id"> {
  const seed = parseSeed(input);
  if (seed) return seed;
  throw unprocessable(
    `domains: ${JSON.stringify(input.slice(0, SHOWN_CHARS_MAX))} is no domain, IP range, ASN or keyword`,
  );
}

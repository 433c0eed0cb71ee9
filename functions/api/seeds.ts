import { randomUUID } from "node:crypto";
import { unprocessable } from "../domain/errors.ts";
import { addressCount, RANGE_ADDRESSES_MAX } from "../domain/scope.ts";
import { parseSeed, SEEDS_MAX, type SeedDomain } from "../domain/seed.ts";

const SHOWN_CHARS_MAX = 80;

/**
 * The seeds that a caller's list adds to those there are; repeated and known values are left out. Throws 422 that names
 * the first value which is no seed or a range too large to scan, or the limit.
 */
export function newSeeds(inputs: readonly string[], existing: readonly SeedDomain[]): SeedDomain[] {
  const known = new Set(existing.map(({ value }) => value));
  const added: SeedDomain[] = [];
  for (const input of inputs) {
    const seed = seedOrThrow("domains", input);
    if (known.has(seed.value)) continue;
    known.add(seed.value);
    added.push({ id: randomUUID(), ...seed });
  }
  if (known.size > SEEDS_MAX) throw unprocessable(`domains: an org may have at most ${SEEDS_MAX}`);
  return added;
}

/** What a caller typed in `field`, normalised. Throws 422 when it is no seed, or a range that no scan could visit. */
export function seedOrThrow(field: string, input: string): Omit<SeedDomain, "id"> {
  const shown = JSON.stringify(input.slice(0, SHOWN_CHARS_MAX));
  const seed = parseSeed(input);
  if (!seed) throw unprocessable(`${field}: ${shown} is no domain, IP range, ASN or keyword`);
  if (seed.kind === "ip_range" && addressCount(seed.value) > RANGE_ADDRESSES_MAX)
    throw unprocessable(
      `${field}: ${shown} holds more than ${RANGE_ADDRESSES_MAX} addresses, the most that a scan visits`,
    );
  return seed;
}

/** A version taken apart: numbers, then a letter (`1.0.1f`) or a portable release (`9.3p2`) where there is one. */
interface Version {
  readonly numbers: readonly number[];
  readonly suffix: string;
}

/** A range of versions with its ends; the end is outside where `isOpen`. */
export interface Range {
  readonly from: Version;
  readonly to: Version;
  readonly isOpen: boolean;
}

/** Reads `1.2.3`, `1.0.1f`, `9.3p2`; null for what is no version, release candidates included. */
export function parseVersion(text: string): Version | null {
  const [, plain, suffix] = /^v?(\d{1,5}(?:\.\d{1,5}){0,3})(p\d{1,2}|[a-z]{1,2})?$/.exec(text) ?? [];
  return plain === undefined ? null : { numbers: plain.split(".").map(Number), suffix: suffix ?? "" };
}

/** Negative, 0 or positive as `sort` wants it; missing numbers are 0, no suffix comes before any. */
export function compareVersions(one: Version, other: Version): number {
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let index = 0; index < length; index++) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.suffix === other.suffix ? 0 : one.suffix < other.suffix ? -1 : 1;
}

/** Reads `A..B` and `A..<B`. Throws on anything else: ranges are data of this service. */
export function parseRange(text: string): Range {
  const [, from = "", open, to = ""] = /^(\S+?)\.\.(<?)(\S+)$/.exec(text) ?? [];
  const ends = { from: parseVersion(from), to: parseVersion(to) };
  if (ends.from === null || ends.to === null) throw new TypeError(`${text} is no range of versions`);
  return { from: ends.from, to: ends.to, isOpen: open === "<" };
}

export function isWithin(version: Version, { from, to, isOpen }: Range): boolean {
  const end = compareVersions(version, to);
  return compareVersions(version, from) >= 0 && (isOpen ? end < 0 : end <= 0);
}

/** True when the version is of a series: `7.4` has 7.4.3 and 7.4, `7` has all of 7. */
export const isOfSeries = (version: string, series: string): boolean =>
  version === series || version.startsWith(`${series}.`);

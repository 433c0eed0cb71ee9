const LENGTH_TOLERANCE = 0.05;
const SIMILAR = 0.8;
const TOKEN_LENGTH = 12;

/** What is compared of an answer. */
export interface Comparable {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Paths that nobody has, made like `path`: a neighbour of the same form (leading dot and extension kept), and the same
 * file in a folder that does not exist. A server that answers those as it answers `path` answers everything so.
 */
export function controlPaths(path: string, token: (length: number) => string): readonly string[] {
  const [plain = "", query] = path.split("?", 2);
  const suffix = query === undefined ? "" : `?${query}`;
  const isFolder = plain.endsWith("/");
  const folders = plain.split("/").slice(1, isFolder ? -1 : undefined);
  const last = folders.pop() ?? "";
  const extension = /[^.](\.[A-Za-z0-9.]+)$/.exec(last)?.[1] ?? "";
  const stranger = `${last.startsWith(".") ? "." : ""}${token(TOKEN_LENGTH)}${extension}`;
  const neighbour = ["", ...folders, stranger].join("/");
  return [`${neighbour}${isFolder ? "/" : ""}${suffix}`, `/${token(TOKEN_LENGTH)}${plain}${suffix}`];
}

/**
 * True when two answers are one and the same page: equal status and length within 5 %, or texts whose words agree to
 * 80 %. The paths themselves are removed first, since error pages like to repeat them.
 */
export function isSamePage(one: Comparable, other: Comparable): boolean {
  const a = comparableText(one);
  const b = comparableText(other);
  const longer = Math.max(a.length, b.length);
  if (one.status === other.status && Math.abs(a.length - b.length) <= longer * LENGTH_TOLERANCE) return true;
  return longer > 0 && similarity(a, b) >= SIMILAR;
}

/** Dice coefficient over the words of two texts, repeated words counted: 0 nothing in common, 1 the same words. */
export function similarity(one: string, other: string): number {
  const a = words(one);
  const b = words(other);
  if (a.length === 0 || b.length === 0) return one === other ? 1 : 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    common++;
    counts.set(word, left - 1);
  }
  return (2 * common) / (a.length + b.length);
}

const words = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

/** The text without the path that was asked for, which error pages like to repeat. */
export function comparableText({ path, text }: Comparable): string {
  const plain = path.split("?", 1)[0] ?? path;
  const name = plain.split("/").findLast((segment) => segment !== "") ?? "";
  const forms = [path, plain, encodeURIComponent(plain), plain.replaceAll("/", "\\/"), name];
  return forms.filter((form) => form.length > 2).reduce((left, form) => left.replaceAll(form, ""), text);
}

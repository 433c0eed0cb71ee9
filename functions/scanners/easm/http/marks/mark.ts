/**
 * Where a technology shows. Each pattern is tried on its place only; group 1, when it matches, is the version.
 * `header`, `cookie` and `meta` name the header, cookie or meta element; an empty pattern means that its presence is enough.
 */
export interface Mark {
  readonly name: string;
  readonly header?: readonly [string, RegExp];
  readonly cookie?: RegExp;
  readonly generator?: RegExp;
  readonly meta?: readonly [string, RegExp];
  readonly script?: RegExp;
  readonly html?: RegExp;
}

/** Matches whatever is there. */
export const any = /(?:)/;

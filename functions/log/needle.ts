/** A text to look for, with the table that finds it in time linear in both texts (Knuth, Morris and Pratt). */
export interface Needle {
  readonly text: string;
  /** After so many matching characters and one that does not: how many of them still match. */
  readonly fallbacks: Uint32Array;
}

export function needleOf(text: string): Needle {
  const fallbacks = new Uint32Array(text.length);
  let matched = 0;
  for (let index = 1; index < text.length; index += 1) {
    matched = extended({ text, fallbacks }, matched, text.charCodeAt(index));
    fallbacks[index] = matched;
  }
  return { text, fallbacks };
}

/** Where a needle ends in a text, overlapping places too: whoever writes both texts cannot make this take long. */
export function* endsOf(needle: Needle, text: string): Generator<number> {
  if (text.length < needle.text.length) return;
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    matched = extended(needle, matched, text.charCodeAt(index));
    if (matched === needle.text.length) yield index + 1;
  }
}

export const occursIn = (needle: Needle, text: string): boolean => endsOf(needle, text).next().done === false;

/** How much of the needle matches after one more character. */
function extended({ text, fallbacks }: Needle, matched: number, character: number): number {
  let length = matched === text.length ? (fallbacks[matched - 1] ?? 0) : matched;
  while (length > 0 && text.charCodeAt(length) !== character) length = fallbacks[length - 1] ?? 0;
  return text.charCodeAt(length) === character ? length + 1 : length;
}

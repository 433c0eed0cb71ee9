/**
 * Puts lines into a text, between a line that marks where they begin and one that marks where they end. Throws an Error
 * when the text has no such place.
 */
export function fillPlace(text: string, [begin, end]: readonly [string, string], lines: readonly string[]): string {
  const from = text.indexOf(`\n${begin}`);
  const to = text.indexOf(`${end}\n`);
  if (from < 0 || to < from) throw new Error(`the text has no place marked by ${begin}`);
  return [text.slice(0, from), begin, "", ...lines, "", text.slice(to)].join("\n");
}

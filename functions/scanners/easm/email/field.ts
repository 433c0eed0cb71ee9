/**
 * Name and value of a field, without the white space around them; the name is empty where the separator is missing. Not by
 * a regular expression: strangers write these texts, and one that skips white space on both sides can take them hours.
 */
export function fieldOf(text: string, separator: "=" | ":"): readonly [name: string, value: string] {
  const at = text.indexOf(separator);
  return at < 0 ? ["", ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

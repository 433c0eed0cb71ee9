const ROUNDS_MAX = 3;

/** A text without the escapes of URLs, as far as they are well-formed, also where it was escaped up to three times. */
export function unescaped(escaped: string): string {
  let text = escaped;
  for (let round = 0; round < ROUNDS_MAX && text.includes("%"); round += 1)
    text = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll("%", ""), "hex").toString(),
    );
  return text;
}

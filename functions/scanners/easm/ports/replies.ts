/** Codes of the replies of FTP or SMTP that have come whole, the continued lines (`250-`) left out (RFC 959, RFC 5321). */
export const finalCodes = (text: string): readonly string[] =>
  [...text.matchAll(/^([1-5]\d\d)(?: .*)?\r?$/gm)].map(([, code = ""]) => code);

/** True once so many replies have come, the last of them whole. */
export const haveCome =
  (count: number) =>
  (text: string): boolean =>
    text.endsWith("\n") && finalCodes(text).length >= count;

/** True for texts that are meant to be TLS-RPT records; others at `_smtp._tls` are ignored (RFC 8460 section 3). */
export const isTlsRpt = (text: string): boolean => /^v=TLSRPTv1\s*(;|$)/.test(text);

/** True when senders will report: exactly one record, with a mailto: or https: destination (RFC 8460 section 3). */
export function hasTlsRpt(texts: readonly string[]): boolean {
  const records = texts.filter(isTlsRpt);
  return records.length === 1 && /;\s*rua\s*=\s*(mailto:[^@\s;]+@[^\s;]+|https:\/\/[^\s;]+)/i.test(records[0] ?? "");
}

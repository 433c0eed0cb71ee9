import type { Dns } from "../../../net/net.ts";
import { dataOf, settledOrNull } from "../dns/answers.ts";
import { fieldOf } from "./field.ts";
import { type MailFault, shown } from "./spf.ts";

/** True for a text that is meant to be a BIMI record (draft-brand-indicators-for-message-identification section 4.2). */
const isBimi = (text: string): boolean => /^\s*v\s*=\s*BIMI/i.test(text);

/** What is wrong with the BIMI record of a domain at the default selector; null when nothing is, or it has none. */
export async function bimiFault(domain: string, dns: Dns): Promise<MailFault | null> {
  const answer = await settledOrNull(dns, `default._bimi.${domain}`, "TXT");
  const records = answer === null ? [] : dataOf(answer, "TXT").filter(isBimi);
  const [text, ...others] = records;
  if (text === undefined) return null;
  const errors = others.length > 0 ? ["more than one record"] : bimiErrors(text);
  return errors.length === 0
    ? null
    : { rule: "bimi_invalid", evidence: { records: records.slice(0, 5).map(shown), errors } };
}

/** What keeps receivers from using a record, one line each. Empty `l` and `a` say that the domain declines to take part. */
export function bimiErrors(text: string): string[] {
  const errors: string[] = [];
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    if (part.trim() === "") continue;
    const [tag, value] = fieldOf(part, "=");
    if (!/^[a-z]+$/i.test(tag)) errors.push(`"${part.trim().slice(0, 80)}" is no tag`);
    else if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), value);
  }
  if (tags.get("v") !== "BIMI1") errors.push(`v is "${(tags.get("v") ?? "").slice(0, 40)}"`);
  const logo = tags.get("l");
  const evidence = tags.get("a") ?? "";
  if (logo === undefined) errors.push("l is missing");
  else if (logo !== "" && !isHttps(logo)) errors.push("l is no https: address");
  if (evidence !== "" && !isHttps(evidence)) errors.push("a is no https: address");
  return errors;
}

const isHttps = (value: string): boolean => URL.canParse(value) && new URL(value).protocol === "https:";

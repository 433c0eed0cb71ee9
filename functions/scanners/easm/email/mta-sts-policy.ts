import { fieldOf } from "./field.ts";
/** An MTA-STS policy file taken apart (RFC 8461 section 3.2). `errors` are one line each. */
export interface MtaStsPolicy {
  readonly mode: "enforce" | "testing" | "none" | null;
  readonly mx: readonly string[];
  readonly errors: readonly string[];
}

/** Largest `max_age`, seconds: about a year (RFC 8461 section 3.2). */
const MAX_AGE_MAX = 31_557_600;

/** True for a text that is meant to be an MTA-STS record; others at the name are ignored (RFC 8461 section 3.1). */
export const isStsRecord = (text: string): boolean => /^v=STSv1\s*(;|$)/.test(text);

/** What is wrong with the TXT records at `_mta-sts`, null when they are one well-formed record. */
export function stsRecordError(records: readonly string[]): string | null {
  if (records.length !== 1) return `${records.length} records where there must be one`;
  const ids = (records[0] ?? "").split(";").filter((field) => /^\s*id\s*=/.test(field));
  return ids.length === 1 && /^\s*id\s*=\s*[a-z0-9]{1,32}\s*$/i.test(ids[0] ?? "")
    ? null
    : "the record has no id of 1 to 32 letters and digits";
}

/** Takes a policy file apart. Of a key that stands twice the first counts, except `mx` (RFC 8461 section 3.2). */
export function parseStsPolicy(text: string): MtaStsPolicy {
  const fields = text
    .split(/\r?\n/)
    .map((line) => fieldOf(line, ":"))
    .filter(([key]) => /^[a-z0-9_.-]+$/i.test(key));
  const first = (key: string) => fields.find(([name]) => name === key)?.[1];
  const mx = fields.filter(([name]) => name === "mx").map(([, value]) => value.toLowerCase());
  const mode = (["enforce", "testing", "none"] as const).find((word) => word === first("mode")) ?? null;
  const maxAge = first("max_age") ?? "";
  const errors: string[] = [];
  if (first("version") !== "STSv1") errors.push("version is not STSv1");
  if (mode === null) errors.push("mode is not enforce, testing or none");
  if (!/^\d{1,10}$/.test(maxAge) || Number(maxAge) > MAX_AGE_MAX) errors.push(`max_age is not 0 to ${MAX_AGE_MAX}`);
  if (mx.length === 0 && mode !== "none") errors.push("no mx is named");
  return { mode, mx, errors };
}

/** Does a mail host match one of the policy's patterns? `*.` stands for exactly one label (RFC 8461 section 4.1). */
export const matchesMx = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.startsWith("*.") ? host.slice(host.indexOf(".") + 1) === pattern.slice(2) : host === pattern,
  );

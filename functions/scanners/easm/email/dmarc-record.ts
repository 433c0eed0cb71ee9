export const dmarcPolicies = ["none", "quarantine", "reject"] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** A DMARC policy record taken apart (RFC 9989 section 4.7). */
export interface DmarcRecord {
  /** Null when the record has no `p` or an unknown one; receivers then act as on `none` at most. */
  readonly p: DmarcPolicy | null;
  readonly sp: DmarcPolicy | null;
  readonly psd: "y" | "n" | "u";
  /** True for `t=y`: receivers apply the policy one step weaker. */
  readonly isTest: boolean;
  /** Tags that RFC 9989 removed and receivers ignore (`pct`, `rf`, `ri`), as written. */
  readonly removedTags: readonly string[];
  /** What is malformed, one line each. */
  readonly errors: readonly string[];
}

/** True for a text that is meant to be a DMARC record, however misspelt. */
export const resemblesDmarc = (text: string): boolean => /^\s*["']?\s*v\s*=\s*["']?\s*dmarc/i.test(text);

/** True when receivers take the text for a DMARC record: the version comes first and is spelt exactly `DMARC1`. */
export const isDmarc = (text: string): boolean => /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text);

/** Takes a record apart for which `isDmarc` holds. Unknown tags are ignored, as receivers do. */
export function parseDmarc(text: string): DmarcRecord {
  const errors: string[] = [];
  const tags = new Map<string, string>();
  for (const part of text
    .split(";")
    .map((piece) => piece.trim())
    .filter(Boolean)) {
    const [, name, value = ""] = /^([a-z]\w*)\s*=\s*(.*)$/i.exec(part) ?? [];
    const tag = name?.toLowerCase();
    if (tag === undefined) errors.push(`"${part.slice(0, 80)}" is no tag`);
    else if (tags.has(tag)) errors.push(`the tag ${tag} stands twice`);
    else tags.set(tag, value.trim());
  }
  const policy = (tag: "p" | "sp" | "np"): DmarcPolicy | null => {
    const value = tags.get(tag);
    const known = dmarcPolicies.find((word) => word === value?.toLowerCase());
    if (value !== undefined && known === undefined) errors.push(`${tag} is "${value.slice(0, 40)}"`);
    return known ?? null;
  };
  const [p, sp] = [policy("p"), policy("sp"), policy("np")];
  for (const tag of ["rua", "ruf"]) {
    const value = tags.get(tag);
    if (value !== undefined && !value.split(",").some(isMailto)) errors.push(`${tag} has no mailto: address`);
  }
  const psd = tags.get("psd")?.toLowerCase();
  const removedTags = ["pct", "rf", "ri"].filter((tag) => tags.has(tag)).map((tag) => `${tag}=${tags.get(tag)}`);
  const isTest = tags.get("t")?.toLowerCase() === "y";
  return { p: p ?? null, sp: sp ?? null, psd: psd === "y" || psd === "n" ? psd : "u", isTest, removedTags, errors };
}

const isMailto = (uri: string): boolean => /^\s*mailto:[^@\s]+@[^@\s]+\s*$/i.test(uri);

/**
 * The policy that receivers apply: a missing one is `none`, and a test (`t=y`) weakens by one step. `below` is true for
 * a domain under the one that has the record; `sp` is then meant for it.
 */
export function effectivePolicy(record: DmarcRecord, below: boolean): DmarcPolicy {
  const stated = (below ? record.sp : null) ?? record.p ?? "none";
  if (!record.isTest) return stated;
  return stated === "reject" ? "quarantine" : "none";
}

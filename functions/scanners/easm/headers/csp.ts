/** A policy: directive name to its sources, lower-case names; the first of a name counts (CSP Level 3, 2.2.1). */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Reads the policies of all Content-Security-Policy values; one value may hold several, separated by commas. */
export const parsePolicies = (values: readonly string[]): readonly Policy[] =>
  values
    .flatMap((value) => value.split(","))
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(";")) {
    const [name = "", ...sources] = directive.trim().split(/\s+/);
    if (name !== "" && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

const ANYWHERE = new Set(["*", "http:", "https:", "data:", "http://*", "https://*"]);

/**
 * Sources by which a policy lets injected scripts run: `'unsafe-inline'`, `'unsafe-eval'` or any host. None when a nonce,
 * a hash or `'strict-dynamic'` is there, since it makes browsers ignore inline permission and host lists, and none when
 * the policy does not speak of scripts.
 */
export function unsafeScriptSources(policy: Policy): readonly string[] {
  const sources = (policy.get("script-src") ?? policy.get("default-src") ?? []).map((source) => source.toLowerCase());
  if (sources.some((source) => /^'(nonce-|sha(256|384|512)-|strict-dynamic')/.test(source))) return [];
  return sources.filter((each) => each === "'unsafe-inline'" || each === "'unsafe-eval'" || ANYWHERE.has(each));
}

/** True when a policy names who may frame the page, and it is not everybody. Only header policies count (CSP 3, 6.4.2). */
export function restrictsFraming(policy: Policy): boolean {
  const ancestors = policy.get("frame-ancestors");
  return ancestors !== undefined && !ancestors.some((source) => ANYWHERE.has(source.toLowerCase()));
}

/** A policy as evidence shows it: nonces, which are new in every answer, as `*`. */
export const withoutNonces = (text: string): string => text.replace(/'nonce-[^']*'/gi, "'nonce-*'");

import { getDomain } from "tldts";
import type { PageForm, Subresource } from "../shared/html.ts";
import { withoutQuery } from "../shared/page.ts";
import { parsePolicies } from "./csp.ts";
import type { JudgedPage, Verdict } from "./judge.ts";

const SHOWN_MAX = 10;
const ADDRESS_MAX = 200;

/** What a page loads in the clear, from whom it takes scripts unchecked, and where its forms go (W3C Mixed Content, SRI). */
export function judgeContent({ scheme, response, page }: JudgedPage): readonly Verdict[] {
  const base = baseOf(response.url, page.base);
  const at = (url: string): URL | null => (URL.canParse(url, base) ? new URL(url, base) : null);
  if (scheme === "http") {
    if (!page.hasPassword) return [];
    return [{ rule: "login_over_http", parameter: "password", evidence: { forms: page.forms.length } }];
  }
  return [
    ...judgeMixed(page.subresources, at, isUpgraded(response)),
    ...judgeForms(page.forms, at),
    ...judgeForeign(page.subresources, at),
  ];
}

type Resolve = (url: string) => URL | null;

/** Does the policy of the page make browsers load everything over HTTPS? */
const isUpgraded = (response: JudgedPage["response"]): boolean =>
  parsePolicies(response.headers["content-security-policy"] ?? []).some((policy) =>
    policy.has("upgrade-insecure-requests"),
  );

function judgeMixed(parts: readonly Subresource[], at: Resolve, upgraded: boolean): readonly Verdict[] {
  const plain = parts.filter(({ url }) => at(url)?.protocol === "http:");
  if (plain.length === 0 || upgraded) return [];
  const kinds = [...new Set(plain.map(({ tag }) => tag))].sort();
  return [
    {
      rule: "mixed_content",
      parameter: "http",
      evidence: { kinds, addresses: shown(plain.map(({ url }) => at(url))) },
    },
  ];
}

function judgeForms(forms: readonly PageForm[], at: Resolve): readonly Verdict[] {
  const plain = forms.filter(({ action }) => action !== null && at(action)?.protocol === "http:");
  if (plain.length === 0) return [];
  const evidence = {
    asks_for_password: plain.some(({ hasPassword }) => hasPassword),
    addresses: shown(plain.map(({ action }) => at(action ?? ""))),
  };
  return [{ rule: "insecure_form", parameter: "action", evidence }];
}

/** Own subdomains are the same trust; other sites' scripts and sheets are not. */
function judgeForeign(parts: readonly Subresource[], at: Resolve): readonly Verdict[] {
  const home = at("/")?.hostname ?? "";
  const foreign = parts.filter(({ tag, url, hasIntegrity }) => {
    const there = at(url);
    const isCode = tag === "script" || tag === "stylesheet";
    return (
      isCode && !hasIntegrity && there !== null && /^https?:$/.test(there.protocol) && !isKin(there.hostname, home)
    );
  });
  if (foreign.length === 0) return [];
  const hosts = [...new Set(foreign.map(({ url }) => at(url)?.hostname ?? ""))].sort();
  return [{ rule: "sri_missing", parameter: "integrity", evidence: { hosts: hosts.slice(0, SHOWN_MAX) } }];
}

/** True when two names are the same or belong to one registrable domain. */
const isKin = (one: string, other: string): boolean =>
  one === other || (registrable(one) !== null && registrable(one) === registrable(other));

const registrable = (name: string): string | null => getDomain(name, { allowPrivateDomains: true });

const baseOf = (url: string, base: string | null): string =>
  base !== null && URL.canParse(base, url) ? new URL(base, url).href : url;

/** Addresses without their queries, sorted, the first few. */
const shown = (urls: readonly (URL | null)[]): readonly string[] =>
  [...new Set(urls.flatMap((url) => (url === null ? [] : [withoutQuery(url.href).slice(0, ADDRESS_MAX)])))]
    .sort()
    .slice(0, SHOWN_MAX);

import { hostNames } from "../subdomains/mentioned.ts";

const HOSTS_MAX = 50;

/** Host names that a script's addresses mention: `https://api.example.com/v1`, `wss://…`, and `//cdn.example.com/x`. Each once, sorted. */
export function mentionedHosts(text: string): readonly string[] {
  const names = [
    ...text.matchAll(/(?:\b(?:https?|wss?):|["'`])\/\/([a-z0-9](?:[a-z0-9.-]{2,252}))(?=[:/"'`\s?#\\]|$)/gi),
  ].map(([, name]) => (name ?? "").toLowerCase());
  return hostNames([...new Set(names)]).toSorted();
}

/** The names that are new to a scan, at most 50. */
export const newHosts = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  [...new Set(names)]
    .filter((name) => !known.has(name))
    .sort()
    .slice(0, HOSTS_MAX);

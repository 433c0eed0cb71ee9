import { hostNames } from "../subdomains/mentioned.ts";

const HOSTS_MAX = 50;
/** Names that are taken of one script: a script that mentions more is no script. */
const MENTIONED_MAX = 2000;

const ADDRESS = /(?:\b(?:https?|wss?):|["'`])\/\/([a-z0-9](?:[a-z0-9.-]{2,252}))(?=[:/"'`\s?#\\]|$)/gi;

/** Host names that a script's addresses mention: `https://api.example.com/v1`, `wss://…`, and `//cdn.example.com/x`. Each once, sorted. */
export function mentionedHosts(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(ADDRESS)) {
    if (names.size === MENTIONED_MAX) break;
    names.add(name.toLowerCase());
  }
  return hostNames([...names]).toSorted();
}

/** The names that are new to a scan, at most 50. */
export const newHosts = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  [...new Set(names)]
    .filter((name) => !known.has(name))
    .sort()
    .slice(0, HOSTS_MAX);

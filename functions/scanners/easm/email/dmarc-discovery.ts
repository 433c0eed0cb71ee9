import { getDomain } from "tldts";
import type { Dns } from "../../../net/net.ts";
import { dataOf, settled, settledOrNull } from "../dns/answers.ts";
import { type DmarcRecord, isDmarc, parseDmarc, resemblesDmarc } from "./dmarc-record.ts";

/** Questions of one tree walk (RFC 9989 section 4.10). */
const WALK_QUERIES_MAX = 8;

export interface DmarcPlace {
  readonly domain: string;
  readonly text: string;
  readonly record: DmarcRecord;
}

export interface DmarcDiscovery {
  /** Texts at the domain's own `_dmarc` name that are DMARC records, or are meant to be. */
  readonly own: readonly string[];
  /** The record that applies to the domain: its own, or its organizational domain's. Null when there is none. */
  readonly place: DmarcPlace | null;
}

/**
 * The names whose `_dmarc` a tree walk asks for, starting with the domain. From a name of eight labels or more the walk
 * jumps to the last seven, so that no domain costs more than eight questions.
 */
export function treeWalk(domain: string): readonly string[] {
  const labels = domain.split(".");
  const parents = labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
  return [domain, ...parents.slice(-(WALK_QUERIES_MAX - 1))];
}

/**
 * Finds the record that applies to a domain (RFC 9989 section 4.10): its own; else that of its organizational domain,
 * which the walk finds by `psd` tags or as the highest name that has a record. A name with several records has none.
 * Throws `NetError` when a question about the customer's own names is not settled; names above are no concern of it.
 */
export async function discoverDmarc(domain: string, dns: Dns): Promise<DmarcDiscovery> {
  const registrable = getDomain(domain) ?? domain;
  const steps = await Promise.all(
    treeWalk(domain).map(async (name) => {
      const isOwn = name.length >= registrable.length;
      const answer = await (isOwn ? settled : settledOrNull)(dns, `_dmarc.${name}`, "TXT");
      return { name, texts: answer === null ? [] : dataOf(answer, "TXT").filter(resemblesDmarc) };
    }),
  );
  const places = steps.map(({ name, texts }) => placeOf(name, texts));
  return { own: steps[0]?.texts ?? [], place: places[0] ?? organizational(domain, places) };
}

function placeOf(domain: string, texts: readonly string[]): DmarcPlace | null {
  const [text, ...others] = texts.filter(isDmarc);
  return text === undefined || others.length > 0 ? null : { domain, text, record: parseDmarc(text) };
}

/** The place that the walk upwards settles on: the first that says it is no public suffix, or is one, else the highest. */
function organizational(domain: string, places: readonly (DmarcPlace | null)[]): DmarcPlace | null {
  let highest: DmarcPlace | null = null;
  for (const place of places) {
    if (place === null) continue;
    if (place.record.psd === "n") return place;
    // A public suffix is one label above the organizational domain, whose own record, when it has one, comes first.
    if (place.record.psd === "y" && place.domain !== domain) return belowSuffix(domain, place, places) ?? place;
    highest = place;
  }
  return highest;
}

function belowSuffix(domain: string, suffix: DmarcPlace, places: readonly (DmarcPlace | null)[]): DmarcPlace | null {
  const label =
    domain
      .slice(0, -suffix.domain.length - 1)
      .split(".")
      .at(-1) ?? "";
  return places.find((place) => place?.domain === `${label}.${suffix.domain}`) ?? null;
}

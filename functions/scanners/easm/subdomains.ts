import { detection, found, type ScanTools, scanner } from "../scanner.ts";
import { settled } from "./dns/answers.ts";
import { mapPool } from "./shared/pool.ts";
import { namesInCtLogs } from "./subdomains/ct-logs.ts";
import { discoveryConfig } from "./subdomains/discovery.ts";
import { lookUp } from "./subdomains/look-up.ts";
import { hostNames, mentionedNames, transferredNames } from "./subdomains/mentioned.ts";
import { permutationsOf } from "./subdomains/permutations.ts";
import { subdomainRules } from "./subdomains/rules.ts";
import { type WildcardFilter, wildcardFilter } from "./subdomains/wildcard.ts";
import { subdomainWords } from "./subdomains/words.ts";

/** Questions under way at the same time, per domain. */
const PARALLEL = 20;
/** Hosts reported per domain, likelier sources first; a zone of more is a zone of generated names. */
const HOSTS_MAX = 2_000;

/** Where a name was learnt; the first two are guesses. */
type Source = "wordlist" | "permutation" | "ct_log" | "dns_record" | "alias" | "zone_transfer";

export const subdomains = scanner({
  key: "easm.subdomains",
  module: "easm",
  stage: "discover",
  type: "native",
  title: "Host names below the seed domains",
  consumes: ["domain"],
  rules: subdomainRules,
  targetsPerBatch: 4,
  concurrency: 4,
  secondsPerTarget: 480,
  async *scan({ kind, value: domain }, tools) {
    // A domain nobody answers for is unreached; one that does not exist has no hosts.
    if ((await settled(tools.net.dns, domain, "SOA")).rcode === "NXDOMAIN") return;
    const filter = wildcardFilter(tools.net, tools.token);
    const wildcard = await filter.of(domain);
    if (wildcard !== null) {
      yield detection({
        rule: "wildcard_dns",
        asset: { kind, value: domain },
        matched_at: `*.${domain}`,
        evidence: {
          // A part of what rotates would be another part in every scan.
          leads_to: wildcard.isComplete ? [...wildcard.aliases, ...wildcard.addresses].sort().slice(0, 20) : [],
          every_answer_known: wildcard.isComplete,
        },
      });
    }
    const discovery: Discovery = { domain, tools, filter, done: new Set() };

    const guessed = subdomainWords.map((word) => `${word}.${domain}`);
    const hits = await sightings(discovery, "wordlist", guessed);
    yield* hits.map(({ host }) => host);

    const labels = hits.map(({ name }) => name.slice(0, name.indexOf(".")));
    const varied = permutationsOf(labels).map((label) => `${label}.${domain}`);
    const variations = await sightings(discovery, "permutation", varied);
    yield* variations.map(({ host }) => host);

    const mentioned = await sightings(discovery, "dns_record", await mentionedNames(domain, tools.net));
    yield* mentioned.map(({ host }) => host);

    const targets = [...hits, ...variations, ...mentioned].map(({ sighting }) => sighting.alias);
    const aliased = await sightings(discovery, "alias", hostNames(targets.filter((target) => target !== null)));
    yield* aliased.map(({ host }) => host);

    const transferred = newNames(discovery, await transferredNames(domain, tools.net));
    for (const name of transferred) discovery.done.add(name);
    yield* transferred.map((name) => hostFrom(name, "zone_transfer"));

    if (!discoveryConfig().ctLogs) return;
    const logged = await sightings(discovery, "ct_log", await namesInCtLogs(domain, tools.net));
    yield* logged.map(({ host }) => host);
  },
});

interface Discovery {
  readonly domain: string;
  readonly tools: ScanTools;
  readonly filter: WildcardFilter;
  /** Names that were reported. One that only a wildcard seemed to make may still be stated by a record. */
  readonly done: Set<string>;
}

/** Names that are new, in scope, and neither the domain nor another seed, which are scanned anyway. With those reported at most 2,000. */
function newNames({ domain, tools, done }: Discovery, names: readonly string[]): readonly string[] {
  const seeds = new Set(tools.known("domain").map(({ value }) => value));
  const fresh = names.filter(
    (name) => name !== domain && !seeds.has(name) && !done.has(name) && tools.net.inScope(name),
  );
  return fresh.toSorted().slice(0, HOSTS_MAX - done.size);
}

/** Looks names up and keeps those that exist. A name that a record or a certificate states is in use even where a wildcard would answer too. */
async function sightings(discovery: Discovery, source: Source, names: readonly string[]) {
  const { tools, filter, done } = discovery;
  const isStated = source !== "wordlist" && source !== "permutation";
  const seen = await mapPool(newNames(discovery, names), PARALLEL, async (name) => {
    const sighting = await lookUp(name, tools.net);
    return sighting && { name, sighting, host: hostFrom(name, source) };
  });
  const existing = seen.filter((one) => one !== null);
  const own = isStated ? existing : await filter.ownOf(existing);
  for (const { name } of own) done.add(name);
  return own;
}

const hostFrom = (name: string, source: Source) =>
  found({ kind: "host", value: name, attributes: { sources: [source] } });

import { X509Certificate } from "node:crypto";
import type { HttpResponse, Net } from "../../../net/net.ts";
import type { Detection, ScanTools } from "../../scanner.ts";
import { detection } from "../../scanner.ts";
import { unlessFailed } from "../dns/answers.ts";
import { resolution } from "../dns/resolution.ts";
import { answerOrNull } from "../shared/failures.ts";
import { land } from "../shared/page.ts";
import type { httpRules } from "./rules.ts";
import { pageWords, type UnclaimedMark, unclaimedMark } from "./takeover-markers.ts";

const PATH_LENGTH = 16;
/** Start of a page in which a mark is looked for, characters; the services' own pages are short. */
const PAGE_MAX = 262_144;

/** An alias into the zone of a service that shows which names nobody has claimed. */
export interface ProviderAlias {
  readonly name: string;
  /** The name in the service's zone. */
  readonly target: string;
  readonly mark: UnclaimedMark;
}

/** Where one name of a service is visited. */
export interface VisitedOrigin {
  readonly origin: string;
  readonly ip: string;
}

/** The alias of a name into a service's zone, null when it has none. */
export async function providerAlias(name: string, net: Net): Promise<ProviderAlias | null> {
  const found = await unlessFailed(resolution(name, "A", net));
  for (const target of found?.chain ?? []) {
    const mark = net.inScope(target) ? null : unclaimedMark(target);
    if (mark !== null) return { name, target, mark };
  }
  return null;
}

/**
 * True when the service shows for the name, whatever the path, that nobody has claimed it. A claimed site that speaks of
 * the mark does so on some page, and one that has an honest error page of the service has a first page beside it. A valid
 * certificate for the name is proof that somebody has claimed it.
 */
export async function looksUnclaimed(
  { name, mark }: ProviderAlias,
  first: HttpResponse,
  at: VisitedOrigin,
  tools: ScanTools,
): Promise<boolean> {
  if (!shows(first, mark)) return false;
  const other = await answerOrNull(land(tools.net, `${at.origin}/${tools.token(PATH_LENGTH)}`, at.ip));
  if (other === null || other.outcome !== "content" || !shows(other.response, mark)) return false;
  return !(await mayHaveOwnCertificate(name, tools));
}

/** True when the first page still shows it: services say the same for a moment while a site is being set up. */
export async function staysUnclaimed({ mark }: ProviderAlias, at: VisitedOrigin, { net }: ScanTools): Promise<boolean> {
  const again = await answerOrNull(land(net, `${at.origin}/`, at.ip));
  return again !== null && again.outcome === "content" && shows(again.response, mark);
}

/** The finding is the name's, so that it is one whichever of its ports shows the page. */
export function unclaimedPage({ name, target, mark }: ProviderAlias): Detection<keyof typeof httpRules> {
  const severity = {
    value: "low",
    reason: `${mark.provider} may ask for a proof of ownership before it gives the name away`,
  } as const;
  return detection({
    rule: "unclaimed_provider_page",
    asset: { kind: "host", value: name },
    matched_at: name,
    ...(mark.isFree ? {} : { severity }),
    evidence: { provider: mark.provider, alias_to: target, page_says: [...mark.words] },
  });
}

function shows(response: HttpResponse, { words, status }: UnclaimedMark): boolean {
  if (status !== null && response.status !== status) return false;
  const page = pageWords(response.text().slice(0, PAGE_MAX));
  return words.every((word) => page.includes(word));
}

/** A handshake that fails does not tell: whoever holds the name gets the benefit of the doubt. */
async function mayHaveOwnCertificate(name: string, { net, known }: ScanTools): Promise<boolean> {
  const secure = known("service").filter(({ attributes }) => attributes.tls && attributes.names.includes(name));
  for (const { attributes } of secure) {
    const session = await answerOrNull(net.tls.handshake({ host: name, port: attributes.port, ip: attributes.ip }));
    if (session === null || (session.untrusted === null && isFor(name, session.chain[0]))) return true;
  }
  return false;
}

function isFor(name: string, der: Buffer | undefined): boolean {
  if (der === undefined) return false;
  try {
    return new X509Certificate(der).checkHost(name) !== undefined;
  } catch {
    // What cannot be read is valid for nobody.
    return false;
  }
}

import type { Dns, ServerAnswer } from "../../../net/net.ts";
import { unlessFailed } from "./answers.ts";

/** Reserved for use in documentation (RFC 2606 section 3), and foreign to every customer. */
export const FOREIGN_NAME = "example.com";
/** Never a domain (RFC 6761 section 6.4): only what really asks elsewhere, or knows that, says that a name below does not exist. */
const NO_DOMAIN = "invalid";

/**
 * True when the DNS server at an address of a host finds foreign names for strangers. An answer alone is no proof: some
 * servers give one and the same to every question, so that a name that nobody has must not exist.
 */
export async function answersStrangers(
  host: string,
  ip: string,
  dns: Pick<Dns, "ask">,
  label: string,
): Promise<boolean> {
  const ask = (name: string) => unlessFailed(dns.ask({ name, type: "A", server: host, ip, recursion: true }));
  const foreign = await ask(FOREIGN_NAME);
  if (foreign === null || !isFound(foreign)) return false;
  const nobody = await ask(`${label}.${NO_DOMAIN}`);
  return nobody?.rcode === "NXDOMAIN";
}

/** True for an answer that was found elsewhere, as against one of a server's own making. */
const isFound = ({ rcode, answers, recursionAvailable, authoritative }: ServerAnswer): boolean =>
  rcode === "NOERROR" && recursionAvailable && !authoritative && answers.some(({ type }) => type === "A");

import { X509Certificate } from "node:crypto";
import { type Net, NetError } from "../../../net/net.ts";
import { dataOf, settledOrNull } from "../dns/answers.ts";
import { isStsRecord, matchesMx, parseStsPolicy, stsRecordError } from "./mta-sts-policy.ts";

/** Largest policy that senders must accept (RFC 8461 section 3.2). */
const POLICY_BYTES_MAX = 64 * 1024;
const FETCH_ATTEMPTS = 2;

/** How a domain's MTA-STS stands. `unknown`: the question could not be asked, or the policy host must not be touched. */
export type MtaStsState =
  | { readonly is: "unknown" | "valid" }
  | { readonly is: "missing"; readonly mode: "none" | null }
  | { readonly is: "invalid"; readonly reasons: readonly string[] };

/**
 * Looks at MTA-STS as a sending server does (RFC 8461): the TXT record, then the policy over HTTPS with a certificate
 * that must be valid, and without following redirects. Each mail host of the domain must match the policy.
 */
export async function mtaStsState(domain: string, mailHosts: readonly string[], net: Net): Promise<MtaStsState> {
  const answer = await settledOrNull(net.dns, `_mta-sts.${domain}`, "TXT");
  if (answer === null) return { is: "unknown" };
  const records = dataOf(answer, "TXT").filter(isStsRecord);
  if (records.length === 0) return { is: "missing", mode: null };
  const recordError = stsRecordError(records);
  if (recordError !== null) return { is: "invalid", reasons: [recordError] };
  const host = `mta-sts.${domain}`;
  if (!net.inScope(host)) return { is: "unknown" };
  const fetched = await fetchPolicy(host, net);
  if ("failure" in fetched) return { is: "invalid", reasons: [fetched.failure] };
  const { mode, mx, errors } = parseStsPolicy(fetched.text);
  if (errors.length > 0) return { is: "invalid", reasons: errors };
  if (mode === "none") return { is: "missing", mode };
  const unmatched = mailHosts.filter((mailHost) => !matchesMx(mailHost, mx));
  if (unmatched.length === 0) return { is: "valid" };
  return {
    is: "invalid",
    reasons: unmatched.map((mailHost) => `no mx of the policy matches the mail host ${mailHost}`),
  };
}

type Fetched = { readonly text: string } | { readonly failure: string };

/** Tries twice, because one lost packet must not read as a broken policy. */
async function fetchPolicy(host: string, net: Net): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(host, net);
    } catch (error) {
      if (!(error instanceof NetError) || error.code === "aborted") throw error;
      if (attempt === FETCH_ATTEMPTS) return { failure: `the policy cannot be fetched: ${error.message}` };
    }
  }
}

async function fetchOnce(host: string, net: Net): Promise<Fetched> {
  const session = await net.tls.handshake({ host, port: 443 });
  if (session.untrusted !== null) return { failure: `the certificate of ${host} is not valid: ${session.untrusted}` };
  const [leaf] = session.chain;
  if (leaf === undefined || new X509Certificate(leaf).checkHost(host) === undefined)
    return { failure: `the certificate of ${host} is for another name` };
  const url = `https://${host}/.well-known/mta-sts.txt`;
  const answer = await net.http.request(url, { bytesMax: POLICY_BYTES_MAX, ip: session.ip });
  if (answer.status !== 200) return { failure: `${url} answers ${answer.status}` };
  if (answer.truncated) return { failure: `${url} is larger than ${POLICY_BYTES_MAX} bytes` };
  if (!/^text\/plain\b/i.test(answer.header("content-type") ?? ""))
    return { failure: `${url} is not served as text/plain` };
  return { text: answer.text() };
}

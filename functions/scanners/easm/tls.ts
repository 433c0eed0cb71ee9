import type { AssetOf } from "../../domain/asset.ts";
import type { Json } from "../../domain/json.ts";
import type { Net } from "../../net/net.ts";
import { detection, found, missed, scanner } from "../scanner.ts";
import { answerOrNull } from "./shared/failures.ts";
import { hostPort, inPreference, namesKnownBefore } from "./shared/names.ts";
import { mapPool } from "./shared/pool.ts";
import { type CertificateVerdict, judgeChain, judgeName, keyOf, namesOf, oneLine } from "./tls/certificate.ts";
import { handshakes, type Shown } from "./tls/handshakes.ts";
import { legacyAnswers } from "./tls/legacy.ts";
import { revocationOf } from "./tls/ocsp.ts";
import { tlsRules } from "./tls/rules.ts";
import { createSightings, type Sighting } from "./tls/sightings.ts";
import { type Family, hasForwardSecrecy } from "./tls/suites.ts";
import { type Weaknesses, weaknessesOf } from "./tls/weaknesses.ts";

/** Names asked of one service; an address with more of them is a shared platform. */
const NAMES_MAX = 50;
/** Addresses asked of one service; those of a larger farm are alike. */
const ADDRESSES_MAX = 16;
const PARALLEL_ADDRESSES = 4;
const REQUEST_TIMEOUT_MS = 8000;

/** Judges certificates, for each name and address of a service, and the old protocol versions that it still accepts. */
export const tls = scanner({
  key: "easm.tls",
  module: "easm",
  stage: "probe",
  type: "native",
  title: "Certificates and TLS versions",
  consumes: ["service"],
  rules: tlsRules,
  targetsPerBatch: 20,
  concurrency: 5,
  secondsPerTarget: 120,
  async *scan(target, tools) {
    if (!target.attributes.tls) return;
    const { net, now, token } = tools;
    const { host, port, names } = target.attributes;
    const ips = target.attributes.ips.slice(0, ADDRESSES_MAX);
    const preferred = inPreference(names, namesKnownBefore(tools)).filter((name) => name !== host);
    const asked = [host, ...preferred].slice(0, NAMES_MAX).filter(net.inScope);

    const { shown, failures } = await handshakes(net, asked, port, ips);
    const judged = shown.map((each) => ({
      ...each,
      mismatch: names.includes(each.name) ? judgeName(each.sent, each.name) : null,
    }));
    const sightings = createSightings<keyof typeof tlsRules>();
    // A certificate is best told of under a name that it is for, and once for all names that it is sent for.
    const toldAs = new Map<string, string>();
    for (const each of [...judged.filter((one) => one.mismatch === null), ...judged]) {
      if (!toldAs.has(each.fingerprint)) {
        toldAs.set(each.fingerprint, each.name);
        yield found(certificateOf(each, port));
      }
      const name = toldAs.get(each.fingerprint) ?? each.name;
      for (const verdict of [...judgeChain(each.sent, now), ...judgeStaple(each)]) {
        // Another certificate that ends is another finding: renewing this one settles this one.
        const parameter = endingRules.has(verdict.rule) ? each.fingerprint : name;
        sightings.add({ rule: verdict.rule, name, parameter, ip: each.ip, evidence: evidenceOf(verdict, each) });
      }
    }
    for (const { mismatch, ...each } of judged) {
      if (mismatch === null || !(await countsAsMismatch(each, target, net))) continue;
      const { name, ip } = each;
      sightings.add({ rule: mismatch.rule, name, parameter: name, ip, evidence: evidenceOf(mismatch, each) });
    }

    const legacy = await mapPool(ips, PARALLEL_ADDRESSES, (ip) =>
      legacyAnswers(net, { host, port, ip }, () => Buffer.from(token(32), "latin1")),
    );
    for (const { rule, ip, serverHello } of legacy.flatMap(({ accepted }) => accepted)) {
      sightings.add({ rule, name: host, parameter: host, ip, evidence: { server_hello: serverHello } });
    }

    for (const { name, ip, protocol } of shown) {
      if (name !== host || protocol === "TLSv1.3") continue;
      sightings.add({ rule: "tls13_missing", name, parameter: name, ip, evidence: { negotiated: protocol } });
    }
    const alive = ips.filter((ip) => shown.some((each) => each.ip === ip));
    const weak = await mapPool(alive, PARALLEL_ADDRESSES, async (ip) => {
      const isKept = shown.some((each) => each.ip === ip && hasForwardSecrecy(each.cipher));
      return {
        ip,
        ...(await weaknessesOf(net, { host, port, ip }, () => Buffer.from(token(32), "latin1"), isKept)),
      };
    });
    for (const { ip, ...each } of weak) {
      for (const verdict of judgeWeaknesses(each)) sightings.add({ ...verdict, name: host, parameter: host, ip });
    }

    for (const { rule, name, parameter, evidence, severity } of sightings.all()) {
      yield detection({
        rule,
        asset: { kind: "service", value: target.value },
        matched_at: hostPort(name, port),
        port,
        parameter,
        ...(severity ? { severity } : {}),
        evidence,
      });
    }
    const [failure] = [...failures, ...[...legacy, ...weak].flatMap((each) => each.failures)];
    if (failure === undefined) return;
    // Nothing at all was learnt: let the failure tell why. Else what was learnt counts, and what is missing may be there.
    if (shown.length === 0 && legacy.every(({ accepted }) => accepted.length === 0)) throw failure;
    yield missed(target.value, failure.message);
  },
});

/** Rules about the end of one certificate; the others are about how the service chooses its certificates. */
const endingRules: ReadonlySet<string> = new Set([
  "certificate_expired",
  "certificate_expiring",
  "certificate_revoked",
]);

const evidenceOf = (verdict: CertificateVerdict, { sent, fingerprint }: Shown): Readonly<Record<string, Json>> => ({
  certificate_sha256: fingerprint,
  subject: oneLine(sent.leaf.subject),
  ...verdict.evidence,
});

const certificateOf = ({ name, sent: { leaf }, fingerprint }: Shown, port: number): AssetOf<"certificate"> => ({
  kind: "certificate",
  value: fingerprint,
  attributes: {
    host: name,
    port,
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    names: namesOf(leaf),
    not_before: leaf.validFromDate.toISOString(),
    not_after: leaf.validToDate.toISOString(),
    wildcard_names: namesOf(leaf).filter((each) => each.startsWith("*.")),
    key: keyOf(leaf),
    ...(leaf.signatureAlgorithm ? { signature: leaf.signatureAlgorithm } : {}),
  },
});

/** What the response that was stapled to a handshake says of the certificate; no third party is asked. */
function judgeStaple({ sent: { leaf }, staple }: Shown): readonly CertificateVerdict[] {
  const revocation = staple === null ? null : revocationOf(staple, leaf.serialNumber);
  if (!revocation?.revoked) return [];
  return [{ rule: "certificate_revoked", evidence: { revoked_at: revocation.since, source: "stapled OCSP response" } }];
}

const READABLE_FAMILIES: ReadonlySet<Family> = new Set(["null", "anonymous", "export", "des"]);
const DH_BITS_MIN = 2048;
const DH_BITS_BREAKABLE = 1024;

function judgeWeaknesses({ broken, dhBits, withoutForwardSecrecy }: Weaknesses) {
  const verdicts: Pick<Sighting<keyof typeof tlsRules>, "rule" | "evidence" | "severity">[] = [];
  if (broken.length > 0) {
    const suites = broken.map(({ name }) => name).sort();
    const severity = severityOf(broken.map(({ family }) => family));
    verdicts.push({ rule: "suites_broken", evidence: { suites }, ...(severity ? { severity } : {}) });
  }
  if (dhBits !== null && dhBits < DH_BITS_MIN) {
    const reason = `a prime of ${dhBits} bits can be broken with modest means`;
    const severity = dhBits < DH_BITS_BREAKABLE ? { severity: { value: "high" as const, reason } } : {};
    verdicts.push({ rule: "dh_weak", evidence: { prime_bits: dhBits }, ...severity });
  }
  if (withoutForwardSecrecy) verdicts.push({ rule: "no_forward_secrecy", evidence: { answer: "alert" } });
  return verdicts;
}

/** Suites that protect nothing weigh more than the rule's own severity, triple DES alone weighs less. */
function severityOf(families: readonly Family[]): Sighting<string>["severity"] {
  const readable = families.filter((family) => READABLE_FAMILIES.has(family));
  if (readable.length > 0) return { value: "high", reason: `suites without protection: ${readable.sort().join(", ")}` };
  return families.every((family) => family === "3des") ? { value: "low", reason: "triple DES alone" } : undefined;
}

/**
 * Several names may share an address without all being served on each of its ports. A web server says so for a name
 * (421, RFC 9110 15.5.20). Other services cannot, so they are judged as a whole, by the name they are known by, and a
 * certificate for any of their names will do.
 */
async function countsAsMismatch(
  { name, ip, sent }: Shown,
  { attributes: { host, names, port, protocol } }: AssetOf<"service">,
  net: Net,
): Promise<boolean> {
  if (protocol !== "http") return name === host && names.every((each) => judgeName(sent, each) !== null);
  if (names.length === 1) return true;
  const request = net.http.request(`https://${name}:${port}/`, { ip, bytesMax: 0, timeoutMs: REQUEST_TIMEOUT_MS });
  return (await answerOrNull(request))?.status !== 421;
}

import type { Net } from "../../net/net.ts";
import { detection, found, scanner } from "../scanner.ts";
import { answerOrNull } from "./shared/failures.ts";
import { hostPort } from "./shared/names.ts";
import { mapPool } from "./shared/pool.ts";
import { sha256 } from "./shared/redact.ts";
import { type CertificateVerdict, judgeChain, judgeName, namesOf, oneLine, readChain } from "./tls/certificate.ts";
import { accepts, clientHello, type LegacyVersion } from "./tls/client-hello.ts";
import { tlsRules } from "./tls/rules.ts";

/** Names asked of one service; an address with more of them is a shared platform. */
const NAMES_MAX = 50;
const PARALLEL_NAMES = 4;
const HANDSHAKE_TIMEOUT_MS = 8000;
const HELLO = { bytesMax: 512, idleMs: 2500, timeoutMs: 6000 } as const;

const protocols = [
  { version: "sslv3", rule: "protocol_sslv3" },
  { version: "tls10", rule: "protocol_tls10" },
  { version: "tls11", rule: "protocol_tls11" },
] as const satisfies readonly { version: LegacyVersion; rule: keyof typeof tlsRules }[];

/** Judges certificates, for each name of a service, and the old protocol versions that a service still accepts. */
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
  async *scan(target, { net, now, token }) {
    if (!target.attributes.tls) return;
    const { host, ip, port, names } = target.attributes;
    const at = { host, port, ip };
    const where = hostPort(host, port);
    const report = (verdict: CertificateVerdict, name: string) =>
      detection({
        rule: verdict.rule,
        asset: { kind: "service", value: target.value },
        matched_at: hostPort(name, port),
        port,
        // The service's own name needs no telling; another name may have another certificate.
        ...(name === host ? {} : { parameter: name }),
        evidence: verdict.evidence,
      });

    const asked = [host, ...names.filter((name) => name !== host).toSorted()].slice(0, NAMES_MAX);
    const sessions = await mapPool(asked.filter(net.inScope), PARALLEL_NAMES, async (name) => ({
      name,
      session: await answerOrNull(net.tls.handshake({ host: name, port, ip }, { timeoutMs: HANDSHAKE_TIMEOUT_MS })),
    }));

    const chains = sessions.flatMap(({ name, session }) => {
      const der = session?.chain[0];
      const sent = session ? readChain(session.chain, session.untrusted) : null;
      if (der === undefined || sent === null) return [];
      const mismatch = names.includes(name) ? judgeName(sent, name) : null;
      return [{ name, sent, mismatch, fingerprint: sha256(der) }];
    });
    // A certificate is best told of under a name that it is for.
    const inOrder = [
      ...chains.filter(({ mismatch }) => mismatch === null),
      ...chains.filter(({ mismatch }) => mismatch !== null),
    ];
    const judged = new Set<string>();
    for (const { name, sent, mismatch, fingerprint } of inOrder) {
      const evidence = { certificate_sha256: fingerprint, subject: oneLine(sent.leaf.subject) };
      if (mismatch !== null && (names.length === 1 || (await servesName(name, port, ip, net)))) {
        yield report({ ...mismatch, evidence: { ...mismatch.evidence, ...evidence } }, name);
      }
      if (judged.has(fingerprint)) continue;
      judged.add(fingerprint);
      yield found({
        kind: "certificate",
        value: fingerprint,
        attributes: {
          host: name,
          port,
          subject: oneLine(sent.leaf.subject),
          issuer: oneLine(sent.leaf.issuer),
          names: namesOf(sent.leaf),
          not_before: sent.leaf.validFromDate.toISOString(),
          not_after: sent.leaf.validToDate.toISOString(),
        },
      });
      for (const verdict of judgeChain(sent, now)) {
        yield report({ ...verdict, evidence: { ...evidence, ...verdict.evidence } }, name);
      }
    }

    let isLegacy = false;
    for (const { version, rule } of protocols) {
      const hello = clientHello(version, host, Buffer.from(token(32), "latin1"));
      const answer = await answerOrNull(net.tcp.exchange(at, { ...HELLO, send: hello }));
      if (answer === null || !accepts(version, answer)) continue;
      isLegacy = true;
      yield detection({
        rule,
        asset: { kind: "service", value: target.value },
        matched_at: where,
        port,
        evidence: { server_hello: answer.toString("hex", 0, 11) },
      });
    }
    // Nothing at all was learnt: let the failure tell why.
    if (chains.length === 0 && !isLegacy) await net.tls.handshake(at, { timeoutMs: HANDSHAKE_TIMEOUT_MS });
  },
});

/**
 * False when the service says that it is not the place for a name (421, RFC 9110 15.5.20): several names may share an
 * address without all being served on each of its ports. A service without HTTP cannot say so.
 */
async function servesName(name: string, port: number, ip: string, net: Net): Promise<boolean> {
  const request = net.http.request(`https://${name}:${port}/`, { ip, bytesMax: 0, timeoutMs: HANDSHAKE_TIMEOUT_MS });
  return (await answerOrNull(request))?.status !== 421;
}

import type { Net, NetError, TlsSession } from "../../../net/net.ts";
import { isAnswerFailure } from "../shared/failures.ts";
import { mapPool } from "../shared/pool.ts";
import { sha256 } from "../shared/redact.ts";
import { readChain, type SentChain } from "./certificate.ts";

const PARALLEL = 8;
const TIMEOUT_MS = 8000;

/** A certificate chain that an address sent for a name. */
export interface Shown {
  readonly name: string;
  readonly ip: string;
  readonly sent: SentChain;
  /** Lower-case SHA-256 of the leaf, hex. */
  readonly fingerprint: string;
  /** What was agreed on: `TLSv1.3`, ... and the suite in IANA's spelling. */
  readonly protocol: string;
  readonly cipher: string;
  /** The OCSP response that came along, null where none did. */
  readonly staple: Buffer | null;
}

export interface Handshakes {
  /** In the order of the names, then of the addresses. */
  readonly shown: readonly Shown[];
  /** Failures that are no answer: the address or the name may well have a certificate. */
  readonly failures: readonly NetError[];
}

/** One handshake; a failure that says something about the target is returned, other errors pass. */
export async function handshake(net: Net, name: string, port: number, ip: string): Promise<TlsSession | NetError> {
  try {
    return await net.tls.handshake({ host: name, port, ip }, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (isAnswerFailure(error)) return error;
    throw error;
  }
}

/** Asks each address for each name. An address that gives no sign of life for the first name is not asked for others. */
export async function handshakes(
  net: Net,
  names: readonly string[],
  port: number,
  ips: readonly string[],
): Promise<Handshakes> {
  const [first, ...others] = names;
  if (first === undefined) return { shown: [], failures: [] };
  const ask = async ({ name, ip }: { name: string; ip: string }) => ({
    name,
    ip,
    answer: await handshake(net, name, port, ip),
  });
  const firsts = await mapPool(
    ips.map((ip) => ({ name: first, ip })),
    PARALLEL,
    ask,
  );
  const alive = firsts.filter(({ answer }) => !(answer instanceof Error) || !isNoSign(answer)).map(({ ip }) => ip);
  const further = await mapPool(
    others.flatMap((name) => alive.map((ip) => ({ name, ip }))),
    PARALLEL,
    ask,
  );
  const all = [...firsts, ...further];
  return {
    shown: all.flatMap(({ name, ip, answer }) => {
      if (answer instanceof Error) return [];
      const der = answer.chain[0];
      const sent = readChain(answer.chain, answer.untrusted);
      if (der === undefined || sent === null) return [];
      const { protocol, cipher, ocspResponse: staple = null } = answer;
      return [{ name, ip, sent, fingerprint: sha256(der), protocol, cipher, staple }];
    }),
    failures: all.flatMap(({ answer }) => (answer instanceof Error && isNoAnswer(answer) ? [answer] : [])),
  };
}

const isNoSign = ({ code }: NetError): boolean => code === "timeout" || code === "refused" || code === "unreachable";

/** An alert (`tls_failure`) is an answer; silence and a cut connection are not. */
const isNoAnswer = (error: NetError): boolean => isNoSign(error) || error.code === "reset";

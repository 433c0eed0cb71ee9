import type { Net, NetError, Target } from "../../../net/net.ts";
import { isAnswerFailure } from "../shared/failures.ts";
import { accepts, clientHello, type LegacyVersion } from "./client-hello.ts";
import { handshake } from "./handshakes.ts";
import type { tlsRules } from "./rules.ts";

const HELLO = { bytesMax: 512, idleMs: 2500, timeoutMs: 6000 } as const;
/** Bytes of the answer that show type, length and version. */
const PROOF_BYTES = 11;

const protocols = [
  { version: "sslv3", rule: "protocol_sslv3" },
  { version: "tls10", rule: "protocol_tls10" },
  { version: "tls11", rule: "protocol_tls11" },
] as const satisfies readonly { version: LegacyVersion; rule: keyof typeof tlsRules }[];

export interface LegacyAnswers {
  readonly accepted: readonly {
    readonly rule: (typeof protocols)[number]["rule"];
    readonly ip: string;
    /** First bytes of the ServerHello, hex. */
    readonly serverHello: string;
  }[];
  /** Why some version could not be judged. */
  readonly failures: readonly NetError[];
}

/** Offers each old version alone to one address. `random` gives 32 fresh bytes. */
export async function legacyAnswers(
  net: Net,
  at: Target & { readonly ip: string },
  random: () => Uint8Array,
): Promise<LegacyAnswers> {
  const accepted: LegacyAnswers["accepted"][number][] = [];
  const failures: NetError[] = [];
  const resets: NetError[] = [];
  for (const { version, rule } of protocols) {
    const answer = await offered(net, at, clientHello(version, at.host, random()));
    if (answer instanceof Error) (answer.code === "reset" ? resets : failures).push(answer);
    else if (accepts(version, answer)) {
      accepted.push({ rule, ip: at.ip, serverHello: answer.toString("hex", 0, PROOF_BYTES) });
    }
  }
  // Some servers refuse an old version with a reset. It is a refusal if they still speak a new one afterwards; else
  // something on the way has had enough of us.
  if (resets.length > 0 && (await handshake(net, at.host, at.port, at.ip)) instanceof Error) failures.push(...resets);
  return { accepted, failures };
}

async function offered(net: Net, at: Target, hello: Uint8Array): Promise<Buffer | NetError> {
  try {
    return await net.tcp.exchange(at, { ...HELLO, send: hello });
  } catch (error) {
    if (isAnswerFailure(error)) return error;
    throw error;
  }
}

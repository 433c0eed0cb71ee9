import type { Net, Target } from "../../../net/net.ts";
import { answerOrNull } from "../shared/failures.ts";
import { hostPort } from "../shared/names.ts";
import { mapPool } from "../shared/pool.ts";
import { sha256 } from "../shared/redact.ts";
import type { Manner } from "./manner.ts";
import { OPEN_PORTS_SUSPICIOUS, sameAnswerShare } from "./tarpit.ts";

const PARALLEL_QUESTIONS = 8;
/** Share of open ports with one and the same answer from which a host with many of them is a decoy. */
const SAME_ANSWER_SHARE = 0.8;

/** An open port, what it said by itself, and what it may be asked. */
export interface Greeted {
  readonly target: Target;
  readonly greeting: Buffer;
  readonly manner: Manner;
}

/** Gathers the open ports of one address and tells whether they are too many and too much alike to be services. */
export function createCrowd(net: Net) {
  /** First answer of each port, in a form that is equal for equal services. */
  const answers: string[] = [];
  /** Ports that said nothing and were not asked yet: asking is worth it only in a crowd. */
  let silent: readonly Target[] = [];
  let size = 0;
  return {
    /** Adds the ports of a slice; true when the address is a decoy. */
    async isDecoyWith(greeted: readonly Greeted[]): Promise<boolean> {
      size += greeted.length;
      for (const { target, greeting, manner } of greeted) {
        if (greeting.length > 0) answers.push(sha256(greeting));
        else if (manner === "listen") answers.push("");
        else silent = [...silent, target];
      }
      if (size <= OPEN_PORTS_SUSPICIOUS) return false;
      answers.push(...(await mapPool(silent, PARALLEL_QUESTIONS, (target) => pageOf(target, net))));
      silent = [];
      return sameAnswerShare(answers) >= SAME_ANSWER_SHARE;
    },
  };
}

/** Status and body over HTTP, empty where there is no HTTP. */
async function pageOf(target: Target, net: Net): Promise<string> {
  const url = `http://${hostPort(target.host, target.port)}/`;
  const options = { bytesMax: 4096, timeoutMs: 4000, ...(target.ip ? { ip: target.ip } : {}) };
  const response = await answerOrNull(net.http.request(url, options));
  return response === null ? "" : `${response.status} ${sha256(response.body)}`;
}

import { randomInt } from "node:crypto";
import {
  type Answer,
  CHECKING_DISABLED,
  type DecodedPacket,
  DNSSEC_OK,
  decode,
  encode,
  type Question,
  RECURSION_DESIRED,
  type RecordType,
} from "dns-packet";
import { canonicalAddress } from "./address.ts";
import type { DnsAnswer, DnsRecord } from "./net.ts";

/** UDP answer size offered by EDNS: what passes everywhere without fragments (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

/** Names of the response codes, RFC 1035 4.1.1 and RFC 2136 2.2, by number. */
const rcodes = [
  "NOERROR",
  "FORMERR",
  "SERVFAIL",
  "NXDOMAIN",
  "NOTIMP",
  "REFUSED",
  "YXDOMAIN",
  "YXRRSET",
  "NXRRSET",
  "NOTAUTH",
  "NOTZONE",
];

/** One question on its way. */
export interface DnsQuestion {
  /** The query as sent over UDP; over TCP it is preceded by its length. */
  readonly packet: Buffer;
  /** The message when it is the answer to this question (id, direction, name, type, class), else null. */
  read(message: Buffer): DecodedPacket | null;
}

export interface QuestionOptions {
  /** Ask to be answered by recursion. */
  readonly recursion: boolean;
  /** Offer larger answers by EDNS (RFC 6891), which a few old servers refuse. */
  readonly edns: boolean;
  /** Ask for signatures, and for data that does not pass validation (RFC 4035 3.2). Needs `edns`. */
  readonly dnssec?: boolean;
}

/** Puts a question under an unguessable id. `name` is a valid DNS name. */
export function dnsQuestion(name: string, type: RecordType, options: QuestionOptions): DnsQuestion {
  const { recursion, edns, dnssec = false } = options;
  const id = randomInt(0x10000);
  const opt: Answer = {
    type: "OPT",
    name: ".",
    udpPayloadSize: UDP_PAYLOAD_BYTES,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: dnssec ? DNSSEC_OK : 0,
    flag_do: dnssec,
    options: [],
  };
  const packet = encode({
    type: "query",
    id,
    flags: (recursion ? RECURSION_DESIRED : 0) | (dnssec ? CHECKING_DISABLED : 0),
    questions: [{ type, name, class: "IN" }],
    additionals: edns ? [opt] : [],
  });
  const isOurs = ({ name: asked, type: askedType, class: askedClass }: Question) =>
    lowerName(asked) === name && askedType === type && (askedClass ?? "IN") === "IN";
  return {
    packet,
    read(message) {
      const reply = decoded(message);
      if (reply?.id !== id || !reply.flag_qr) return null;
      const [question, ...others] = reply.questions ?? [];
      // A server that could not read the query, or sends a long transfer, may leave the question out.
      if (!question) return rcodeOf(reply) === "NXDOMAIN" || (type !== "AXFR" && isSuccess(reply)) ? null : reply;
      return isOurs(question) && others.length === 0 ? reply : null;
    },
  };
}

export const rcodeOf = (message: DecodedPacket): string => {
  const number = (message.flags ?? 0) & 0xf;
  return rcodes[number] ?? `RCODE${number}`;
};

/** The records of a message in presentation form. */
export const answerOf = (message: DecodedPacket): DnsAnswer => ({
  rcode: rcodeOf(message),
  answers: recordsOf(message.answers ?? []),
  authority: recordsOf(message.authorities ?? []),
});

export const recordsOf = (answers: readonly Answer[]): DnsRecord[] =>
  answers.flatMap((answer) => (answer.type === "OPT" ? [] : [recordOf(answer)]));

const isSuccess = (message: DecodedPacket): boolean => rcodeOf(message) === "NOERROR";

function decoded(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    // What cannot be decoded is no answer; the true one may still come.
    return null;
  }
}

function recordOf(answer: Exclude<Answer, { type: "OPT" }>): DnsRecord {
  return { name: lowerName(answer.name), type: answer.type, ttl: answer.ttl ?? 0, data: presentation(answer) };
}

/** Record data as text, after RFC 1035 5.1 and the record types' own RFCs. */
function presentation(answer: Exclude<Answer, { type: "OPT" }>): string {
  switch (answer.type) {
    case "A":
    case "AAAA":
      return canonicalAddress(answer.data) ?? answer.data;
    case "CNAME":
    case "DNAME":
    case "NS":
    case "PTR":
      return lowerName(answer.data);
    case "MX":
      return `${answer.data.preference ?? 0} ${lowerName(answer.data.exchange)}`;
    case "TXT":
      return [answer.data].flat().map(String).join("");
    case "SOA": {
      const { mname, rname, serial, refresh, retry, expire, minimum } = answer.data;
      return [lowerName(mname), lowerName(rname), serial, refresh, retry, expire, minimum].join(" ");
    }
    case "CAA":
      return `${answer.data.flags ?? 0} ${answer.data.tag} "${answer.data.value}"`;
    case "SRV": {
      const { priority, weight, port, target } = answer.data;
      return `${priority ?? 0} ${weight ?? 0} ${port} ${lowerName(target)}`;
    }
    case "DS": {
      const { keyTag, algorithm, digestType, digest } = answer.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString("hex")}`;
    }
    case "DNSKEY":
      return `${answer.data.flags} 3 ${answer.data.algorithm} ${answer.data.key.toString("base64")}`;
    case "RRSIG": {
      const { typeCovered, algorithm, labels, originalTTL, expiration, inception, keyTag, ...signed } = answer.data;
      const times = [originalTTL, expiration, inception, keyTag].join(" ");
      const signature = signed.signature.toString("base64");
      return `${typeCovered} ${algorithm} ${labels} ${times} ${lowerName(signed.signersName)} ${signature}`;
    }
    default:
      return fieldsAsText(answer.data);
  }
}

const fieldsAsText = (data: unknown): string => {
  if (Buffer.isBuffer(data)) return `\\# ${data.length} ${data.toString("hex")}`; // RFC 3597 5
  if (Array.isArray(data)) return data.map(fieldsAsText).join(" ");
  if (typeof data === "object" && data !== null) return Object.values(data).map(fieldsAsText).join(" ");
  return String(data ?? "");
};

/** Lower case, without the final dot; the root stays `.`. */
export const lowerName = (name: string): string => {
  const lower = name.toLowerCase();
  return lower.length > 1 && lower.endsWith(".") ? lower.slice(0, -1) : lower;
};

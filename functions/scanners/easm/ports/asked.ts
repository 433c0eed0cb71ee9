import { printable } from "../shared/printable.ts";
import { AS_REQ, DNS_VERSION, gitLine, hex, latin1, lengthFirst } from "./messages.ts";
import { ask, internalService, plainService, type Question } from "./question.ts";

/** A service that waits to be asked, and is known by one answer. */
export interface Asked {
  /** IANA's spelling where there is one. */
  readonly protocol: string;
  readonly product: string;
  /** Harmless in every protocol: a question, a greeting, never a login. */
  readonly question: Buffer;
  /** What the answer shows; null when it is no answer of this protocol. An echo of the question never is one. */
  readonly judge: (said: Buffer, text: string) => Shown | null;
  /** True for services of a network of its own. */
  readonly internal?: boolean;
}

interface Shown {
  readonly product?: string | undefined;
  readonly version?: string | undefined;
}

/** A sign by a pattern whose groups `product` and `version` are shown. */
const byText =
  (sign: RegExp) =>
  (_: Buffer, text: string): Shown | null => {
    const match = sign.exec(text);
    return match ? { product: match.groups?.product, version: match.groups?.version } : null;
  };

const when = (fits: boolean, shown: Shown = {}): Shown | null => (fits ? shown : null);

/** Product and version of a header line of SIP or RTSP. */
const server = (text: string): Shown => {
  const line = /^(?:Server|User-Agent): ?([A-Za-z][A-Za-z .-]*[A-Za-z])(?:[/ ]v?(\d[\w.]*))?/im.exec(text);
  return { product: line?.[1], version: line?.[2] };
};

/** The table: one row a protocol. Layouts from the standards and manuals of the protocols. */
export const asked: readonly Asked[] = [
  {
    protocol: "ajp13",
    product: "Apache JServ Protocol",
    question: hex("1234 0001 0a"),
    judge: (said) => when(said.equals(hex("4142 0001 09"))),
    internal: true,
  },
  {
    protocol: "rmiregistry",
    product: "Java RMI",
    question: latin1("JRMI\0\x02K"),
    judge: (said, text) =>
      when(
        said.length >= 8 &&
          said[0] === 0x4e &&
          said.length === said.readUInt16BE(1) + 7 &&
          /^N..[\w.:-]+\0\0/s.test(text),
      ),
    internal: true,
  },
  {
    protocol: "epmd",
    product: "Erlang port mapper",
    question: hex("0001 6e"),
    judge: (said, text) =>
      when(
        said.length >= 4 &&
          said.readUInt32BE(0) > 1023 &&
          said.readUInt32BE(0) < 65_536 &&
          /^.{4}(name \S+ at port \d+\n)+$/s.test(text),
      ),
    internal: true,
  },
  {
    protocol: "domain",
    product: "DNS server",
    question: lengthFirst(DNS_VERSION, 2),
    judge: (said) => {
      const isAnswer = said.length >= 14 && said.readUInt16BE(0) === said.length - 2 && said.readUInt16BE(2) === 0x7061;
      if (!isAnswer || ((said[4] ?? 0) & 0x80) === 0) return null;
      const [, product, version] =
        /(BIND|dnsmasq|unbound|PowerDNS Authoritative Server|Knot DNS|NSD)?[- ]?(\d+\.[\w.-]*)/.exec(
          printable(said.subarray(32), 100),
        ) ?? [];
      return { product, version };
    },
  },
  {
    protocol: "whois",
    product: "WHOIS server",
    question: latin1("palisade-probe.invalid\r\n"),
    judge: byText(
      /^(?:%[^\r\n]*\r?\n)+[\s\S]*(?:no entries found|not found|no match)|^No match for "?palisade-probe\.invalid|^(?:Domain )?NOT FOUND\r?\n/i,
    ),
  },
  {
    protocol: "finger",
    product: "Finger",
    question: latin1("\r\n"),
    judge: byText(/^\s*(?:Login\s+Name\s+(?:Tty|TTY)|No one logged on|Login: \w+\s+Name: )/),
    internal: true,
  },
  {
    protocol: "sip",
    product: "SIP server",
    question: latin1(
      "OPTIONS sip:probe.invalid SIP/2.0\r\nVia: SIP/2.0/TCP probe.invalid;branch=z9hG4bKpalisade\r\nMax-Forwards: 0\r\nTo: <sip:probe.invalid>\r\nFrom: <sip:probe@probe.invalid>;tag=palisade\r\nCall-ID: palisade\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n",
    ),
    judge: (_, text) => when(/^SIP\/2\.0 \d{3} /.test(text), server(text)),
  },
  {
    protocol: "rtsp",
    product: "RTSP server",
    question: latin1("OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n"),
    judge: (_, text) => when(/^RTSP\/1\.0 \d{3} /.test(text), server(text)),
  },
  {
    protocol: "kerberos",
    product: "Kerberos KDC",
    question: lengthFirst(AS_REQ, 4),
    // KRB-ERROR, application 30, whose first fields are version 5 and message type 30.
    judge: (said) =>
      when(
        said.length > 20 &&
          said.readUInt32BE(0) === said.length - 4 &&
          said[4] === 0x7e &&
          said.includes(hex("a003020105a10302011e")),
      ),
    internal: true,
  },
  {
    protocol: "pptp",
    product: "PPTP",
    question: Buffer.concat([
      hex("009c 0001 1a2b3c4d 0001 0000 0100 0000 00000001 00000001 0000 0001"),
      Buffer.alloc(128),
    ]),
    judge: (said) => {
      const isReply = said.length >= 156 && said.readUInt32BE(4) === 0x1a2b3c4d && said.readUInt16BE(8) === 2;
      return when(isReply, { product: isReply ? printable(said.subarray(92, 156), 40) || undefined : undefined });
    },
  },
  {
    protocol: "xmpp-client",
    product: "XMPP server",
    question: latin1(
      "<?xml version='1.0'?><stream:stream to='probe.invalid' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>",
    ),
    judge: byText(/^\s{0,10}(?:<\?xml[^>]{0,200}>\s{0,10})?<stream:stream\b[^>]{0,800}\s(?:id|from)=/),
  },
  {
    protocol: "epmap",
    product: "Microsoft RPC",
    question: hex(
      "05000b0310000000480000007f000000d016d016000000000100000000000100 0883afe11f5dc91191a408002b14a0fa 03000000 045d888aeb1cc9119fe808002b104860 02000000",
    ),
    // Bind acknowledged (12) or refused (13) for call 127.
    judge: (said) =>
      when(said.length >= 24 && said[0] === 5 && (said[2] === 12 || said[2] === 13) && said.readUInt32LE(12) === 127),
    internal: true,
  },
  {
    protocol: "afpovertcp",
    product: "Apple Filing Protocol",
    question: hex("0003 7061 00000000 00000002 00000000 0f00"),
    judge: (said) => {
      const isReply =
        said.length >= 24 &&
        said[0] === 1 &&
        said[1] === 3 &&
        said.readUInt16BE(2) === 0x7061 &&
        said.readUInt32BE(4) === 0;
      return when(isReply && said.includes("AFP"));
    },
    internal: true,
  },
  {
    protocol: "git",
    product: "Git daemon",
    question: gitLine("git-upload-pack /palisade-probe\0host=probe.invalid\0"),
    judge: byText(/^00[0-9a-f]{2}ERR (?:access denied|no such repository|service not enabled)/),
  },
  {
    protocol: "clamd",
    product: "ClamAV",
    question: latin1("nVERSION\n"),
    judge: byText(/^ClamAV (?<version>\d[\w.]*)(?:\/\d+\/[^\n]*)?\n$/),
    internal: true,
  },
  {
    protocol: "beanstalkd",
    product: "beanstalkd",
    question: latin1("stats\r\n"),
    judge: byText(/^OK \d+\r\n---\n[\s\S]*\bversion: "?(?<version>\d[\w.]*)/),
    internal: true,
  },
  {
    protocol: "stomp",
    product: "STOMP broker",
    question: latin1("STOMP\naccept-version:1.2\nhost:probe.invalid\n\n\0"),
    judge: byText(
      /^(?:CONNECTED|ERROR)\n(?:[a-z-]+:[^\n]*\n)*?(?:server:(?<product>[A-Za-z]+)(?:\/(?<version>\d[\w.]*))?|version:|message:)/,
    ),
    internal: true,
  },
  {
    protocol: "zabbix-agent",
    product: "Zabbix agent",
    question: Buffer.concat([latin1("ZBXD\x01"), hex("0d00000000000000"), latin1("agent.version")]),
    judge: (said, text) =>
      when(text.startsWith("ZBXD\x01") && !text.includes("agent.version") && said.length >= 14, {
        version: /(\d+\.\d+\.\d+)$/.exec(text)?.[1],
      }),
    internal: true,
  },
  {
    protocol: "gearman",
    product: "Gearman job server",
    question: latin1("version\n"),
    judge: byText(/^OK (?<version>\d+\.\d+(?:\.\d+)?)\r?\n$/),
    internal: true,
  },
];

/** The rows as questions. */
export const askedQuestions: readonly Question[] = asked.map(
  ({ protocol, product, question, judge, internal = false }): Question =>
    async (target, net) => {
      const said = await ask(net, target, question);
      const shown = said.length === 0 || said.equals(question) ? null : judge(said, said.toString("latin1"));
      if (shown === null) return null;
      const version = shown.version ?? null;
      return internal
        ? internalService(protocol, said, shown.product ?? product, version)
        : plainService(protocol, said, { product: shown.product ?? product, version });
    },
);

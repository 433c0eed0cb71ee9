import type { Net, Target } from "../../../net/net.ts";
import { hostPort } from "../shared/names.ts";
import { ask, byTurns, converse, plainService, type Question, type Recognised } from "./question.ts";
import { finalCodes, haveCome } from "./replies.ts";

/** Domains that nobody has a mailbox in (RFC 2606), so that no one is bothered by what is only asked. */
const SENDER = "palisade-probe@example.com";
const RECIPIENT = "palisade-probe@example.net";
/** What no server may take for an address (RFC 5321, 4.1.2): one that takes it takes everything, and relays nothing. */
const IMPOSSIBLE = "palisade probe@@..example.net";

/**
 * Whether a mail server would pass on a stranger's mail to strangers: MAIL and RCPT only, never DATA, so that no mail is
 * sent. A server that takes an impossible recipient too is a trap, or judges later.
 */
export async function askRelay(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const said = await byTurns(net, target, [
    { after: haveCome(1), say: "EHLO palisade-probe.example.com\r\n" },
    { after: haveCome(2), say: `MAIL FROM:<${SENDER}>\r\n` },
    { after: haveCome(3), say: `RCPT TO:<${IMPOSSIBLE}>\r\n` },
    { after: haveCome(4), say: `RCPT TO:<${RECIPIENT}>\r\n` },
    { after: haveCome(5), say: "QUIT\r\n" },
    { after: haveCome(6), say: null },
  ]);
  const codes = finalCodes(said.toString("latin1"));
  // Greeting, EHLO, MAIL, the impossible recipient, the foreign one.
  const [greeting, hello, mail, impossible = "", foreign] = codes;
  const isOpen = greeting === "220" && hello === "250" && mail === "250" && foreign === "250" && /^5/.test(impossible);
  if (!isOpen) return recognised;
  const evidence = {
    sender: SENDER,
    recipient: RECIPIENT,
    answers: codes.slice(0, 5).join(" "),
    note: "Asked up to RCPT; no DATA was sent",
  };
  return { ...recognised, exposures: [...recognised.exposures, { rule: "smtp_open_relay", evidence }] };
}

/** A port of the proxy's own address where nothing listens, as a control; far from the usual ones. */
const CONTROL_PORT = 1;

/**
 * An HTTP proxy that tunnels for strangers: it is led back to itself, and nowhere else, and has to answer HTTP in the
 * tunnel. A server that grants any tunnel is told by one to a port where nothing is.
 */
export async function askProxy(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const ip = target.ip;
  if (ip === undefined || recognised.tls) return recognised;
  const tunnel = (port: number) => {
    const place = hostPort(ip, port);
    return `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n`;
  };
  const granted = /^HTTP\/1\.[01] 200[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;
  const said = await byTurns(
    net,
    target,
    [
      { after: granted, say: tunnel(target.port) },
      { after: /\r\n\r\nHTTP\/1\.[01] \d{3}/, say: null },
    ],
    Buffer.from(tunnel(target.port), "latin1"),
  );
  const text = said.toString("latin1");
  if (!granted.test(text) || !/\r\n\r\nHTTP\/1\.[01] \d{3}/.test(text)) return recognised;
  const control = (await ask(net, target, tunnel(CONTROL_PORT))).toString("latin1");
  if (/^HTTP\/1\.[01] 2/.test(control)) return recognised;
  return withProxy(recognised, "HTTP CONNECT");
}

const withProxy = (recognised: Recognised, method: string): Recognised => ({
  ...recognised,
  exposures: [
    ...recognised.exposures,
    {
      rule: "open_proxy",
      evidence: { method, proof: "It led a tunnel back to itself without a login and answered in it" },
    },
  ],
});

/** Greeting of SOCKS 5 that offers no login (RFC 1928, 3). */
const SOCKS_GREETING = Buffer.from([5, 1, 0]);

/** SOCKS 5: two bytes in answer, and a tunnel back to itself in which it greets again where no login is asked for. */
export const socks: Question = async (target, net) => {
  const said = await converse(net, target, () => "enough", SOCKS_GREETING);
  const [version, method] = said;
  if (said.length !== 2 || version !== 5 || (method !== 0 && method !== 255)) return null;
  const recognised = plainService("socks", said, { product: "SOCKS 5 proxy" });
  if (method === 255 || target.ip === undefined) return recognised;
  const opened = await socksTunnel(target, net, target.port);
  const isOpen =
    opened !== null && opened[1] === 0 && opened.subarray(-2).equals(Buffer.from([5, 0])) && opened.length > 6;
  if (!isOpen) return recognised;
  const control = await socksTunnel(target, net, CONTROL_PORT);
  return control?.[1] === 0 ? recognised : withProxy(recognised, "SOCKS 5 CONNECT");
};

/** Reply to a CONNECT to the address itself and what follows it; null for an address of IPv6, or no reply. */
async function socksTunnel(target: Target, net: Net, port: number): Promise<Buffer | null> {
  const octets = (target.ip ?? "").split(".").map(Number);
  if (octets.length !== 4) return null;
  const request = Buffer.from([5, 1, 0, 1, ...octets, port >> 8, port & 255]);
  let turn = 0;
  const said = await converse(
    net,
    target,
    (received) => {
      if (turn === 0) {
        if (received.length < 2) return null;
        turn = 1;
        return received[1] === 0 ? request : "enough";
      }
      if (turn === 1) {
        if (received.length < 12) return null;
        turn = 2;
        return received[3] === 0 ? SOCKS_GREETING : "enough";
      }
      return received.length >= 14 ? "enough" : null;
    },
    SOCKS_GREETING,
  );
  return said.length < 4 ? null : said.subarray(2);
}

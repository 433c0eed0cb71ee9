import type { Net, Target } from "../../../net/net.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { printable } from "../shared/printable.ts";
import { greeterOf, shownBy } from "./greeters.ts";
import { askPatiently, guardedDatabase, internalService, plainService, type Recognised } from "./question.ts";
import type { PortRule } from "./rules.ts";

const TEXT_MAX = 200;

const speaking = (protocol: string, said: Buffer, rule: PortRule | null = null): Recognised => ({
  protocol,
  tls: false,
  said,
  ...shownBy(protocol, said.toString("latin1")),
  exposures: rule === null ? [] : [{ rule, evidence: { banner: steadyBanner(said) } }],
});

/** The first line that says something, clock times as `*`: further lines tell of the visit, and of other visitors. */
export function steadyBanner(said: Buffer): string {
  const lines = said.toString("latin1").split(/[\r\n]+/);
  const first = lines.map((line) => printable(Buffer.from(line, "latin1"), TEXT_MAX)).find((line) => line !== "");
  return (first ?? "").replace(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, "*");
}

/** Recognises services that speak first, by their greeting alone; null for an unknown greeting. */
export function recogniseGreeting(said: Buffer): Recognised | null {
  const text = said.toString("latin1");
  if (/^SSH-\d\.\d+-\S/.test(text)) return speaking("ssh", said);
  if (/^RFB \d{3}\.\d{3}\n/.test(text)) return speaking("rfb", said, "remote_desktop_exposed");
  if (isTelnet(said)) return speaking("telnet", said, "telnet_exposed");
  if (/^\+OK\b/.test(text)) return speaking("pop3", said);
  if (/^\* (OK|PREAUTH)\b/.test(text)) return speaking("imap", said);
  if (/^@RSYNCD: \d/.test(text)) return speaking("rsync", said);
  const mysql = mysqlGreeting(said);
  if (mysql !== null) return guardedDatabase("mysql", mysql, said);
  const nats = natsInfo(said);
  if (nats !== null) return plainService("nats", said, { product: "NATS", version: nats.version });
  return byTable(said);
}

function byTable(said: Buffer): Recognised | null {
  const row = greeterOf(said.toString("latin1"));
  if (row === null) return null;
  const { protocol, product, version, standing = "plain" } = row;
  switch (standing) {
    case "plain":
      return plainService(protocol, said, { product, version });
    case "internal":
      return internalService(protocol, said, product, version);
    case "database":
      return guardedDatabase(protocol, version === null ? product : `${product} ${version}`, said);
    default:
      return standing satisfies never;
  }
}

/** What a NATS server says of itself before anything else (`INFO` with an object); null for any other greeting. */
export function natsInfo(said: Buffer): { readonly version: string | null; readonly guarded: boolean } | null {
  const line = /^INFO (\{.*\}) ?\r\n/.exec(said.toString("latin1"))?.[1];
  const info = line === undefined ? null : parseJson(line);
  if (!isRecord(info) || typeof info.server_id !== "string" || typeof info.max_payload !== "number") return null;
  const version = typeof info.version === "string" ? printable(Buffer.from(info.version), 40) : null;
  return { version, guarded: info.auth_required === true || info.tls_required === true };
}

/**
 * A telnet server opens with option negotiation (RFC 854: IAC, then WILL/WONT/DO/DONT and an option), or, on small
 * devices, with nothing but a login prompt.
 */
export function isTelnet(said: Buffer): boolean {
  const [iac, verb, option] = said;
  if (iac === 0xff && verb !== undefined && option !== undefined) {
    return verb >= 0xfb && verb <= 0xfe && (option <= 49 || option === 255);
  }
  return /(^|[\r\n])[\w .-]{0,40}(login|username): ?$/i.test(said.toString("latin1"));
}

/**
 * FTP and SMTP both greet with 220, and either may carry the other's name in its text. SYST (RFC 959) tells them apart:
 * an FTP server gives its system or asks for a login, an SMTP server does not know the command. Null for other greetings.
 */
export async function askMailOrFiles(said: Buffer, target: Target, net: Net): Promise<Recognised | null> {
  const greeting = said.toString("latin1");
  if (!/^220[ -]/.test(greeting)) return null;
  const answer = (await askPatiently(net, target, "SYST\r\n")).toString("latin1");
  if (/(^|\n)(215|530) /.test(answer)) return speaking("ftp", said, "ftp_exposed");
  if (/\bE?SMTP\b/i.test(greeting)) return speaking("smtp", said);
  if (/\bFTP|FTPd?\b/i.test(greeting)) return speaking("ftp", said, "ftp_exposed");
  const hello = (await askPatiently(net, target, "EHLO probe.invalid\r\n")).toString("latin1");
  return /(^|\n)250[ -]/.test(hello) ? speaking("smtp", said) : null;
}

/**
 * MySQL's and MariaDB's first packet: length, sequence 0, protocol version 10 and the server version, or an error packet
 * for hosts that may not connect. Returns the product, null for anything else.
 */
export function mysqlGreeting(said: Buffer): string | null {
  if (said.length < 9) return null;
  const length = said.readUIntLE(0, 3);
  if (said[3] !== 0 || length + 4 > said.length || length < 5) return null;
  if (said[4] === 10) {
    const end = said.indexOf(0, 5);
    const version = end < 0 ? "" : said.toString("latin1", 5, end);
    return /^\d+\.\d+[\w.+~:-]*$/.test(version) ? `${/maria/i.test(version) ? "MariaDB" : "MySQL"} ${version}` : null;
  }
  const refusal = said.toString("latin1", 7, length + 4);
  return said[4] === 0xff && /is not allowed to connect|is blocked because/i.test(refusal) ? "MySQL" : null;
}

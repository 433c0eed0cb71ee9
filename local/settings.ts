import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { receiverUrl } from "../functions/events/receiver-url.ts";
import { signingKeys } from "../functions/events/signature.ts";
import type { WebhookOptions } from "./event-delivery.ts";
import { StartupError } from "./failure.ts";

/** What the environment says about the one-machine runtime. */
export interface LocalSettings {
  readonly port: number;
  /** Null: not configured, the API answers 503. Undefined: generated once and kept in the data folder. */
  readonly masterKey: string | null | undefined;
  readonly dataDir: string;
  /** `host:port` of the resolver that scans ask; undefined means the machine's own. */
  readonly dnsServer: string | undefined;
  /** Ranges that scans may reach although they are private. */
  readonly allowedCidrs: readonly string[];
  /** Where events are sent; undefined means nowhere. */
  readonly webhook: WebhookOptions | undefined;
  /** Serve the pages of the documentation. */
  readonly docs: boolean;
  /** Shows stack traces and the service's debug log. */
  readonly debug: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose values are not shown, not even when they are wrong. */
const SECRETS: ReadonlySet<string> = new Set([
  "MASTER_KEY",
  "SIEM_WEBHOOK_URL",
  "SIEM_WEBHOOK_TOKEN",
  "SIEM_WEBHOOK_SIGNING_SECRET",
]);

/** Thrown by a reader below; collected, so that all mistakes are told at once. */
class Mistake extends Error {}

/**
 * Reads and checks the settings. An unset variable, and an empty one but `MASTER_KEY`, means the default. Throws a
 * StartupError with one line for each mistake.
 */
export function readSettings(environment: Environment): LocalSettings {
  const mistakes: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    const text = environment[name]?.trim();
    if (!text) return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      const shown = SECRETS.has(name) ? name : `${name}=${text}`;
      mistakes.push(`${shown}: ${error.message}`);
      return fallback;
    }
  };
  const settings = {
    port: read("PORT", 8080, parsePort),
    masterKey: environment.MASTER_KEY === "" ? null : read("MASTER_KEY", undefined, parseSecret),
    dataDir: read("DATA_DIR", ".data", (path) => path),
    dnsServer: read("SCAN_DNS_SERVER", undefined, parseServer),
    allowedCidrs: read("SCAN_ALLOWED_CIDRS", [], parseCidrs),
    docs: read("DOCS", true, parseSwitch),
    debug: read("APP_DEBUG", false, parseFlag),
  };
  const url = read("SIEM_WEBHOOK_URL", undefined, parseWebhookUrl);
  const token = read("SIEM_WEBHOOK_TOKEN", undefined, parseSecret);
  const signingSecret = read("SIEM_WEBHOOK_SIGNING_SECRET", undefined, parseSigningSecret);
  if (url === undefined && (token ?? signingSecret) !== undefined)
    mistakes.push("SIEM_WEBHOOK_TOKEN and SIEM_WEBHOOK_SIGNING_SECRET need a right SIEM_WEBHOOK_URL");
  if (mistakes.length > 0) throw new StartupError(mistakes.join("\n"));
  return { ...settings, webhook: url === undefined ? undefined : { url, token, signingSecret } };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Mistake("must be a port, 0 (any free one) to 65535");
  return port;
}

/** Visible ASCII, because it travels in a header. The value itself is not repeated in the message. */
function parseSecret(text: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(text)) throw new Mistake("must be 1 to 512 visible ASCII characters without spaces");
  return text;
}

function parseWebhookUrl(text: string): string {
  const url = receiverUrl(text, ["https:", "http:"]);
  if (url === null) throw new Mistake("must be an http or https address without user, password and fragment");
  return url;
}

function parseSigningSecret(text: string): string {
  try {
    signingKeys(text);
    return text;
  } catch (error) {
    throw new Mistake(`is ${(error as Error).message}, or two such with a space between`);
  }
}

function parseServer(text: string): string {
  const [, v6, v4, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const right = (v6 && isIP(v6) === 6) || (v4 && isIP(v4) === 4);
  if (!right || Number(port) < 1 || Number(port) > 65_535)
    throw new Mistake("must be an IP address and a port, such as 127.0.0.1:5353 or [::1]:5353");
  return text;
}

function parseCidrs(text: string): readonly string[] {
  const cidrs = text.split(/[\s,]+/).filter((cidr) => cidr !== "");
  const wrong = cidrs.find((cidr) => !ipaddr.isValidCIDR(cidr));
  if (wrong !== undefined) throw new Mistake(`${wrong} is no range; must be a list such as 10.0.0.0/8,192.168.1.0/24`);
  return cidrs;
}

function parseFlag(text: string): boolean {
  if (["true", "1"].includes(text)) return true;
  if (["false", "0"].includes(text)) return false;
  throw new Mistake("must be true or false");
}

function parseSwitch(text: string): boolean {
  if (text === "on") return true;
  if (text === "off") return false;
  throw new Mistake("must be on or off");
}

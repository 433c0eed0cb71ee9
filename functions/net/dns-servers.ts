import { getServers } from "node:dns";
import { isIP } from "node:net";
import type { NetConfig } from "./config.ts";
import type { DnsServer } from "./dns-transport.ts";

const DNS_PORT = 53;

/** The servers that names are asked of: the configured one, else the system's. */
export const dnsServers = ({ resolver }: NetConfig): readonly DnsServer[] =>
  (resolver === undefined ? getServers() : [resolver]).map(dnsServer);

/** A server as node:dns writes it: an address, or `address:port` with brackets around IPv6. */
export function dnsServer(text: string): DnsServer {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  return { address: bracketed ?? plain ?? text, port: Number(port ?? DNS_PORT) };
}

import type { HttpResponse } from "../../../net/net.ts";

/** A product whose web interface is told by the answer to `/`. It stays a website: this only gives it a name. */
export interface WebProduct {
  readonly product: string;
  /** Header (lower case) whose value has to fit, or `body`; the group `version` holds the version where it is shown. */
  readonly where: string;
  readonly sign: RegExp;
}

/** From what the products' manuals and default pages show. */
export const webProducts: readonly WebProduct[] = [
  { product: "Jenkins", where: "x-jenkins", sign: /^(?<version>\d[\w.-]*)/ },
  { product: "Kibana", where: "kbn-name", sign: /^./ },
  { product: "Kibana", where: "kbn-version", sign: /^(?<version>\d[\w.-]*)/ },
  {
    product: "Grafana",
    where: "body",
    sign: /"buildInfo":\{[^{}]*"version":"(?<version>\d[\w.-]*)"|<title>Grafana<\/title>/,
  },
  {
    product: "Prometheus",
    where: "body",
    sign: /<title>Prometheus Time Series Collection|^<a href="\/graph">Found<\/a>/,
  },
  {
    product: "Prometheus exporter",
    where: "body",
    sign: /^(?=[\s\S]*href="\/metrics")[\s\S]*<h1>[\w -]{0,60}Exporter<\/h1>/i,
  },
  { product: "HashiCorp Vault", where: "body", sign: /<title>Vault<\/title>|<meta name="vault\/config\/environment"/ },
  { product: "RabbitMQ management", where: "body", sign: /<title>RabbitMQ Management<\/title>/ },
  { product: "Apache Solr", where: "location", sign: /\/solr\/$/ },
  { product: "MinIO", where: "server", sign: /^MinIO/ },
  { product: "CUPS", where: "server", sign: /^CUPS\/(?<version>\d[\w.]*)/ },
  { product: "Docker Registry", where: "docker-distribution-api-version", sign: /^registry\// },
  { product: "Splunk", where: "server", sign: /^Splunkd/ },
  { product: "Microsoft HTTPAPI", where: "server", sign: /^Microsoft-HTTPAPI\/(?<version>\d[\w.]*)/ },
  { product: "Squid", where: "server", sign: /^squid(?:\/(?<version>\d[\w.]*))?/i },
  { product: "Tinyproxy", where: "server", sign: /^tinyproxy\/(?<version>\d[\w.]*)/i },
  { product: "Proxmox VE", where: "server", sign: /^pve-api-daemon\/(?<version>\d[\w.]*)/ },
  { product: "MikroTik RouterOS", where: "body", sign: /<title>RouterOS router configuration page<\/title>/ },
  { product: "Jetty", where: "server", sign: /^Jetty\((?<version>\d[\w.]*)\)/ },
  { product: "Apache HTTP Server", where: "server", sign: /^Apache(?:\/(?<version>\d[\w.]*))?(?:\s|$)/ },
  { product: "nginx", where: "server", sign: /^nginx(?:\/(?<version>\d[\w.]*))?(?:\s|$)/ },
  { product: "Microsoft IIS", where: "server", sign: /^Microsoft-IIS\/(?<version>\d[\w.]*)/ },
  { product: "lighttpd", where: "server", sign: /^lighttpd(?:\/(?<version>\d[\w.]*))?/ },
  { product: "Caddy", where: "server", sign: /^Caddy/ },
];

/** The first product that fits, with its version as it shows it; null for none. */
export function webProductOf(
  response: HttpResponse,
): { readonly product: string; readonly version: string | null } | null {
  const body = response.text();
  for (const { product, where, sign } of webProducts) {
    const match = sign.exec(where === "body" ? body : (response.header(where) ?? ""));
    if (match) return { product, version: match.groups?.version ?? null };
  }
  return null;
}

import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../../../../functions/net/net.ts";
import { asked } from "../../../../functions/scanners/easm/ports/asked.ts";
import { webProductOf, webProducts } from "../../../../functions/scanners/easm/ports/web-products.ts";

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");
const text = (value: string): Buffer => Buffer.from(value, "latin1");

/** An answer as the service gives it, and what it shows. */
const answers: Readonly<Record<string, readonly [answer: Buffer, shown: object]>> = {
  ajp13: [hex("4142000109"), {}],
  rmiregistry: [text("N\0\x09127.0.0.1\0\0\x9c\x40"), {}],
  epmd: [text("\0\0\x11\x11name rabbit at port 25672\n"), {}],
  domain: [
    Buffer.concat([
      hex("0038 7061 8400 0001 0001 0000 0000 0776657273696f6e0462696e640000100003 c00c 0010 0003 00000000"),
      hex("000e 0d"),
      text("BIND 9.18.24x"),
    ]),
    { product: "BIND", version: "9.18.24x" },
  ],
  whois: [text("% Example registry\r\n%\r\nNo match\r\n"), {}],
  finger: [text("Login     Name       Tty      Idle  Login Time\r\nroot      root  *pts/0\r\n"), {}],
  sip: [text("SIP/2.0 404 Not Found\r\nServer: kamailio (5.7.4 (x86_64/linux))\r\n\r\n"), { product: "kamailio" }],
  rtsp: [
    text("RTSP/1.0 200 OK\r\nCSeq: 1\r\nServer: GStreamer RTSP server\r\nPublic: OPTIONS\r\n\r\n"),
    { product: "GStreamer RTSP server" },
  ],
  kerberos: [hex("0000001c 7e1a 3018 a003020105 a10302011e a411180f 32303236313132 31"), {}],
  pptp: [
    Buffer.concat([hex("009c 0001 1a2b3c4d 0002"), Buffer.alloc(82), text("MikroTik".padEnd(64, "\0"))]),
    { product: "MikroTik" },
  ],
  "xmpp-client": [
    text("<?xml version='1.0'?><stream:stream id='1' from='x' xmlns='jabber:client'><stream:error/>"),
    {},
  ],
  epmap: [hex("05000c03 10000000 3c000000 7f000000 d016d016 5b4d0000 0400 31333500"), {}],
  afpovertcp: [Buffer.concat([hex("0103 7061 00000000 00000010 00000000"), text("\0\x10AFP3.4")]), {}],
  git: [text("0031ERR access denied or repository not exported: /x"), {}],
  clamd: [text("ClamAV 1.0.5/27200/Sat Nov 21 08:00:00 2026\n"), { version: "1.0.5" }],
  beanstalkd: [text('OK 40\r\n---\ncurrent-jobs-urgent: 0\nversion: "1.13"\n'), { version: "1.13" }],
  stomp: [text("CONNECTED\nserver:ActiveMQ/5.18.3\nversion:1.2\n\n\0"), { product: "ActiveMQ", version: "5.18.3" }],
  "zabbix-agent": [Buffer.concat([text("ZBXD\x01"), hex("06000000 00000000"), text("6.0.25")]), { version: "6.0.25" }],
  gearman: [text("OK 1.1.20\n"), { version: "1.1.20" }],
};

describe.each(asked)("$protocol", ({ protocol, question, judge }) => {
  const judged = (said: Buffer) => judge(said, said.toString("latin1"));

  test("is known by its answer", () => {
    const [answer, shown] = answers[protocol] ?? [Buffer.alloc(0), {}];
    expect(judged(answer)).toMatchObject(shown);
  });

  test.each([
    ["an echo", question],
    ["an echo twice", Buffer.concat([question, question])],
    ["text", text(":chat NOTICE * :hello\r\n")],
    ["HTTP", text("HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\n")],
    ["one byte", text("N")],
    ["zeros", Buffer.alloc(200)],
    ["ones", Buffer.alloc(200, 0xff)],
  ])("%s is none", (_, said) => {
    expect(judged(said)).toBeNull();
  });

  test("an answer that is cut off does no harm", () => {
    const [answer] = answers[protocol] ?? [Buffer.alloc(0)];
    for (let length = 0; length < answer.length; length++) judged(answer.subarray(0, length));
  });
});

const page = (headers: Readonly<Record<string, string>>, body = ""): HttpResponse => ({
  url: "http://192.0.2.1/",
  status: 200,
  headers: {},
  body: Buffer.from(body),
  truncated: false,
  redirects: [],
  ip: "192.0.2.1",
  header: (name) => headers[name] ?? null,
  text: () => body,
});

/** One answer for each row, in the order of the table. */
const pages: readonly (readonly [product: string, version: string | null, response: HttpResponse])[] = [
  ["Jenkins", "2.426.3", page({ "x-jenkins": "2.426.3", server: "Jetty(10.0.18)" })],
  ["Kibana", null, page({ "kbn-name": "kibana" })],
  ["Kibana", "7.17.1", page({ "kbn-version": "7.17.1" })],
  [
    "Grafana",
    "10.2.3",
    page({}, '<script>window.grafanaBootData={"settings":{"buildInfo":{"edition":"oss","version":"10.2.3"}}}'),
  ],
  ["Prometheus", null, page({}, "<title>Prometheus Time Series Collection and Processing Server</title>")],
  ["Prometheus exporter", null, page({}, '<h1>Node Exporter</h1><p><a href="/metrics">Metrics</a>')],
  ["HashiCorp Vault", null, page({}, "<title>Vault</title>")],
  ["RabbitMQ management", null, page({ server: "Cowboy" }, "<title>RabbitMQ Management</title>")],
  ["Apache Solr", null, page({ location: "http://192.0.2.1:8983/solr/" })],
  ["MinIO", null, page({ server: "MinIO" })],
  ["CUPS", "2.4", page({ server: "CUPS/2.4 IPP/2.1" })],
  ["Docker Registry", null, page({ "docker-distribution-api-version": "registry/2.0" })],
  ["Splunk", null, page({ server: "Splunkd" })],
  ["Microsoft HTTPAPI", "2.0", page({ server: "Microsoft-HTTPAPI/2.0" })],
  ["Squid", "5.7", page({ server: "squid/5.7" })],
  ["Tinyproxy", "1.11.1", page({ server: "tinyproxy/1.11.1" })],
  ["Proxmox VE", "3.0", page({ server: "pve-api-daemon/3.0" })],
  ["MikroTik RouterOS", null, page({}, "<title>RouterOS router configuration page</title>")],
  ["Jetty", "9.4.53", page({ server: "Jetty(9.4.53)" })],
  ["Apache HTTP Server", "2.4.58", page({ server: "Apache/2.4.58 (Ubuntu)" })],
  ["nginx", "1.24.0", page({ server: "nginx/1.24.0" })],
  ["Microsoft IIS", "10.0", page({ server: "Microsoft-IIS/10.0" })],
  ["lighttpd", "1.4.73", page({ server: "lighttpd/1.4.73" })],
  ["Caddy", null, page({ server: "Caddy" })],
];

describe("products behind HTTP", () => {
  test.each(pages)("%s %s", (product, version, response) => {
    expect(webProductOf(response)).toEqual({ product, version });
  });

  test("each row has a page here, and a page about them is none", () => {
    expect(pages.map(([product]) => product)).toEqual(webProducts.map(({ product }) => product));
    expect(webProductOf(page({ server: "acme" }, "<title>We run Grafana, Jenkins and Vault</title>"))).toBeNull();
  });
});

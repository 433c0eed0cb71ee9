import type { Decoy, LabHost, Section } from "../model.ts";
import { accepts, chat, echo, honeypot } from "../tcp/lookalikes.ts";
import { reply } from "../web/reply.ts";

/** Ports on which something is usually found, and the rule that a scanner would report by the number alone. */
const usualPorts: readonly (readonly [number, string])[] = [
  [2121, "ftp_exposed"],
  [2323, "telnet_exposed"],
  [2375, "docker_api_unauthenticated"],
  [3306, "database_exposed"],
  [3389, "remote_desktop_exposed"],
  [5432, "database_exposed"],
  [5900, "remote_desktop_exposed"],
  [5984, "database_exposed"],
  [6379, "redis_unauthenticated"],
  [9200, "elasticsearch_unauthenticated"],
  [11211, "memcached_unauthenticated"],
  [27017, "mongodb_unauthenticated"],
];

const honeypotPorts = [
  2121, 2222, 2323, 2375, 2379, 2525, 3000, 3306, 3389, 5000, 5432, 5601, 5900, 5984, 6379, 8000, 8008, 8080, 8081,
  8082, 8083, 8088, 8443, 8888, 9000, 9090, 9200, 9443, 10443, 11211, 27017,
  // Beyond what the lab's other hosts use, so that the honeypot stands out whichever of the usual lists is scanned.
  1433, 1521, 4443, 5001, 6443, 7443, 8001, 8090, 8181, 9042,
];

/** Ports of the echo service: fewer, as it makes a scanner ask every question on each. */
const echoPorts = usualPorts.filter(([port]) => [2323, 5432, 6379, 11211, 27017].includes(port));

const decoysOn = (host: string, why: string, on = usualPorts): readonly Decoy[] =>
  on.map(([port, rule]) => ({ resembles: `easm.ports.${rule}`, host, port, why }));

const smbDecoy = (host: string, port: number): Decoy => ({
  resembles: "easm.ports.smb_exposed",
  host,
  port,
  why: "Answers a negotiation with something that is no SMB.",
});

const onPorts = (name: string, converse: typeof echo, on = usualPorts): LabHost => ({
  names: [name],
  services: on.map(([port]) => ({ kind: "tcp", port, converse })),
});

/** Hosts whose open ports carry the numbers, or even the words, of services that are not there. */
export const lookalikes: Section = {
  hosts: [
    onPorts("chat.acme.test", chat),
    onPorts("queue.acme.test", echo, echoPorts),
    onPorts("gateway.acme.test", accepts),
    {
      names: ["proxy.acme.test"],
      services: usualPorts.map(([port]) => ({
        kind: "http",
        port,
        respond: () => reply(404, "text/plain", "no such route\n"),
        anyName: true,
      })),
    },
    {
      names: ["monitor.acme.test"],
      needsOwnAddress: true,
      services: honeypotPorts.map((port) => ({ kind: "tcp", port, converse: honeypot })),
    },
  ],
  truths: [
    {
      rule: "easm.ports.all_ports_open",
      host: "monitor.acme.test",
      why: "More than thirty ports say the same, and each claims to be everything.",
    },
  ],
  decoys: [
    ...decoysOn("chat.acme.test", "A chat service on many ports."),
    ...decoysOn("queue.acme.test", "Echoes the probe, with every marker that is in it.", echoPorts),
    ...decoysOn("gateway.acme.test", "Accepts and closes."),
    ...decoysOn("proxy.acme.test", "HTTP that knows no route."),
    ...decoysOn("monitor.acme.test", "A honeypot: only that it is one is to be reported."),
    smbDecoy("chat.acme.test", 2121),
    smbDecoy("queue.acme.test", 2323),
    smbDecoy("gateway.acme.test", 2121),
    { resembles: "easm.ports.all_ports_open", host: "gateway.acme.test", why: "A dozen open ports are a busy host." },
    {
      resembles: "easm.ports.all_ports_open",
      host: "chat.acme.test",
      why: "A dozen ports with one and the same service.",
    },
    {
      resembles: "easm.ports.all_ports_open",
      host: "proxy.acme.test",
      why: "A dozen ports with one and the same service.",
    },
  ],
};

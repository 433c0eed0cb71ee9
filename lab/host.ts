import { X509Certificate } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import type { Issuer } from "./certificates/issue.ts";
import { dhParameters, ocspResponse } from "./certificates/tls-material.ts";
import type { HttpService, HttpsService, LabHost, LabService } from "./model.ts";
import { ssl3Front } from "./tcp/ssl3.ts";
import { listener } from "./web/listener.ts";
import type { LabRequest } from "./web/reply.ts";

/** A host that listens. */
export interface RunningHost {
  readonly name: string;
  readonly names: readonly string[];
  readonly address: string;
  /** Real port of each nominal port. */
  readonly ports: ReadonlyMap<number, number>;
  /** Connections accepted so far, on all ports. */
  connections(): number;
  stop(): Promise<void>;
}

export interface SharedAddress {
  /** Names on every certificate. */
  readonly certified: readonly string[];
  /** The shortest, then first, of all names: what a scanner calls the address by. */
  readonly primary: string;
}

export interface Site {
  readonly address: string;
  readonly issuer: Issuer;
  /** Set where hosts share an address, so that each of their names leads to each service. */
  readonly shared: SharedAddress | null;
  /** Real port of a service, the nominal one for what does not run; asked only once the lab runs. */
  portOf(host: string, port: number): number;
}

/** Starts a host on its address. Null when an optional host does not get its ports; any other failure is thrown. */
export async function startHost(host: LabHost, site: Site): Promise<RunningHost | null> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const servers: Server[] = [];
  const ports = new Map<number, number>();
  const name = host.names[0] ?? "";
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
  };
  try {
    for (const service of host.services) {
      const converse = await conversation(service, host, site);
      const server = createServer((socket) => {
        connections += 1;
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
        // Scanners hang up whenever they like; that is no fault of the lab.
        socket.on("error", () => socket.destroy());
        converse(socket);
      });
      ports.set(service.port, await listen(server, site.address, site.shared ? 0 : service.port));
      servers.push(server);
    }
  } catch (error) {
    await stop();
    if (host.optional) return null;
    throw new Error(`The lab cannot start ${name} on ${site.address}`, { cause: error });
  }
  return { name, names: host.names, address: site.address, ports, connections: () => connections, stop };
}

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      const bound = server.address();
      resolve(typeof bound === "object" && bound !== null ? bound.port : port);
    });
  });

/** What happens on a connection to a service. */
async function conversation(service: LabService, host: LabHost, site: Site): Promise<(socket: Socket) => void> {
  switch (service.kind) {
    case "tcp":
      return service.converse;
    case "http": {
      const server = createHttpServer(requestListener(service, host, site));
      return (socket) => server.emit("connection", socket);
    }
    case "https":
      return secureConversation(service, host, site);
    default:
      return service satisfies never;
  }
}

const requestListener = (service: HttpService | HttpsService, host: LabHost, site: Site) => {
  const urlOf: LabRequest["urlOf"] = (scheme, name, port, path) => {
    // An alias is served by the host it leads to, so it has that host's ports.
    const owner = [...host.names, ...(host.aliases ?? [])].includes(name) ? (host.names[0] ?? name) : name;
    return `${scheme}://${name}:${site.portOf(owner, port)}${path}`;
  };
  const own = [...host.names, ...(host.aliases ?? [])];
  // Where the address is shared, answering to any name would mean a copy of the service for each of them.
  const any = site.shared === null ? null : [...own, site.shared.primary];
  const names = service.anyName ? any : own;
  return listener(names, service.respond, urlOf);
};

async function secureConversation(service: HttpsService, host: LabHost, site: Site): Promise<(socket: Socket) => void> {
  const kind = service.certificate ?? "good";
  const oldest = service.oldest ?? "TLSv1.2";
  // OpenSSL takes short keys, SHA-1 and anything before TLS 1.2 only at its lowest security level.
  const weak = kind === "rsa_1024" || kind === "sha_1" || oldest === "TLSv1" || oldest === "TLSv1.1";
  const credentials = await site.issuer.issue(kind, site.shared?.certified ?? [...host.names, ...(host.aliases ?? [])]);
  const options = {
    ...credentials,
    minVersion: oldest,
    ...(weak ? { ciphers: "DEFAULT:@SECLEVEL=0" } : {}),
    ...(service.newest ? { maxVersion: service.newest } : {}),
    ...(service.ciphers ? { ciphers: service.ciphers } : {}),
    ...(service.dhBits ? { dhparam: dhParameters(service.dhBits) } : {}),
  };
  const server = unwarned(() => createHttpsServer(options, requestListener(service, host, site)));
  const { staple } = service;
  if (staple) {
    const response = ocspResponse(new X509Certificate(credentials.cert).serialNumber, staple);
    server.on("OCSPRequest", (_certificate, _issuer, answer) => answer(null, response));
  }
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  return service.ssl3 ? ssl3Front(server) : (socket) => server.emit("connection", socket);
}

/** Node warns of a short Diffie-Hellman group, which here is what a server is meant to have. */
function unwarned<T>(act: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return act();
  } finally {
    process.emitWarning = emitWarning;
  }
}

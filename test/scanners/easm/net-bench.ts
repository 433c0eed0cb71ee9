import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll } from "vitest";
import type { AssetKind, AssetOf } from "../../../functions/domain/asset.ts";
import { withDefaults } from "../../../functions/domain/scan-params.ts";
import { configureNet } from "../../../functions/net/config.ts";
import type { Net } from "../../../functions/net/net.ts";
import { openNet } from "../../../functions/net/open.ts";
import type { Detection, Discovery, Scanner, ScanTools } from "../../../functions/scanners/scanner.ts";
import { runTool as runToolHere } from "../../../functions/tools/run-tool.ts";
import type { RunTool } from "../../../functions/tools/tool.ts";

/** What a scan of one target gave. */
export interface Outcome {
  readonly detections: readonly Detection[];
  readonly assets: readonly Discovery["asset"][];
  readonly rules: readonly string[];
  /** Values of what did not answer. */
  readonly missed: readonly string[];
}

/** Assets of earlier stages. */
type Known = { readonly [K in AssetKind]?: readonly AssetOf<K>[] };

interface BenchOptions {
  /** PEM certificates. */
  readonly trustedRoots?: readonly string[];
  /** The scan's start. */
  readonly now?: Date;
  /** What is started in the place of tools. */
  readonly runTool?: RunTool;
}

const LOOPBACK = "127.0.0.1";

/** Loopback servers on free ports and a real `Net` that may reach them, for the tests of one file. */
export function netBench({
  trustedRoots = [],
  now = new Date("2026-11-21T12:00:00Z"),
  runTool = runToolHere,
}: BenchOptions = {}) {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const controller = new AbortController();
  let net: Net;
  let tokens = 0;

  beforeAll(() => {
    configureNet({ allowedCidrs: ["127.0.0.0/8"], trustedRoots: [...trustedRoots] });
    net = openNet({
      scope: { domains: ["example.test"], ranges: ["127.0.0.0/8"], exclude: [] },
      ratePerSecond: 500,
      userAgentMode: "default",
      signal: controller.signal,
    });
  });

  afterAll(async () => {
    await net.close();
    configureNet({});
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  const listening = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    });
    server.listen(0, LOOPBACK);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return port;
  };

  const tools = (known: Known, ports: readonly number[]): ScanTools => ({
    net,
    runTool,
    params: withDefaults(ports.length === 0 ? {} : { ports: [...ports] }),
    now,
    token: (length) => `${(++tokens).toString(36)}zq7x4m1k9v3b8n2c6w5r0t`.repeat(3).slice(0, length),
    known: (kind) => known[kind] ?? [],
    signal: controller.signal,
  });

  return {
    tcp: (converse: (socket: Socket) => void): Promise<number> => listening(createTcpServer(converse)),
    web: (listener: RequestListener): Promise<number> => listening(createHttpServer(listener)),
    listening,
    /** Runs a scanner on one target to its end. */
    async scan<K extends AssetKind, R extends string>(
      scanner: Scanner<K, R>,
      target: AssetOf<K>,
      {
        known = {},
        ports = [],
        onEmission,
      }: { known?: Known; ports?: readonly number[]; onEmission?: () => void } = {},
    ): Promise<Outcome> {
      const detections: Detection[] = [];
      const assets: Discovery["asset"][] = [];
      const missed: string[] = [];
      for await (const emission of scanner.scan(target, tools(known, ports))) {
        onEmission?.();
        if (emission.type === "asset") assets.push(emission.asset);
        else if (emission.type === "missed") missed.push(emission.value);
        else detections.push(emission);
      }
      return { detections, assets, missed, rules: detections.map(({ rule }) => rule).sort() };
    },
  };
}

/** An address without names. */
export const address: AssetOf<"ip"> = { kind: "ip", value: LOOPBACK, attributes: { names: [], foreign: false } };

/** A web service on loopback. */
export const webService = (port: number, own: Partial<AssetOf<"service">["attributes"]> = {}): AssetOf<"service"> => {
  const attributes = {
    host: own.names?.[0] ?? LOOPBACK,
    names: [],
    ip: LOOPBACK,
    ips: [LOOPBACK],
    port,
    protocol: "http",
    tls: false,
    banner: "",
    ...own,
  };
  return { kind: "service", value: `${attributes.host}:${port}/tcp`, attributes };
};

/** A web application on loopback. */
export const webApp = (port: number, host = LOOPBACK): AssetOf<"web_app"> => ({
  kind: "web_app",
  value: `http://${host}:${port}`,
  attributes: {
    url: `http://${host}:${port}/`,
    scheme: "http",
    host,
    port,
    ip: LOOPBACK,
    status_code: 200,
    title: null,
    technologies: [],
    waf: null,
  },
});

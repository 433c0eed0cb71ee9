import { portsOf } from "../../domain/ports.ts";
import type { Net, Target } from "../../net/net.ts";
import { detection, found, scanner } from "../scanner.ts";
import { greetingOf, identify } from "./ports/identify.ts";
import { portRules } from "./ports/rules.ts";
import { acceptsEverything, OPEN_PORTS_SUSPICIOUS, randomPorts, sameAnswerShare } from "./ports/tarpit.ts";
import { answerOrNull } from "./shared/failures.ts";
import { hostPort, primaryName } from "./shared/names.ts";
import { mapPool } from "./shared/pool.ts";
import { printable } from "./shared/printable.ts";
import { sha256 } from "./shared/redact.ts";

/** Connections open at once towards one address: quick enough for all ports, gentle enough for a small firewall. */
const PARALLEL_CONNECTS = 100;
const PARALLEL_QUESTIONS = 8;
const CONNECT_TIMEOUT_MS = 1500;
const BANNER_MAX = 256;
/** Share of open ports with one and the same answer from which a host with many of them is a decoy. */
const SAME_ANSWER_SHARE = 0.8;

/** Finds open TCP ports, recognises the services behind them by what they answer, and reports those that belong inside. */
export const ports = scanner({
  key: "easm.ports",
  module: "easm",
  stage: "ports",
  type: "native",
  title: "Open TCP ports and exposed services",
  consumes: ["ip"],
  rules: portRules,
  targetsPerBatch: 4,
  concurrency: 4,
  secondsPerTarget: 560,
  async *scan(target, { net, params, token, signal }) {
    const ip = target.value;
    const host = primaryName(target.attributes.names, ip);
    const wanted = portsOf(params.ports);
    const at = (port: number): Target => ({ host, port, ip });

    const control = await openPorts(randomPorts(token, wanted), at, net);
    if (acceptsEverything(control.length)) {
      yield allOpen(ip, host, "connections to random ports", control.length);
      return;
    }
    signal.throwIfAborted();

    const open = await openPorts(wanted, at, net);
    const answers = await mapPool(open, PARALLEL_QUESTIONS, async (port) => {
      const greeting = await greetingOf(at(port), net);
      const isCrowd = open.length > OPEN_PORTS_SUSPICIOUS;
      return { port, greeting, fingerprint: isCrowd ? await fingerprint(greeting, at(port), net) : "" };
    });
    if (
      open.length > OPEN_PORTS_SUSPICIOUS &&
      sameAnswerShare(answers.map((answer) => answer.fingerprint)) >= SAME_ANSWER_SHARE
    ) {
      yield allOpen(ip, host, "open ports with one and the same answer", open.length);
      return;
    }
    signal.throwIfAborted();

    const services = await mapPool(answers, PARALLEL_QUESTIONS, async ({ port, greeting }) => ({
      port,
      greeting,
      recognised: await identify(greeting, at(port), net),
    }));
    for (const { port, greeting, recognised } of services) {
      const value = `${hostPort(host, port)}/tcp`;
      yield found({
        kind: "service",
        value,
        attributes: {
          host,
          names: target.attributes.names,
          ip,
          ips: [ip],
          port,
          protocol: recognised?.protocol || null,
          tls: recognised?.tls ?? false,
          banner: printable(recognised?.said ?? greeting, BANNER_MAX),
        },
      });
      if (!recognised?.exposure) continue;
      yield detection({
        rule: recognised.exposure.rule,
        asset: { kind: "service", value },
        matched_at: hostPort(host, port),
        port,
        evidence: { ip, protocol: recognised.protocol, ...recognised.exposure.evidence },
      });
    }
  },
});

const allOpen = (ip: string, host: string, what: string, count: number) =>
  detection({
    rule: "all_ports_open" as const,
    asset: host === ip ? { kind: "ip", value: ip } : { kind: "host", value: host },
    matched_at: host,
    evidence: { ip, observed: what, count },
  });

/** Those of the ports that accept a connection, in the order given. */
async function openPorts(
  wanted: readonly number[],
  at: (port: number) => Target,
  net: Net,
): Promise<readonly number[]> {
  const states = await mapPool(wanted, PARALLEL_CONNECTS, async (port) =>
    net.tcp.probe(at(port), { timeoutMs: CONNECT_TIMEOUT_MS }),
  );
  return wanted.filter((_, index) => states[index] === "open");
}

/** What a port answers first, in a form that is equal for equal services: the greeting, or status and body over HTTP. */
async function fingerprint(greeting: Buffer, target: Target, net: Net): Promise<string> {
  if (greeting.length > 0) return sha256(greeting);
  const url = `http://${hostPort(target.host, target.port)}/`;
  const options = { bytesMax: 4096, timeoutMs: 4000, ...(target.ip ? { ip: target.ip } : {}) };
  const response = await answerOrNull(net.http.request(url, options));
  return response === null ? "" : `${response.status} ${sha256(response.body)}`;
}

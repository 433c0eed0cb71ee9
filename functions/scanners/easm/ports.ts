import { portsOf } from "../../domain/ports.ts";
import type { Target } from "../../net/net.ts";
import { detection, found, missed, scanner } from "../scanner.ts";
import { createCrowd } from "./ports/crowd.ts";
import { greetingOf, identify } from "./ports/identify.ts";
import { mannerOf, webPorts } from "./ports/manner.ts";
import { portRules } from "./ports/rules.ts";
import { countOpen, openPorts } from "./ports/sweep.ts";
import { acceptsEverything, randomPorts } from "./ports/tarpit.ts";
import { hostPort, namesKnownBefore, primaryName } from "./shared/names.ts";
import { mapPool } from "./shared/pool.ts";
import { printable } from "./shared/printable.ts";

const PARALLEL_QUESTIONS = 8;
/** Services found there before may still be behind it: that they are not seen does not mean that they are gone. */
const NOT_TOLD_APART = "everything answers alike, so that no service can be told apart";
const BANNER_MAX = 256;

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
  async *scan(target, tools) {
    const { net, params, token, signal } = tools;
    const { names, foreign } = target.attributes;
    const ip = target.value;
    const host = primaryName(names, ip, namesKnownBefore(tools));
    const at = (port: number): Target => ({ host, port, ip });
    // Somebody else's server is not swept: it is asked only whether it has a website for the customer's name.
    const wanted = portsOf(params.ports).filter((port) => !foreign || webPorts.has(port));

    const control = foreign ? 0 : await countOpen(randomPorts(token, wanted), at, net);
    if (acceptsEverything(control)) {
      yield allOpen(ip, host, "connections to random ports");
      yield missed(ip, NOT_TOLD_APART);
      return;
    }

    const crowd = createCrowd(net);
    for await (const open of openPorts(wanted, at, net)) {
      signal.throwIfAborted();
      const greeted = await mapPool(open, PARALLEL_QUESTIONS, async (port) => ({
        port,
        target: at(port),
        greeting: await greetingOf(at(port), net),
        manner: mannerOf(port, foreign),
      }));
      if (await crowd.isDecoyWith(greeted)) {
        yield allOpen(ip, host, "open ports with one and the same answer");
        yield missed(ip, NOT_TOLD_APART);
        return;
      }
      signal.throwIfAborted();
      const services = await mapPool(greeted, PARALLEL_QUESTIONS, async (each) => ({
        ...each,
        recognised: await identify(each.greeting, each.target, net, each.manner),
      }));
      for (const { port, greeting, recognised } of services) {
        const value = `${hostPort(host, port)}/tcp`;
        yield found({
          kind: "service",
          value,
          attributes: {
            host,
            names,
            ip,
            ips: [ip],
            port,
            protocol: recognised?.protocol || null,
            tls: recognised?.tls ?? false,
            banner: printable(recognised?.said ?? greeting, BANNER_MAX),
            ...(recognised?.product ? { product: recognised.product, version: recognised.version ?? null } : {}),
          },
        });
        for (const { rule, evidence } of recognised?.exposures ?? []) {
          yield detection({
            rule,
            asset: { kind: "service", value },
            matched_at: hostPort(host, port),
            port,
            evidence: { ip, protocol: recognised?.protocol ?? null, ...evidence },
          });
        }
      }
    }
  },
});

const allOpen = (ip: string, host: string, what: string) =>
  detection({
    rule: "all_ports_open" as const,
    asset: host === ip ? { kind: "ip", value: ip } : { kind: "host", value: host },
    matched_at: host,
    evidence: { ip, observed: what },
  });

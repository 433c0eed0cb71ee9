import { top1000Ports } from "../../../domain/ports.ts";
import type { Net, Target } from "../../../net/net.ts";
import { isAnswerFailure } from "../shared/failures.ts";
import { mapPool } from "../shared/pool.ts";

/** Connections open at once towards one address: quick enough for all ports, gentle enough for a small firewall. */
const PARALLEL_GENTLE = 100;
/** Where nothing comes back there is nobody to be gentle with, and waiting is all that takes time. */
const PARALLEL_SILENT = 300;
const SILENT_SHARE = 0.9;
/** Wait for ports where services are usual: a lost packet is sent again after a second, and must not hide a service. */
const PATIENT_MS = 1500;
/** Ports tried before what was found among them is looked at. */
const SLICE = 500;
/** Ports that are asked why nothing answered. */
const SAMPLE = 3;

const usual: ReadonlySet<number> = new Set(top1000Ports);

type At = (port: number) => Target;

/**
 * Those of the ports that accept a connection, slice by slice, in rising order within a slice. Up to a thousand ports,
 * or the usual ones among more, are the first slice and get the full wait; the others follow by 500, with the wait that
 * the address has shown to need. Throws NetError `unreachable` when there is no way to the address at all.
 */
export async function* openPorts(wanted: readonly number[], at: At, net: Net): AsyncGenerator<readonly number[]> {
  const isShort = wanted.length <= usual.size;
  const first = isShort ? wanted : wanted.filter((port) => usual.has(port));
  const others = isShort ? [] : wanted.filter((port) => !usual.has(port));
  let states = await probeAll(first, at, net, PARALLEL_GENTLE, PATIENT_MS);
  if (states.every((state) => state === "filtered")) await assertReachable(wanted, at, net);
  yield open(first, states);
  for (let start = 0; start < others.length; start += SLICE) {
    const slice = others.slice(start, start + SLICE);
    const silent = states.filter((state) => state === "filtered").length;
    const parallel = silent >= SILENT_SHARE * states.length ? PARALLEL_SILENT : PARALLEL_GENTLE;
    states = await probeAll(slice, at, net, parallel);
    yield open(slice, states);
  }
}

type State = Awaited<ReturnType<Net["tcp"]["probe"]>>;

const open = (ports: readonly number[], states: readonly State[]): readonly number[] =>
  ports.filter((_, index) => states[index] === "open");

const probeAll = (ports: readonly number[], at: At, net: Net, parallel: number, timeoutMs?: number) =>
  mapPool(ports, parallel, (port) => net.tcp.probe(at(port), timeoutMs === undefined ? {} : { timeoutMs }));

/** How many of the ports accept a connection. */
export const countOpen = async (ports: readonly number[], at: At, net: Net): Promise<number> =>
  open(ports, await probeAll(ports, at, net, PARALLEL_GENTLE, PATIENT_MS)).length;

/** A probe calls an unreachable address filtered, as a firewall may say so for single ports; for all it is no way there. */
async function assertReachable(ports: readonly number[], at: At, net: Net): Promise<void> {
  const failures = await mapPool(ports.slice(0, SAMPLE), SAMPLE, async (port) => {
    try {
      await net.tcp.exchange(at(port), { bytesMax: 1, idleMs: 1, timeoutMs: PATIENT_MS });
      return null;
    } catch (error) {
      if (isAnswerFailure(error)) return error;
      throw error;
    }
  });
  const [failure] = failures;
  if (failure && failures.every((each) => each?.code === "unreachable")) throw failure;
}

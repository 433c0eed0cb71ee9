import { parseArgs } from "node:util";
import Table from "cli-table3";
import { Client, newOrg } from "../test/support/client.ts";
import { type Behaviour, startReceiver } from "../test/support/receiver.ts";
import { Starts } from "../test/support/start.ts";

/**
 * What a dead receiver of events costs the callers of the API: `npm run bench:webhook -- [--requests 2000]`. Two services
 * run side by side, one without a webhook and one whose receiver is dead; requests that raise an event go to both in turn,
 * the order of the two changing each time, so that whatever else the machine does hits both alike.
 */
const { values } = parseArgs({ options: { requests: { type: "string", default: "2000" } } });
const requests = Number(values.requests);
if (!Number.isInteger(requests) || requests < 100) throw new Error("--requests is a whole number from 100 on");

/** Null: neither has a webhook, which shows how far two services are apart by chance. */
const outages: Readonly<Record<string, Behaviour | null>> = {
  "none, in both": null,
  "refuses connections": "closed",
  hangs: "hang",
  "answers 500": { status: 500 },
};
const WARM_UP = 100;
/** An admin key may make 300 requests a minute. */
const REQUESTS_PER_KEY = 250;

const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`);

/** A service and a caller of it that changes something with every call. */
async function caller(starts: Starts, environment: Readonly<Record<string, string>>) {
  const baseUrl = await starts.start(["--no-demo"], environment).serving();
  const { client } = await newOrg({ baseUrl, masterKey: starts.masterKey }, { domains: ["first.test"] });
  const { body } = await client.get<{ id: string }[]>("/org/domains");
  const master = new Client(baseUrl, { master: starts.masterKey });
  let made = 0;
  let current = client;
  return async (): Promise<number> => {
    if (made % REQUESTS_PER_KEY === 0) {
      const { body: key } = await master.post<{ admin_key: string }>("/admin-keys", { name: `key ${made}` });
      current = client.with({ admin: key.admin_key });
    }
    made += 1;
    const startMs = performance.now();
    const { status } = await current.patch(`/org/domains/${body[0]?.id}`, { value: `value${made}.test` });
    if (status !== 200) throw new Error(`answered ${status}`);
    return performance.now() - startMs;
  };
}

async function measure(name: string, url: string | null): Promise<string[]> {
  const [plain, withDead] = [new Starts(), new Starts()];
  try {
    const without = await caller(plain, {});
    const dead = await caller(withDead, url === null ? {} : { SIEM_WEBHOOK_URL: url });
    const times = { without: [] as number[], dead: [] as number[] };
    for (let round = 0; round < WARM_UP + requests; round += 1) {
      const isFirst = round % 2 === 0;
      const first = await (isFirst ? without : dead)();
      const second = await (isFirst ? dead : without)();
      if (round < WARM_UP) continue;
      times.without.push(isFirst ? first : second);
      times.dead.push(isFirst ? second : first);
      if (round % 50 === 0) progress(`${name}: ${round - WARM_UP} of ${requests}`);
    }
    const at = (share: number) => [percentile(times.without, share), percentile(times.dead, share)] as const;
    return [name, ...[0.5, 0.95, 0.99].flatMap((share) => row(at(share)))];
  } finally {
    for (const starts of [plain, withDead]) {
      await starts.endAll();
      starts.removeData();
    }
  }
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

const row = ([without, dead]: readonly [number, number]): string[] => [
  without.toFixed(1),
  dead.toFixed(1),
  (dead / without).toFixed(3),
];

const table = new Table({
  head: ["receiver", ...["p50", "p95", "p99"].flatMap((name) => [`${name} without, ms`, "dead, ms", "ratio"])],
  colAligns: ["left", ...Array.from({ length: 9 }, () => "right" as const)],
  style: { head: [], border: [] },
});
const receiver = await startReceiver();
for (const [name, behaviour] of Object.entries(outages)) {
  if (behaviour !== null) await receiver.behave(behaviour);
  table.push(await measure(name, behaviour === null ? null : `${receiver.origin}/`));
}
await receiver.close();
progress("");
console.log(`${requests} requests to each\n${table.toString()}`);

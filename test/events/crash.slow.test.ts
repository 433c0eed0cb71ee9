import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { EventLine } from "../../functions/domain/event-line.ts";
import { Client, type Keys, newOrg } from "../support/client.ts";
import { lineProblems } from "../support/event-lines.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/scans.ts";
import { Starts } from "../support/start.ts";

/** The whole service, killed again and again between what it has answered and what it has published. */

const KILLS = 4;
const CHANGES_BEFORE_KILL = 12;

const starts = new Starts();
afterAll(async () => {
  await starts.endAll();
  starts.removeData();
});

const linesIn = (text: string): EventLine[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const sorted = (ids: Iterable<unknown>) => [...ids].map(String).toSorted();

test(`${KILLS} kills right after an answer: every event reaches the bus and the webhook, in the order of its org`, async () => {
  const receiver = await startReceiver();
  const environment = { SIEM_WEBHOOK_URL: `${receiver.origin}/` };
  let keys: Keys | undefined;
  let client: Client | undefined;
  for (let round = 0; round < KILLS; round += 1) {
    const started = starts.start(["--no-demo", "--events"], environment);
    const baseUrl = await started.serving();
    keys ??= (await newOrg({ baseUrl, masterKey: starts.masterKey }, { domains: ["acme.test"] })).client.keys;
    client = new Client(baseUrl, keys);
    for (let change = 0; change < CHANGES_BEFORE_KILL; change += 1) {
      const { status } = await client.post("/org/domains", { domains: [`name${round}-${change}.acme.test`] });
      expect(status).toBe(201);
    }
    // The last changes are stored and hardly any of them published.
    await started.kill();
  }

  const last = starts.start(["--no-demo", "--events"], environment);
  client = new Client(await last.serving(), keys ?? {});
  const trail = (await client.get<{ id: string; action: string }[]>("/org/activity?limit=500")).body;
  expect(trail.filter(({ action }) => action === "domain.added")).toHaveLength(KILLS * CHANGES_BEFORE_KILL);
  const all = sorted(trail.map(({ id }) => id));
  const received = () => [...new Set(receiver.taken.map(({ body }) => JSON.parse(body).event_id))];
  await until(
    async () => received().length,
    (count) => count >= all.length,
  );
  // The org's events came in their order, repetitions left out.
  expect(received()).toEqual(trail.map(({ id }) => id).toReversed());

  const onBus = linesIn(readFileSync(join(starts.dataDir, "events.ndjson"), "utf8"));
  expect(sorted(new Set(onBus.map(({ event_id }) => event_id)))).toEqual(all);
  for (const line of onBus) expect(lineProblems(line)).toEqual([]);
  // Standard output is the event stream, and nothing else.
  expect(last.stdout).not.toBe("");
  for (const line of linesIn(last.stdout)) expect(line.log_type).toBe("easm.activity");
  await receiver.close();
});

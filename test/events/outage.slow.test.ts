import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { EventLine } from "../../functions/domain/event-line.ts";
import { sharedIssuer } from "../../lab/certificates/issue.ts";
import { type Client, newOrg, type OrgFields } from "../support/client.ts";
import { type Behaviour, type Receiver, startReceiver } from "../support/receiver.ts";
import { until } from "../support/scans.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** A receiver that is out of order in every way, and back again, while orgs go on. */

const ORGS = 3;
const EVENTS_OF_ORG = 4;

let receiver: Receiver;
let service: TestService;
let orgs: readonly { readonly org: OrgFields; readonly client: Client }[];
/** Lines of the application's log that tell of an event that was not delivered. */
let failures = 0;

beforeAll(async () => {
  receiver = await startReceiver({ name: "localhost" });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (String(text).includes("an event was not delivered")) failures += 1;
    return true;
  });
  service = await startTestService({
    stream: true,
    webhook: { url: `${receiver.origin}/hook`, token: "token" },
    net: { trustedRoots: [(await sharedIssuer(new Date())).rootCertificate] },
  });
  orgs = await Promise.all(Array.from({ length: ORGS }, () => newOrg(service)));
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  vi.restoreAllMocks();
});

const idsAt = (slug: string): string[] => {
  const lines = receiver.taken.map(({ body }): EventLine => JSON.parse(body)).filter(({ org }) => org === slug);
  return [...new Set(lines.map(({ event_id }) => event_id))];
};

const trailOf = async (client: Client): Promise<string[]> =>
  (await client.get<{ id: string }[]>("/org/activity?limit=500")).body.map(({ id }) => id).toReversed();

const outages: Readonly<Record<string, Behaviour>> = {
  "refuses connections": "closed",
  hangs: "hang",
  "answers 500": { status: 500 },
  "answers 401": { status: 401 },
  redirects: { status: 302, headers: { Location: "http://169.254.169.254/latest/meta-data/" } },
  "cuts connections": "reset",
  "answers what is no HTTP": "garbage",
  "shows a certificate that it signed itself": "self_signed",
  "shows the certificate of another name": "other_name",
  "shows an expired certificate": "expired",
};

describe("a receiver that", () => {
  test.each(Object.entries(outages))(
    "%s gets every event once it is back, those of an org in their order",
    async (name, behaviour) => {
      await receiver.behave(behaviour);
      const before = failures;
      for (let number = 0; number < EVENTS_OF_ORG; number += 1)
        for (const { client } of orgs) {
          const domain = `n${number}.${name.replaceAll(/\W/g, "-").toLowerCase()}.test`;
          expect((await client.post("/org/domains", { domains: [domain] })).status).toBe(201);
        }
      await until(
        async () => failures,
        (count) => count >= before + ORGS,
      );
      await receiver.behave("ok");
      for (const { org, client } of orgs) {
        const trail = await trailOf(client);
        await until(
          async () => idsAt(org.slug).length,
          (count) => count >= trail.length,
        );
        expect(idsAt(org.slug)).toEqual(trail);
      }
    },
  );

  test("answers 503 to the events of one org gets those of the others meanwhile", async () => {
    const [sick, ...well] = orgs;
    await receiver.behave(({ body }) => (JSON.parse(body).org === sick?.org.slug ? { status: 503 } : "ok"));
    for (const { client } of orgs) await client.post("/org/domains", { domains: ["isolated.test"] });
    for (const { org, client } of well) {
      const trail = await trailOf(client);
      await until(
        async () => idsAt(org.slug).length,
        (count) => count >= trail.length,
      );
    }
    await receiver.behave("ok");
    const trail = sick ? await trailOf(sick.client) : [];
    await until(
      async () => idsAt(sick?.org.slug ?? "").length,
      (count) => count >= trail.length,
    );
    expect(idsAt(sick?.org.slug ?? "")).toEqual(trail);
  });
});

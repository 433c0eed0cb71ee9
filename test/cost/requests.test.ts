import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { source } from "../../lib/sources.ts";
import { useService } from "../support/service.ts";
import type { Metered } from "../support/sweep-meter.ts";
import { loadSweep } from "../support/sweep-routes.ts";
import { readCosts } from "./document.ts";
import { callNames, cellsOf, measure, ofSmall, sizes } from "./measure.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/**
 * What each endpoint asks of DynamoDB, held against the table in docs/performance.md, where a reviewer sees what has
 * changed. `growth.slow.test.ts` does the same for a large org, and writes the table.
 */
const service = useService();
const sweep = await loadSweep();
const documented = readCosts(readFileSync(source("docs/performance.md"), "utf8"));
let costs: ReadonlyMap<string, readonly Metered[]>;

beforeAll(async () => {
  costs = await measure(service(), sweep, [sizes.small]);
});

describe("what a call asks of DynamoDB is as docs/performance.md says", () => {
  test.each(callNames(sweep))("%s", (name) => {
    expect(cellsOf(costs.get(name) ?? []), "stale: npm run costs").toEqual(ofSmall(documented.get(name) ?? []));
  });

  test("of every call and no other", () => {
    expect([...documented.keys()].sort(), "stale: npm run costs").toEqual(callNames(sweep).toSorted());
  });
});

test("authentication is one round trip, and the request counter one more", () => {
  expect(costs.get("GET /org")?.[0]).toMatchObject({ requests: ["BatchGetItem", "UpdateItem"], roundTrips: 2 });
});

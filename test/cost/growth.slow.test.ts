import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { source } from "../../lib/sources.ts";
import { useService } from "../support/service.ts";
import type { Metered } from "../support/sweep-meter.ts";
import { loadSweep } from "../support/sweep-routes.ts";
import { readCosts, writeCosts } from "./document.ts";
import { callNames, cellsOf, grows, measure, sizes } from "./measure.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/** The table of costs in docs/performance.md, at both sizes. With WRITE_COSTS in the environment it is written. */
const DOCUMENT = source("docs/performance.md");

/** Calls whose cost follows the number of findings, for they look at the narrow index of all of them. */
const GROWING = [
  "GET /org/findings?severity=critical",
  "GET /org/findings?severity=low",
  "GET /org/findings/grouped",
  "GET /org/tasks?priority=urgent",
  "POST /org/suppressions/preview",
];

const service = useService();
const sweep = await loadSweep();
let costs: ReadonlyMap<string, readonly Metered[]>;

beforeAll(async () => {
  costs = await measure(service(), sweep, [sizes.small, sizes.large]);
  const rows = callNames(sweep).map((call) => ({ call, cells: cellsOf(costs.get(call) ?? []) }));
  if (process.env.WRITE_COSTS) writeFileSync(DOCUMENT, writeCosts(readFileSync(DOCUMENT, "utf8"), rows));
});

test("the calls that cost more for an org with more findings are known", () => {
  expect(callNames(sweep).filter((call) => grows(cellsOf(costs.get(call) ?? [])))).toEqual(GROWING);
});

test("the table is as measured", () => {
  const documented = readCosts(readFileSync(DOCUMENT, "utf8"));
  const measured = new Map(callNames(sweep).map((call) => [call, cellsOf(costs.get(call) ?? [])]));
  expect(documented, "stale: npm run costs").toEqual(measured);
});

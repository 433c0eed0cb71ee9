import { expect, test } from "vitest";
import * as z from "zod";
import { eventKinds } from "../../functions/domain/events.ts";
import { taskPriorities } from "../../functions/domain/vocabulary.ts";
import { ofType, synthesize, webhookOf } from "./synthesized.ts";

const stacks = synthesize([], { webhook: webhookOf("signed") });
const [dashboard] = ofType(stacks, "AWS::CloudWatch::Dashboard");
const parts = z
  .object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) })
  .parse(dashboard?.Properties.DashboardBody);
const widget = z.looseObject({
  type: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  properties: z.looseObject({ title: z.string() }),
});
const { widgets } = z.object({ widgets: z.array(widget) }).parse(
  // What CloudFormation puts in stands within texts.
  JSON.parse(parts["Fn::Join"][1].map((part) => (typeof part === "string" ? part : "X")).join("")),
);
const titles = widgets.map(({ properties }) => properties.title);
const filters = ofType(stacks, "AWS::Logs::MetricFilter").map(({ Properties }) =>
  z
    .object({
      FilterPattern: z.string(),
      MetricTransformations: z.tuple([
        z.object({ MetricName: z.string(), MetricNamespace: z.string(), MetricValue: z.string() }),
      ]),
    })
    .parse(Properties),
);
const filterOf = (name: string) => filters.find((one) => one.MetricTransformations[0].MetricName === name);

test("shows the alarms first, then what customers see, then the parts behind it", () => {
  expect(titles).toEqual([
    "Alarms",
    "Scans by status (count)",
    "Findings that became tasks, by priority, and so by severity (count)",
    "Event lag (ms)",
    "API requests (count)",
    "API errors (count)",
    "API latency (ms)",
    "Duration of Lambdas behind the API, p99 (ms)",
    "Errors of Lambdas behind the API (count)",
    "Executions of scans (count)",
    "Table capacity (units in 5 minutes)",
    "Table requests turned away (count)",
    "Events in queues (count)",
  ]);
  for (const title of titles.slice(1)) expect(title).toMatch(/\((count|ms|units in 5 minutes)\)$/);
});

test("fills rows of 24 columns without gaps", () => {
  for (const y of new Set(widgets.map((one) => one.y)))
    expect(widgets.filter((one) => one.y === y).reduce((sum, { width }) => sum + width, 0)).toBe(24);
});

test("is named by the stage, and so are its own metrics", () => {
  expect(dashboard?.Properties.DashboardName).toBe("palisade-prod-operations");
  for (const { MetricTransformations } of filters)
    expect(MetricTransformations[0].MetricNamespace).toBe("Palisade/prod");
});

test("shows every metric that is counted in logs", () => {
  const body = JSON.stringify(widgets);
  for (const { MetricTransformations } of filters) {
    const { MetricName } = MetricTransformations[0];
    if (MetricName !== "scans-not-mended") expect(body).toContain(`"Palisade/prod","${MetricName}"`);
  }
});

test.each([
  ["scans-started", '{ $.event = "scan.started" }'],
  ["scans-completed", '{ ($.event = "scan.completed") && ($.detail.status = "completed") }'],
  ["scans-partial", '{ ($.event = "scan.completed") && ($.detail.status = "partial") }'],
  ["scans-failed", '{ $.event = "scan.failed" }'],
  ["scans-cancelled", '{ $.event = "scan.cancelled" }'],
  ["scans-not-mended", '{ $.message = "a scan could not be mended" }'],
])("%s counts the lines %s", (name, pattern) => {
  expect(filterOf(name)).toMatchObject({ FilterPattern: pattern, MetricTransformations: [{ MetricValue: "1" }] });
});

test.each(taskPriorities)("tasks-%s adds up the numbers of the event's detail", (priority) => {
  const field = `$.detail.by_priority.${priority}`;
  expect(filterOf(`tasks-${priority}`)).toMatchObject({
    FilterPattern: `{ ($.event = "task.created") && (${field} > 0) }`,
    MetricTransformations: [{ MetricValue: field }],
  });
});

test("counts events that exist", () => {
  const names = filters.flatMap(({ FilterPattern }) => FilterPattern.match(/(?<=\$\.event = ")[^"]+/g) ?? []);
  expect(names.length).toBe(9);
  for (const name of names) expect(Object.keys(eventKinds)).toContain(name);
});

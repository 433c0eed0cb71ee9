import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { App } from "aws-cdk-lib";
import * as z from "zod";
import type { LoadedEndpoint } from "../../lib/endpoints.ts";
import { service } from "../../lib/service.ts";
import type { Settings } from "../../lib/settings.ts";
import { source } from "../../lib/sources.ts";
import { type Webhook, type WebhookForm, webhookForms } from "../../lib/webhook-settings.ts";

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
});
const output = z.object({ Value: z.unknown(), Description: z.string().optional() });
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), output).default({}),
});

export type Resource = z.infer<typeof resource>;
export interface SynthesizedStack {
  readonly name: string;
  readonly text: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, z.infer<typeof output>>>;
}

const { context } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(source("cdk.json"), "utf8")));
const folder = fileURLToPath(new URL("fixtures/function", import.meta.url));

/**
 * Synthesizes the service as `cdk synth` does, with the same feature flags and checks, but with one small bundle for every
 * function. Throws when a check fails.
 */
export function synthesize(endpoints: readonly LoadedEndpoint[], settings: Partial<Settings> = {}): SynthesizedStack[] {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), "synth-")), context });
  const bundles = { folderOf: () => folder };
  const chosen = { stage: "prod", ctLogs: false, docs: true, webhook: null, alarmEmail: null, ...settings };
  service(app, chosen, { endpoints, modules: ["easm"], bundles });
  return app.synth().stacks.map((stack) => {
    const { Resources: resources, Outputs: outputs } = template.parse(stack.template);
    return { name: stack.stackName, text: JSON.stringify(stack.template), resources, outputs };
  });
}

/** A webhook as an operator may configure it. */
export const webhookOf = (form: WebhookForm): Webhook => ({
  url: "https://siem.example.com/palisade",
  form,
  secretName: "palisade/webhook",
});

/** Every deployment that differs in how it sends events. */
export const webhooks: readonly (readonly [name: string, webhook: Webhook | null])[] = [
  ["without a webhook", null],
  ...webhookForms.map((form) => [`with a webhook of the form ${form}`, webhookOf(form)] as const),
];

/** A text that CloudFormation joins, with the logical ids of resources in the place of their ARNs. */
export const joined = z
  .object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.union([z.string(), z.looseObject({})]))]) })
  .transform(({ "Fn::Join": [, parts] }) =>
    parts
      .map((part) => (typeof part === "string" ? part : JSON.stringify(part).match(/\["(\w+)","Arn"\]/)?.[1]))
      .join(""),
  );

/** Resources of one type, over all stacks. */
export const ofType = (stacks: readonly SynthesizedStack[], type: string): Resource[] =>
  stacks.flatMap(({ resources }) => Object.values(resources).filter((found) => found.Type === type));

const statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat()),
  Resource: z.unknown().transform((value) => [value].flat().map((entry) => JSON.stringify(entry))),
  Condition: z.unknown().optional(),
});
const policy = z.object({
  PolicyDocument: z.object({ Statement: z.array(statement) }),
  Roles: z.array(z.object({ Ref: z.string() })),
});

export interface Permission {
  readonly effect: string;
  /** Logical id of the role. */
  readonly role: string;
  readonly actions: readonly string[];
  /** Each as JSON, for most are built by CloudFormation functions. */
  readonly resources: readonly string[];
  readonly condition: unknown;
}

/** Every statement of every role's policies, over all stacks. */
export const permissionsOf = (stacks: readonly SynthesizedStack[]): Permission[] =>
  ofType(stacks, "AWS::IAM::Policy").flatMap(({ Properties }) => {
    const { PolicyDocument, Roles } = policy.parse(Properties);
    return PolicyDocument.Statement.map((entry) => ({
      effect: entry.Effect,
      role: Roles.map(({ Ref }) => Ref).join(),
      actions: entry.Action,
      resources: entry.Resource,
      condition: entry.Condition,
    }));
  });

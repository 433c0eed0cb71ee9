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
  Metadata: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.array(z.string()).optional(),
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
  const chosen = {
    stage: "prod",
    ctLogs: false,
    docs: true,
    webhook: null,
    alarmEmail: null,
    waf: null,
    scannerConcurrency: null,
    ossScanners: false,
    restoredTable: null,
    ...settings,
  };
  service(app, chosen, { endpoints, modules: ["easm"], bundles, scannerImage: source("containers/scanner") });
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

/** Everything that can be switched on, but for the webhook, which has several forms. */
export const everything: Partial<Settings> = {
  ctLogs: true,
  alarmEmail: "on-call@example.com",
  waf: { requestsPer5Minutes: 6000 },
  scannerConcurrency: 20,
  ossScanners: true,
};

/** Deployments that together hold every resource there can be. */
export const deployments: readonly (readonly [name: string, settings: Partial<Settings>])[] = [
  ["with everything off", { docs: false }],
  ["as it comes", {}],
  ["with tools in containers", { ossScanners: true }],
  ...webhookForms.map(
    (form) =>
      [`with everything on and a webhook of the form ${form}`, { ...everything, webhook: webhookOf(form) }] as const,
  ),
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

export interface Statement {
  /** Logical id of the resource in whose properties it stands. */
  readonly id: string;
  readonly type: string;
  readonly effect: string;
  readonly actions: readonly string[];
  /** Each as JSON; none in the trust policy of a role. */
  readonly resources: readonly string[];
  /** As JSON. */
  readonly principal: string;
  readonly condition: unknown;
}

const anyStatement = statement.extend({
  Resource: statement.shape.Resource.optional(),
  Principal: z.unknown().optional(),
});

/** Every statement of every policy wherever it stands: of roles, their trust, queues, topics, keys and log groups. */
export const statementsOf = (stacks: readonly SynthesizedStack[]): Statement[] =>
  stacks
    .flatMap(({ resources }) => Object.entries(resources))
    .flatMap(([id, { Type: type, Properties }]) =>
      objectsIn(Properties).flatMap((found) => {
        if (!("Effect" in found && "Action" in found)) return [];
        const { Effect: effect, Action: actions, Resource: resources = [], ...rest } = anyStatement.parse(found);
        return [
          {
            id,
            type,
            effect,
            actions,
            resources,
            principal: JSON.stringify(rest.Principal),
            condition: rest.Condition,
          },
        ];
      }),
    );

const POLICY_START = '{"Statement"';

/** Every object within a value, those of policies too that are texts, in which references stand as `<name>`. */
function objectsIn(value: unknown): object[] {
  if (typeof value === "string") return value.startsWith(POLICY_START) ? objectsIn(JSON.parse(value)) : [];
  if (typeof value !== "object" || value === null) return [];
  const text = policyText.safeParse(value);
  if (text.success) return objectsIn(text.data);
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** A policy that CloudFormation joins from text and references. */
const policyText = z
  .object({ "Fn::Join": z.tuple([z.literal(""), z.tuple([z.string().startsWith(POLICY_START)], z.unknown())]) })
  .transform(({ "Fn::Join": [, parts] }) =>
    parts
      .map((part) =>
        typeof part === "string"
          ? part
          : `<${JSON.stringify(part)
              .replaceAll(/[^\w:]+/g, " ")
              .trim()}>`,
      )
      .join(""),
  );

import { readWebhook, type Webhook } from "./webhook-settings.ts";

/** What an operator chooses with `-c name=value`. */
export interface Settings {
  /** Separates deployments in one account, such as `prod` and `staging`. Part of every name. */
  readonly stage: string;
  /** Let discovery search the Certificate Transparency logs at crt.sh, which learns the customers' domains. */
  readonly ctLogs: boolean;
  /** Serve `/docs`, `/redoc` and `/openapi.json`, which need no key. */
  readonly docs: boolean;
  /** Send every event to a webhook as well; null sends them to none. */
  readonly webhook: Webhook | null;
}

const NAMES = ["stage", "ctLogs", "docs", "webhookUrl", "webhookForm", "webhookSecretName"];

/**
 * Throws an Error that names a setting which there is not: a slip of the pen must not switch off what was on. CDK's own
 * have a colon or a slash in their names.
 */
export function refuseUnknown(names: readonly string[]): void {
  const unknown = names.find((name) => !/[:/]/.test(name) && !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`-c ${unknown}: there is no such setting; there are ${NAMES.join(", ")}`);
}

const STAGE_PATTERN = /^[a-z][a-z0-9]{0,15}$/;

/** Reads the settings from CDK context. Throws an Error that says which value is wrong and what is allowed. */
export function readSettings(context: (name: string) => unknown): Settings {
  const stage = context("stage") ?? "prod";
  if (typeof stage !== "string" || !STAGE_PATTERN.test(stage)) {
    throw new Error(
      `-c stage=${String(stage)} is no stage name: 1 to 16 lower-case letters and digits, the first one a letter`,
    );
  }
  const ctLogs = context("ctLogs") ?? "false";
  if (ctLogs !== "true" && ctLogs !== "false") throw new Error(`-c ctLogs=${String(ctLogs)} is neither true nor false`);
  const docs = context("docs") ?? "on";
  if (docs !== "on" && docs !== "off") throw new Error(`-c docs=${String(docs)} is neither on nor off`);
  return { stage, ctLogs: ctLogs === "true", docs: docs === "on", webhook: readWebhook(context) };
}

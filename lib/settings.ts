import { BATCHES_AT_ONCE } from "../functions/domain/pipelines.ts";
import { readWaf, type Waf } from "./waf-settings.ts";
import { readWebhook, type Webhook } from "./webhook-settings.ts";
import { readWholeNumber } from "./whole-number.ts";

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
  /** Where alarms are told; null tells them nobody. */
  readonly alarmEmail: string | null;
  /** A web ACL in front of the API, which costs money; null puts none there. */
  readonly waf: Waf | null;
  /** Lambdas that run batches at one time over all scans, reserved for them; bounds no containers. Null reserves none. */
  readonly scannerConcurrency: number | null;
  /** Run tools of others in containers too, whose image is built at deployment. */
  readonly ossScanners: boolean;
  /** Name of a table that was restored and has taken the place of the old one, so that every resource reads it; or null. */
  readonly restoredTable: string | null;
}

const NAMES = [
  "stage",
  "ctLogs",
  "docs",
  "webhookUrl",
  "webhookForm",
  "webhookSecretName",
  "alarmEmail",
  "waf",
  "wafRequestsPer5Minutes",
  "scannerConcurrency",
  "ossScanners",
  "restoredTable",
];

/**
 * Throws an Error that names what looks like a slip of the pen in a setting's name: it must not switch off what was on.
 * Other names are none of ours, as CDK and the operator's own files put theirs beside them.
 */
export function refuseSlips(names: readonly string[]): void {
  for (const name of names) {
    const meant = NAMES.find((known) => isSlip(name.toLowerCase(), known.toLowerCase()));
    if (meant !== undefined && !NAMES.includes(name))
      throw new Error(`-c ${name}: there is no such setting; is -c ${meant} meant?`);
  }
}

/** From here on a word that a name begins with is no chance. */
const BEGINNING_LENGTH_MIN = 3;

/** Is it the beginning of the name, or does it differ in one letter at the most, or in two where the name is long? */
function isSlip(word: string, known: string): boolean {
  if (word.length >= BEGINNING_LENGTH_MIN && known.startsWith(word)) return true;
  const distances = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...word].entries()) {
    let diagonal = distances[0] ?? 0;
    distances[0] = row + 1;
    for (const [column, other] of [...known].entries()) {
      const above = distances[column + 1] ?? 0;
      distances[column + 1] = Math.min(above + 1, (distances[column] ?? 0) + 1, diagonal + (letter === other ? 0 : 1));
      diagonal = above;
    }
  }
  return (distances.at(-1) ?? 0) <= (known.length > 6 ? 2 : 1);
}

/** One address, as SNS takes it: no spaces, names or lists. */
const EMAIL_PATTERN = /^[^\s@,;<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** From what one scan can use, so that it never has to wait for itself, to more than any account has. */
const CONCURRENCY = { min: BATCHES_AT_ONCE, max: 100_000 };

/** What DynamoDB takes as the name of a table. */
const TABLE_PATTERN = /^[a-zA-Z0-9_.-]{3,255}$/;

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
  const alarmEmail = context("alarmEmail") ?? null;
  if (alarmEmail !== null && (typeof alarmEmail !== "string" || !EMAIL_PATTERN.test(alarmEmail)))
    throw new Error(`-c alarmEmail=${String(alarmEmail)} is no e-mail address`);
  const ossScanners = context("ossScanners") ?? "false";
  if (ossScanners !== "true" && ossScanners !== "false")
    throw new Error(`-c ossScanners=${String(ossScanners)} is neither true nor false`);
  const scannerConcurrency = context("scannerConcurrency") ?? null;
  const restoredTable = context("restoredTable") ?? null;
  if (restoredTable !== null && (typeof restoredTable !== "string" || !TABLE_PATTERN.test(restoredTable)))
    throw new Error(
      `-c restoredTable=${String(restoredTable)} is no name of a table: 3 to 255 letters, digits and _.-, no ARN`,
    );
  return {
    stage,
    ctLogs: ctLogs === "true",
    docs: docs === "on",
    webhook: readWebhook(context),
    alarmEmail,
    waf: readWaf(context),
    scannerConcurrency:
      scannerConcurrency === null ? null : readWholeNumber("scannerConcurrency", scannerConcurrency, CONCURRENCY),
    ossScanners: ossScanners === "true",
    restoredTable,
  };
}

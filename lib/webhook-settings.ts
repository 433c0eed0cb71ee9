import { isIP } from "node:net";
import { parseHost } from "../functions/domain/seed.ts";
import { createBlockCheck } from "../functions/net/block-list.ts";

/** `plain`: the event bus sends events by itself. `signed`: a function signs them and keeps their order. */
export const webhookForms = ["plain", "signed"] as const;
export type WebhookForm = (typeof webhookForms)[number];

/** Where events are sent besides the event log. */
export interface Webhook {
  /** https, of a public host, as `URL` spells it. */
  readonly url: string;
  readonly form: WebhookForm;
  /** Of a secret that the operator has made: JSON with `token`, and with `signing_secret` for the form `signed`. */
  readonly secretName: string;
}

/** What EventBridge takes as the address of an API destination, but for the asterisk, which it would replace. */
const URL_CHARACTERS = /^(%[0-9a-f]{2}|[-()_.!~';/?:@&=+$,a-z0-9])+$/i;
const URL_LENGTH_MAX = 2048;

const SECRET_NAME = /^[A-Za-z0-9/_+=.@-]{1,512}$/;

const isBlocked = createBlockCheck();

/**
 * Reads the settings of the webhook from CDK context; null when there is none. Throws an Error that says which value is
 * wrong and what is allowed. It never shows the URL, which may hold a password.
 */
export function readWebhook(context: (name: string) => unknown): Webhook | null {
  const url = context("webhookUrl");
  const form = context("webhookForm");
  const secretName = context("webhookSecretName");
  if (url === undefined) {
    if (form !== undefined) throw new Error("-c webhookForm needs -c webhookUrl");
    if (secretName !== undefined) throw new Error("-c webhookSecretName needs -c webhookUrl");
    return null;
  }
  return { url: readUrl(url), form: readForm(form ?? "plain"), secretName: readSecretName(secretName) };
}

function readUrl(text: unknown): string {
  const refuse = (reason: string) => new Error(`-c webhookUrl ${reason}`);
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url?.protocol !== "https:") throw refuse("is no https URL");
  if (url.username !== "" || url.password !== "") throw refuse("holds a user name or password; the secret holds them");
  if (url.href.includes("#")) throw refuse("holds a fragment, which is never sent");
  if (!isPublic(url.hostname)) throw refuse(`names no public host: ${url.hostname}`);
  if (!URL_CHARACTERS.test(url.href)) throw refuse("holds characters that EventBridge does not take, or *");
  if (url.href.length > URL_LENGTH_MAX) throw refuse(`is longer than ${URL_LENGTH_MAX} characters`);
  return url.href;
}

function isPublic(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0) return !isBlocked(address);
  return parseHost(hostname) !== null && !/\.localhost\.?$/.test(hostname);
}

function readForm(text: unknown): WebhookForm {
  const form = webhookForms.find((known) => known === text);
  if (form === undefined) throw new Error(`-c webhookForm=${String(text)} is neither ${webhookForms.join(" nor ")}`);
  return form;
}

function readSecretName(text: unknown): string {
  if (text === undefined) {
    throw new Error("-c webhookUrl needs -c webhookSecretName, the name of a secret that holds the webhook's token");
  }
  if (typeof text !== "string" || !SECRET_NAME.test(text)) {
    throw new Error(
      `-c webhookSecretName=${String(text)} is no name of a secret: 1 to 512 letters, digits and /_+=.@-, no ARN`,
    );
  }
  return text;
}

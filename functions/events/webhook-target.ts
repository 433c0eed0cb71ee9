import * as z from "zod";
import { postConfig } from "../net/config.ts";
import { secretReader } from "../secret-cache.ts";
import { receiverUrl } from "./receiver-url.ts";
import { settingOf } from "./settings.ts";
import { signingKeys } from "./signature.ts";

/** Where events are posted, and what proves that they are ours. */
export interface WebhookTarget {
  readonly url: string;
  /** Bearer token; null when none is configured. */
  readonly token: string | null;
  /** Empty when nothing is signed. */
  readonly signingKeys: readonly Buffer[];
}

const readSecret = secretReader("WEBHOOK_SECRET_ID");

/**
 * The receiver at `SIEM_WEBHOOK_URL`, with the secret that `WEBHOOK_SECRET_ID` names: JSON `{"token"?, "signing_secret"?}`.
 * Throws an Error fit for the operator, without anything of the URL or the secret, when either cannot be used.
 */
export async function webhookTarget(now: Date): Promise<WebhookTarget> {
  const url = webhookUrl(settingOf("SIEM_WEBHOOK_URL"));
  if (!process.env.WEBHOOK_SECRET_ID) return { url, token: null, signingKeys: [] };
  return { url, ...credentialsOf(await secretText(now)) };
}

/**
 * The URL of a receiver as it is used. Throws an Error, which does not repeat it, unless it is an https URL (or http,
 * where the local runtime allows it) without user name, password and fragment.
 */
export function webhookUrl(text: string): string {
  const schemes = postConfig().allowHttp ? ["https:", "http:"] : ["https:"];
  const url = receiverUrl(text, schemes);
  if (url !== null) return url;
  const wanted = postConfig().allowHttp ? "an http or https" : "an https";
  throw new Error(`SIEM_WEBHOOK_URL must be ${wanted} URL without user name, password and fragment`);
}

async function secretText(now: Date): Promise<string> {
  const text = await readSecret(now.getTime()).catch((cause: unknown) => {
    throw new Error("The secret of the webhook cannot be read", { cause });
  });
  // Events without the token that the operator meant them to have would be refused, or worse, believed.
  if (text === null) throw new Error("The secret of the webhook does not exist or is empty");
  return text;
}

/** Empty strings count as absent: a secret may be created before its values are known. */
const secret = z.object({
  // It travels in a header.
  token: z.string().regex(/^[\x21-\x7e]*$/),
  signing_secret: z.string(),
});

function credentialsOf(text: string): Omit<WebhookTarget, "url"> {
  const parsed = secret.partial().safeParse(jsonOf(text));
  if (!parsed.success)
    throw new Error("The secret of the webhook must be JSON: token (visible ASCII) and signing_secret, both optional");
  const { token, signing_secret } = parsed.data;
  return { token: token || null, signingKeys: signing_secret ? keysOf(signing_secret) : [] };
}

function keysOf(text: string): readonly Buffer[] {
  try {
    return signingKeys(text);
  } catch (error) {
    throw new Error(`The signing_secret of the webhook is ${error instanceof Error ? error.message : "malformed"}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    return undefined;
  }
}

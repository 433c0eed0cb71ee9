import { createHash } from "node:crypto";

/** What evidence may say about a secret: enough to recognise it, too little to use it. */
export type RedactedSecret = {
  readonly starts_with: string;
  readonly length: number;
  readonly sha256: string;
};

/** Lower-case hex SHA-256. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** First 4 characters (fewer of a short secret, never more than a quarter of it), length in characters and SHA-256. */
export const redactSecret = (secret: string): RedactedSecret => ({
  starts_with: secret.slice(0, Math.min(4, Math.floor(secret.length / 4))),
  length: secret.length,
  sha256: sha256(secret),
});

const SECRET_NAME =
  /pass(word|wd|phrase)?(_|$)|pwd|secret|token|api_?key|private_?key|access_?key|account_?key|encryption_?key|app_key|credential|_dsn$|database_url|db_url|redis_url|mongo(db)?_ur[il]/i;

/** True when a setting of this name usually holds a secret. */
export const namesSecret = (key: string): boolean => SECRET_NAME.test(key) && !/public|publishable/i.test(key);

const PLACEHOLDER =
  /^$|^(null|none|nil|true|false|undefined|secret|password|change_?me|change_?it|replace_?me|todo|example|x+|\*+|\.+)$|^<.*>$|^\$\{.*\}$|^\$\(.*\)$|^%.*%$|^\{\{.*\}\}$|^<%.*%>$|^your[-_ ]|_here$/i;

/** True when a value only stands for a secret that lives elsewhere: empty, `changeme`, `${TOKEN}`, `<password>`, `****`. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value.trim());

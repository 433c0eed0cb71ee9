import { createHash } from "node:crypto";

/**
 * What evidence may say about a secret: enough to recognise it, too little to find it by trying words. There is no hash
 * and no exact length, with which a guess could be confirmed.
 */
export type RedactedSecret = {
  /** First 2 characters of a secret of at least 16, else empty. */
  readonly starts_with: string;
  /** Class of the length in characters. */
  readonly length: "<16" | "16-31" | "32+";
};

/** Lower-case hex SHA-256. Not for secrets, nor for files that can be guessed but for a few secrets. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** The little that evidence shows of a secret. */
export const redactSecret = (secret: string): RedactedSecret => ({
  starts_with: secret.length < 16 ? "" : secret.slice(0, 2),
  length: lengthClass(secret),
});

const lengthClass = ({ length }: string): RedactedSecret["length"] =>
  length < 16 ? "<16" : length < 32 ? "16-31" : "32+";

const SECRET_NAME =
  /pass(word|wd|phrase)?(_|$)|pwd|secret|token|api_?key|private_?key|access_?key|account_?key|encryption_?key|app_key|credential|_dsn$|database_url|db_url|redis_url|mongo(db)?_ur[il]/i;

/** True when a setting of this name usually holds a secret. */
export const namesSecret = (key: string): boolean => SECRET_NAME.test(key) && !/public|publishable/i.test(key);

const PLACEHOLDER =
  /^$|^(null|none|nil|true|false|undefined|secret|password|change_?me|change_?it|replace_?me|todo|example|x+|\*+|\.+)$|^<.*>$|^\$\{.*\}$|^\$\(.*\)$|^%.*%$|^\{\{.*\}\}$|^<%.*%>$|^your[-_ ]|_here$/i;

/** True when a value only stands for a secret that lives elsewhere: empty, `changeme`, `${TOKEN}`, `<password>`, `****`. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value.trim());

/** One Set-Cookie line, as RFC 6265 section 5.2 reads it; attribute names lower-case. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads a Set-Cookie line; null when it names no cookie. */
export function parseCookie(line: string): Cookie | null {
  const [pair = "", ...rest] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  if (equals < 1 || name === "") return null;
  const attributes = rest.map((each): [string, string] => {
    const [key = "", ...value] = each.split("=");
    return [key.trim().toLowerCase(), value.join("=").trim()];
  });
  return { name, value: pair.slice(equals + 1).trim(), attributes: new Map(attributes) };
}

/** True when the line deletes a cookie instead of setting one. */
export function isDeletion({ value, attributes }: Cookie, now: Date): boolean {
  const maxAge = Number(attributes.get("max-age") ?? Number.NaN);
  const expires = Date.parse(attributes.get("expires") ?? "");
  return value.replaceAll('"', "") === "" || maxAge <= 0 || (Number.isNaN(maxAge) && expires <= now.getTime());
}

const SESSION_WORDS = new Set([
  "sess",
  "session",
  "sessid",
  "sessionid",
  "sid",
  "ssid",
  "auth",
  "authentication",
  "authtoken",
  "accesstoken",
  "refreshtoken",
  "sessiontoken",
  "token",
  "jwt",
  "login",
  "phpsessid",
  "jsessionid",
  "aspsessionid",
  "cfid",
  "cftoken",
  "rememberme",
]);

/** Words of cookies that live for one login or form only: nothing can be done as somebody with them. */
const PASSING_WORDS = new Set(["csrf", "xsrf", "state", "nonce", "pkce", "verifier", "txs"]);

/**
 * True when a cookie of this name usually carries a login: one of its words (split at separators and camel case) says
 * so. Anti-forgery tokens, which scripts are meant to read, and the state of a login under way are not counted.
 */
export function isSessionLike(name: string): boolean {
  if (/csrf|xsrf|antiforgery|requestverification|^com\.auth0\.auth\./i.test(name)) return false;
  if (/^(aspsessionid[a-z]+|wordpress_logged_in_\w+|wordpress_sec_\w+)$/i.test(name)) return true;
  const words = name
    .replace(/^__(host|secure)-/i, "")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase());
  if (words.some((word) => PASSING_WORDS.has(word))) return false;
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ""));
  return [...words, ...pairs].some((word) => SESSION_WORDS.has(word));
}

/** Products that write something random behind a fixed beginning. */
const STEMS = /^(ASPSESSIONID(?=[A-Z]{8}$)|mod_auth_openidc_state_|com\.auth0\.|wordpress_(?:logged_in|sec)_).+$/i;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The part of a cookie's name that stays from scan to scan, the random rest as `*`: what is known of some products, and
 * runs of 6 and more characters at the end that no word has (letters and figures mixed, or figures alone).
 */
export function stemOf(name: string): string {
  const product = STEMS.exec(name)?.[1];
  if (product !== undefined) return `${product}*`;
  const [, rest = name, run = ""] = /^(.*?)([A-Za-z\d]{6,})$/.exec(name.replace(UUID, "000000")) ?? [];
  if (!isRandom(run)) return name;
  // Several such runs in a row, as of a version and a key, are one.
  const shorter = stemOf(rest.replace(/[._:-]$/, ""));
  return shorter.endsWith("*") ? shorter : `${rest}*`;
}

/** Figures alone, hexadecimal with a figure, or letters and figures that take turns more than once. */
const isRandom = (run: string): boolean =>
  /^\d{6,}$/.test(run) ||
  (/^[\da-f]{6,}$/i.test(run) && /\d/.test(run)) ||
  /[A-Za-z]\d+[A-Za-z]+\d|\d[A-Za-z]+\d+[A-Za-z]/.test(run);

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

/**
 * True when a cookie of this name usually carries a login: one of its words (split at separators and camel case) says
 * so. Anti-forgery tokens are meant to be read by scripts and are not counted.
 */
export function isSessionLike(name: string): boolean {
  if (/csrf|xsrf|antiforgery|requestverification/i.test(name)) return false;
  if (/^(aspsessionid[a-z]+|wordpress_logged_in_\w+|wordpress_sec_\w+)$/i.test(name)) return true;
  const words = name
    .replace(/^__(host|secure)-/i, "")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase());
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ""));
  return [...words, ...pairs].some((word) => SESSION_WORDS.has(word));
}

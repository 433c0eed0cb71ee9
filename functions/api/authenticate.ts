import { randomBytes } from "node:crypto";
import { ApiError, unauthorized, unavailable, unprocessable } from "../domain/errors.ts";
import type { Actor } from "../domain/identity.ts";
import { keyDigest, keyPrefix, sameSecret } from "../domain/keys.ts";
import { type CredentialItem, readCredentials } from "../store/credentials.ts";
import { countRequest, REQUESTS_PER_MINUTE } from "../store/rate.ts";
import type { Auth } from "./endpoint.ts";
import { header, headerValues } from "./headers.ts";
import { isMasterKey, masterKeysOf } from "./master-key.ts";
import type { Identity, Request } from "./request.ts";

/** Headers that each auth level requires. */
export const requiredHeaders = {
  none: [],
  master: ["X-Master-Key"],
  admin: ["X-Master-Key", "X-Admin-Key"],
  org: ["X-Master-Key", "X-Admin-Key", "X-Org-Key"],
} as const satisfies Record<Auth, readonly string[]>;

/** Throws 422 that names every required header that is missing or empty, or one that is given more than once. */
export function requireHeaders(request: Request, auth: Auth): void {
  const missing = requiredHeaders[auth].filter((name) => !header(request, name));
  if (missing.length > 0) throw unprocessable(`Missing required header: ${missing.join(", ")}`);
  // Two keys of one kind: whichever counted, the caller could mean the other.
  const repeated = requiredHeaders[auth].find((name) => headerValues(request, name).length > 1);
  if (repeated !== undefined) throw unprocessable(`Header given more than once: ${repeated}`);
}

/**
 * Checks the keys of a request: master, admin, request rate, org, in this order. Both key items come in one consistent
 * read. Throws 401, 429 or 503. The rate counter fails open, because it protects us and not the customer; the keys fail
 * closed.
 */
export async function authenticate(request: Request, auth: Auth, now: Date): Promise<Identity> {
  const ip = request.requestContext?.identity?.sourceIp ?? "";
  const master: Actor = { name: "master", kind: "admin", admin_key_prefix: "", ip };
  if (auth === "none") return { actor: master, now };
  await checkMaster(request, now);
  if (auth === "master") {
    await checkRate("master", now);
    return { actor: master, now };
  }
  const adminKey = header(request, "X-Admin-Key") ?? "";
  const orgKey = auth === "org" ? (header(request, "X-Org-Key") ?? "") : null;
  const credentials = await lookUp([keyPrefix("adm", adminKey), orgKey && keyPrefix("org", orgKey)]);
  const admin = verified(adminKey, "adm", credentials)?.admin;
  if (!admin) throw unauthorized("Invalid admin key");
  await checkRate(admin.id, now);
  const actor: Actor = { name: admin.name, kind: "admin", admin_key_prefix: admin.key_prefix, ip };
  if (orgKey === null) return { admin, actor, now };
  const org = verified(orgKey, "org", credentials)?.org;
  if (!org?.is_active) throw unauthorized("Invalid org key");
  return { admin, org, actor, now };
}

async function checkMaster(request: Request, now: Date): Promise<void> {
  const masters = await masterKeysOf(request, now);
  if (masters.length === 0) throw unavailable("Master key not configured");
  if (!isMasterKey(header(request, "X-Master-Key") ?? "", masters)) throw unauthorized("Invalid master key");
}

async function lookUp(prefixes: readonly (string | null)[]): Promise<ReadonlyMap<string, CredentialItem>> {
  const known = prefixes.filter((prefix) => prefix !== null);
  if (known.length === 0) return new Map();
  try {
    return await readCredentials(known);
  } catch {
    throw unavailable("Keys cannot be checked at the moment");
  }
}

/** Spends the same work on a prefix that does not exist, so that the time of a 401 does not tell which prefixes do. */
const NOBODY = { salt: randomBytes(16).toString("hex"), digest: randomBytes(32).toString("hex"), active: false };

function verified(
  key: string,
  kind: "adm" | "org",
  credentials: ReadonlyMap<string, CredentialItem>,
): CredentialItem | undefined {
  const credential = credentials.get(keyPrefix(kind, key) ?? "");
  const { salt, digest, active } = credential ?? NOBODY;
  return sameSecret(keyDigest(key, salt), digest) && active ? credential : undefined;
}

async function checkRate(caller: string, now: Date): Promise<void> {
  const secondsToWait = await countRequest(caller, now).catch(() => null);
  if (secondsToWait !== null)
    throw new ApiError(
      429,
      { detail: `Rate limit exceeded: ${REQUESTS_PER_MINUTE} requests per minute` },
      { "Retry-After": String(secondsToWait) },
    );
}

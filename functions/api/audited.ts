import { auditedPath } from "../domain/audit.ts";
import { keyPrefix } from "../domain/keys.ts";
import { openLogger } from "../log/logger.ts";
import { AuditTicket } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Endpoint } from "./endpoint.ts";
import { header } from "./headers.ts";
import { isMasterKey, masterKeysOf } from "./master-key.ts";
import type { Request } from "./request.ts";

const logger = openLogger("audit");

/**
 * Opens the audit row of a call that may change something, if its master key is right: before anything else is judged, so
 * that a refusal for any reason is on record as well.
 */
export async function openAudit(
  request: Request,
  { method, responses }: Pick<Endpoint, "method" | "responses">,
): Promise<void> {
  if (method === "GET") return;
  const now = new Date();
  const given = header(request, "X-Master-Key");
  // A master key that cannot be read is a refusal of its own, which the next steps make.
  const masters = given ? await masterKeysOf(request, now).catch(() => []) : [];
  if (!given || !isMasterKey(given, masters)) return;
  const prefix = (kind: "adm" | "org", name: string) => keyPrefix(kind, header(request, name) ?? "") ?? "";
  request.audit = new AuditTicket(
    {
      id: newId(),
      method,
      path: auditedPath(request.requestContext?.path ?? request.path, masters),
      admin_prefix: prefix("adm", "X-Admin-Key"),
      org_prefix: prefix("org", "X-Org-Key"),
      ip: request.requestContext?.identity?.sourceIp ?? "",
      created_at: now.toISOString(),
    },
    Math.min(...Object.keys(responses).map(Number)),
  );
}

/**
 * Writes the audit row of a call that is over, unless its change has done so. Nothing was changed then, so that a store
 * which does not take the row costs the caller nothing: the row goes to the log instead.
 */
export async function recordAudit({ audit }: Request, status: number): Promise<void> {
  try {
    await audit?.record(status);
  } catch (error) {
    logger.error("an audit row could not be stored", { audit: audit?.row(status), error });
  }
}

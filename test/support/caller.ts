import type { Actor } from "../../functions/domain/identity.ts";
import { AuditTicket, type Caller } from "../../functions/store/audit.ts";
import { newId } from "../../functions/store/ids.ts";

const actor: Actor = { name: "test", kind: "admin", admin_key_prefix: "pal_adm_0aB1cD2eF3gH", ip: "127.0.0.1" };

/** A caller of the store's own functions, for tests that do not go through the API. */
export function testCaller(now: Date = new Date()): Caller {
  const call = {
    id: newId(),
    method: "POST",
    path: "/api/v1/test",
    admin_prefix: "",
    org_prefix: "",
    ip: "127.0.0.1",
    created_at: now.toISOString(),
  };
  return { actor, now, audit: new AuditTicket(call, 201) };
}

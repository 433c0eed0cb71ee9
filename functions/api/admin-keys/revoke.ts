import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { revokeAdminKey } from "../../store/admin-keys.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";

export const revokeAdminKeyEndpoint = endpoint({
  operationId: "revokeAdminKey",
  method: "DELETE",
  path: "/admin-keys/{id}",
  auth: "master",
  tag: "Admin keys",
  summary: "Revoke an admin key; it stops working at once",
  description: "A revoked key answers 401 from the next request on. Revoking it again answers 204 as well.",
  params: z.object({ id: id.meta({ description: "Id of the admin key" }) }),
  responses: { 204: null },
  errors: { 404: { meaning: "No admin key has this id", detail: "Admin key not found" } },
  grant: "write",
  async handle({ params, by }) {
    if (!(await revokeAdminKey(params.id, by))) throw notFound("Admin key");
    return noContent;
  },
});

export const handler = lambda(revokeAdminKeyEndpoint);

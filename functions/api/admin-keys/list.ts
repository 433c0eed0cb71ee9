import * as z from "zod";
import { listAdminKeys } from "../../store/admin-keys.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { adminKey, pagination } from "../schemas.ts";

export const listAdminKeysEndpoint = endpoint({
  operationId: "listAdminKeys",
  method: "GET",
  path: "/admin-keys",
  auth: "master",
  tag: "Admin keys",
  summary: "List admin keys by their prefixes, newest first",
  query: z.object(pagination(500)),
  responses: { 200: z.array(adminKey) },
  errors: {},
  grant: "read",
  async handle({ query }) {
    return ok(await listAdminKeys(query.limit, query.offset));
  },
});

export const handler = lambda(listAdminKeysEndpoint);

import * as z from "zod";
import { listAdminKeys } from "../../store/admin-keys.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationById } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { asIs, listed } from "../list.ts";
import { adminKey } from "../schemas.ts";

export const listAdminKeysEndpoint = endpoint({
  operationId: "listAdminKeys",
  method: "GET",
  path: "/admin-keys",
  auth: "master",
  tag: "Admin keys",
  summary: "List admin keys by their prefixes, newest first",
  description: "Revoked keys stay in the list, with `active` false.",
  query: z.object(paginationById(500)),
  responses: { 200: z.array(adminKey) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ query }) {
    return listed(await listAdminKeys(query), query.limit, asIs, ({ id }) => id);
  },
});

export const handler = lambda(listAdminKeysEndpoint);

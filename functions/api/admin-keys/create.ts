import * as z from "zod";
import { createAdminKey } from "../../store/admin-keys.ts";
import { created, endpoint } from "../endpoint.ts";
import { name } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { adminKeyCreated } from "../schemas.ts";

export const createAdminKeyEndpoint = endpoint({
  operationId: "createAdminKey",
  method: "POST",
  path: "/admin-keys",
  auth: "master",
  tag: "Admin keys",
  summary: "Mint an admin key; it is shown only in this answer",
  body: z.object({ name }),
  responses: { 201: adminKeyCreated },
  errors: {},
  grant: "write",
  async handle({ body, by }) {
    return created(await createAdminKey(body.name, by));
  },
});

export const handler = lambda(createAdminKeyEndpoint);

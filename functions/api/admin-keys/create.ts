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
  description:
    "The answer is the one place where the whole key can be read: keep it, the service has only a salted hash of it.",
  body: z.object({ name: name.meta({ description: "Whose key it is", example: "UI backend" }) }),
  responses: { 201: adminKeyCreated },
  errors: {},
  grant: "write",
  async handle({ body, by }) {
    return created(await createAdminKey(body.name, by));
  },
});

export const handler = lambda(createAdminKeyEndpoint);

import * as z from "zod";
import { conflict } from "../../domain/errors.ts";
import { DEFAULT_SCAN_INTERVAL_DAYS } from "../../domain/org.ts";
import { SEEDS_MAX } from "../../domain/seed.ts";
import { createOrg } from "../../store/orgs.ts";
import { created, endpoint } from "../endpoint.ts";
import { name } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { moduleName, orgCreated } from "../schemas.ts";
import { newSeeds } from "../seeds.ts";

export const createOrgEndpoint = endpoint({
  operationId: "createOrg",
  method: "POST",
  path: "/orgs",
  auth: "admin",
  tag: "Orgs",
  summary: "Create an org with its seed domains; the org key is shown only in this answer",
  body: z.object({
    customer_name: name,
    customer_id: name.regex(/^[^\p{Cc}/]+$/u, "must not contain slashes or control characters"),
    domains: z.array(z.string()).max(SEEDS_MAX).default([]),
    modules: z
      .array(moduleName)
      .min(1)
      .default(["easm"])
      .transform((list) => [...new Set(list)]),
    scan_interval_days: z.int().min(1).max(365).default(DEFAULT_SCAN_INTERVAL_DAYS),
  }),
  responses: { 201: orgCreated },
  errors: { 409: "The customer_id is taken" },
  grant: "write",
  async handle({ body, by }) {
    const { domains, modules, ...fields } = body;
    const org = await createOrg({ ...fields, modules_enabled: modules, seeds: newSeeds(domains, []) }, by);
    if (!org) throw conflict(`An org with customer_id ${JSON.stringify(body.customer_id)} exists already`);
    return created(org);
  },
});

export const handler = lambda(createOrgEndpoint);

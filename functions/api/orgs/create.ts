import * as z from "zod";
import { conflict } from "../../domain/errors.ts";
import { DEFAULT_SCAN_INTERVAL_DAYS } from "../../domain/org.ts";
import { SEEDS_MAX } from "../../domain/seed.ts";
import { createOrg } from "../../store/orgs.ts";
import { created, endpoint } from "../endpoint.ts";
import { customerId, intervalDays, moduleList, name } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { orgCreated } from "../schemas.ts";
import { newSeeds } from "../seeds.ts";

export const createOrgEndpoint = endpoint({
  operationId: "createOrg",
  method: "POST",
  path: "/orgs",
  auth: "admin",
  tag: "Orgs",
  summary: "Create an org with its seed domains; the org key is shown only in this answer",
  description:
    "Each of `domains` is a domain, an IP address or range, an AS number or a keyword; 422 names the first that is none, and no org is created. `customer_id` is the caller's own and names the org in paths; it cannot be changed.",
  body: z.object({
    customer_name: name.meta({ description: "For people to read", example: "Acme GmbH" }),
    customer_id: customerId,
    domains: z
      .array(z.string())
      .max(SEEDS_MAX)
      .default([])
      .meta({ description: "Seeds at which EASM scans begin", example: ["example.com", "192.0.2.0/28"] }),
    modules: moduleList.default(["easm"]),
    scan_interval_days: intervalDays.default(DEFAULT_SCAN_INTERVAL_DAYS),
  }),
  responses: { 201: orgCreated },
  errors: { 409: { meaning: "The customer_id is taken", detail: 'An org with customer_id "acme-42" exists already' } },
  grant: "write",
  async handle({ body, by }) {
    const { domains, modules, ...fields } = body;
    const org = await createOrg({ ...fields, modules_enabled: modules, seeds: newSeeds(domains, []) }, by);
    if (!org) throw conflict(`An org with customer_id ${JSON.stringify(body.customer_id)} exists already`);
    return created(org);
  },
});

export const handler = lambda(createOrgEndpoint);

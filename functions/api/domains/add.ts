import * as z from "zod";
import { SEEDS_MAX } from "../../domain/seed.ts";
import { changeSeeds } from "../../store/domains.ts";
import { created, endpoint } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { domain } from "../schemas.ts";
import { newSeeds } from "../seeds.ts";

const VALUES_IN_EVENT_MAX = 50;

export const addDomainsEndpoint = endpoint({
  operationId: "addDomains",
  method: "POST",
  path: "/org/domains",
  auth: "org",
  tag: "Domains",
  summary: "Add seeds; those that the org has already are ignored. Answers with the full list",
  description:
    "A seed is a domain, an IP address or range, an AS number or a keyword; which of them follows from the value. 422 names the first value that is none of them, or a range that is too large to scan; then none is added. An org has at most 500.",
  body: z.object({
    domains: z
      .array(z.string())
      .min(1)
      .max(SEEDS_MAX)
      .meta({ description: "Seeds to add", example: ["example.com", "192.0.2.0/28"] }),
  }),
  responses: { 201: z.array(domain) },
  errors: {},
  grant: "write",
  async handle({ org, body, by }) {
    const seeds = await changeSeeds(org, by, (before) => {
      const added = newSeeds(body.domains, before);
      const [first] = added;
      if (!first) return null;
      return {
        domains: [...before, ...added],
        event: "domain.added",
        targetId: first.id,
        target: first.value,
        detail: { added: added.length, values: added.slice(0, VALUES_IN_EVENT_MAX).map(({ value }) => value) },
      };
    });
    return created(seeds.toReversed());
  },
});

export const handler = lambda(addDomainsEndpoint);

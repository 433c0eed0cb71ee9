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
  body: z.object({ domains: z.array(z.string()).min(1).max(SEEDS_MAX) }),
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

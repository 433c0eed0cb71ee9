import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { changeSeeds } from "../../store/domains.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";

export const removeDomainEndpoint = endpoint({
  operationId: "removeDomain",
  method: "DELETE",
  path: "/org/domains/{domain_id}",
  auth: "org",
  tag: "Domains",
  summary: "Remove a seed",
  description: "Scans leave it out from now on; what they have found so far stays.",
  params: z.object({ domain_id: id.meta({ description: "Id of the seed" }) }),
  responses: { 204: null },
  errors: { 404: { meaning: "The org has no such domain", detail: "Domain not found" } },
  grant: "write",
  async handle({ org, params, by }) {
    await changeSeeds(org, by, (before) => {
      const current = before.find(({ id }) => id === params.domain_id);
      if (!current) throw notFound("Domain");
      return {
        domains: before.filter((one) => one !== current),
        event: "domain.removed",
        targetId: current.id,
        target: current.value,
        detail: { old: current.value, new: null },
      };
    });
    return noContent;
  },
});

export const handler = lambda(removeDomainEndpoint);

import * as z from "zod";
import { conflict, notFound } from "../../domain/errors.ts";
import { changeSeeds } from "../../store/domains.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { domain } from "../schemas.ts";
import { seedOrThrow } from "../seeds.ts";

export const changeDomainEndpoint = endpoint({
  operationId: "changeDomain",
  method: "PATCH",
  path: "/org/domains/{domain_id}",
  auth: "org",
  tag: "Domains",
  summary: "Change the value of a seed; its kind follows from the value",
  description: "The id stays. Giving a seed the value that it has changes nothing and answers 200.",
  params: z.object({ domain_id: id.meta({ description: "Id of the seed" }) }),
  body: z.object({ value: z.string().meta({ description: "The new seed", example: "example.net" }) }),
  responses: { 200: domain },
  examples: { 200: { value: "example.net" } },
  errors: {
    404: { meaning: "The org has no such domain", detail: "Domain not found" },
    409: { meaning: "The org has another domain with this value", detail: "Domain example.net exists already" },
  },
  grant: "write",
  async handle({ org, params, body, by }) {
    const seed = { id: params.domain_id, ...seedOrThrow("value", body.value) };
    await changeSeeds(org, by, (before) => {
      const current = before.find(({ id }) => id === seed.id);
      if (!current) throw notFound("Domain");
      if (current.value === seed.value) return null;
      if (before.some(({ value }) => value === seed.value)) throw conflict(`Domain ${seed.value} exists already`);
      return {
        domains: before.map((one) => (one.id === seed.id ? seed : one)),
        event: "domain.changed",
        targetId: seed.id,
        target: seed.value,
        detail: { old: current.value, new: seed.value },
      };
    });
    return ok(seed);
  },
});

export const handler = lambda(changeDomainEndpoint);

import * as z from "zod";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";

export const getHealthEndpoint = endpoint({
  operationId: "getHealth",
  method: "GET",
  path: "/health",
  auth: "none",
  tag: "Service",
  summary: "Tell that the service answers; needs no key",
  description: "For a load balancer or a monitor; it does not ask the database.",
  responses: { 200: z.object({ status: z.literal("ok").meta({ description: "Always this text" }) }) },
  errors: {},
  grant: "none",
  extension: true,
  async handle() {
    return ok({ status: "ok" });
  },
});

export const handler = lambda(getHealthEndpoint);

import { validatedAccountCount } from "../../store/cloud-accounts.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { notDeployed } from "../readiness.ts";
import { cloudStatus } from "../schemas-cloud.ts";

export const getCloudStatusEndpoint = endpoint({
  operationId: "getCloudStatus",
  method: "GET",
  path: "/org/cloud/status",
  auth: "org",
  tag: "Cloud",
  summary: "Tell whether there is something for a cloud scan to cover",
  description: "Answers 200 as well when the module is not enabled for the org: `enabled` is false then.",
  responses: { 200: cloudStatus },
  errors: {},
  grant: "read",
  async handle({ org }) {
    const validated = await validatedAccountCount(org.id);
    const enabled = org.modules_enabled.includes("cloud");
    return ok({
      enabled,
      validated_accounts: validated,
      can_run: enabled && validated > 0 && notDeployed("cloud") === null,
    });
  },
});

export const handler = lambda(getCloudStatusEndpoint);

import * as z from "zod";
import { catalogueOf } from "../../cloud/controls.ts";
import { assess, frameworksIn } from "../../domain/compliance.ts";
import { readResults } from "../../store/cloud-results.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { cloudFramework } from "../schemas-cloud.ts";

export const listCloudFrameworksEndpoint = endpoint({
  operationId: "listCloudFrameworks",
  method: "GET",
  path: "/org/cloud/frameworks",
  auth: "org",
  tag: "Cloud",
  summary: "List the compliance frameworks that results speak of, by name and version",
  description: "A control that is neither passed nor failed was not assessed.",
  module: () => "cloud",
  responses: { 200: z.array(cloudFramework) },
  errors: { 403: "The module is not enabled for the org" },
  grant: "read",
  async handle({ org }) {
    const rows = (await readResults(org.id)).flatMap((account) => account.rows);
    return ok(
      frameworksIn(rows).map((framework) => {
        const { total, passed, failed } = assess(rows, framework, catalogueOf(framework)).summary;
        return { ...framework, controls: total, passed, failed };
      }),
    );
  },
});

export const handler = lambda(listCloudFrameworksEndpoint);

import * as z from "zod";
import { catalogueOf } from "../../cloud/controls.ts";
import { assess, type Framework, frameworksIn, isNamed } from "../../domain/compliance.ts";
import { ApiError } from "../../domain/errors.ts";
import { readResults } from "../../store/cloud-results.ts";
import { endpoint, ok } from "../endpoint.ts";
import { line } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { accountFilter, complianceReport } from "../schemas-cloud.ts";

export const getComplianceEndpoint = endpoint({
  operationId: "getCloudCompliance",
  method: "GET",
  path: "/org/cloud/compliance",
  auth: "org",
  tag: "Cloud",
  summary: "Report how the accounts stand against a compliance framework",
  description:
    "Over all accounts, or one. Without `version` it is the latest edition of which there are results. A control without a result is `not_assessed` and does not count in the score.",
  query: z.object({
    framework: line(100).meta({ description: "Name of the framework", example: "CIS" }),
    version: line(100).optional().meta({ description: "Edition of the framework", example: "5.0" }),
    account: accountFilter,
  }),
  module: () => "cloud",
  responses: { 200: complianceReport },
  errors: {
    403: "The module is not enabled for the org",
    404: {
      meaning: "There are no results of the framework",
      detail: "No results of framework HIPAA; there are results of: CIS 3.0, CIS 5.0",
    },
  },
  grant: "read",
  async handle({ org, query }) {
    const results = await readResults(org.id, query.account);
    const rows = results.flatMap((account) => account.rows);
    const framework = frameworkOrThrow(frameworksIn(rows), query);
    const latest = results.reduce((one, other) => (other.generatedAt > one.generatedAt ? other : one));
    return ok({
      ...framework,
      scan_id: latest.scanId,
      generated_at: latest.generatedAt,
      ...assess(rows, framework, catalogueOf(framework)),
    });
  },
});

export const handler = lambda(getComplianceEndpoint);

/** The last edition that fits, as they are in order. Throws 404. */
function frameworkOrThrow(known: readonly Framework[], asked: { framework: string; version?: string | undefined }) {
  const found = known.findLast(
    ({ framework, version }) =>
      isNamed(framework, asked.framework) && (asked.version === undefined || version === asked.version),
  );
  if (found) return found;
  const name = [asked.framework, asked.version].filter((part) => part !== undefined).join(" ");
  const there = known.map(({ framework, version }) => `${framework} ${version}`).join(", ");
  throw new ApiError(404, `No results of framework ${name}; there are ${there ? `results of: ${there}` : "none yet"}`);
}

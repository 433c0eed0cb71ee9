import * as z from "zod";
import { type CloudResult, isNamed } from "../../domain/compliance.ts";
import { readResults } from "../../store/cloud-results.ts";
import { endpoint, ok } from "../endpoint.ts";
import { line, pagination } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { severity } from "../schemas.ts";
import { accountFilter, checkStatus, cloudResult } from "../schemas-cloud.ts";

const filters = z.object({
  status: checkStatus.optional().meta({ description: "What the check says", example: "fail" }),
  framework: line(100).optional().meta({ description: "Name of a compliance framework", example: "CIS" }),
  service: line(100).optional().meta({ description: "The provider's service", example: "s3" }),
  severity: severity.optional().meta({ description: "How bad it is to fail the check", example: "high" }),
  account: accountFilter,
});

export const listCloudResultsEndpoint = endpoint({
  operationId: "listCloudResults",
  method: "GET",
  path: "/org/cloud/results",
  auth: "org",
  tag: "Cloud",
  summary: "List what the checks say of each resource, pass and fail, last seen first",
  description:
    "The results of the last scan of each account. Of a framework's name only letters and digits count: `ISO 27001` is `ISO-27001`.",
  query: filters.extend(pagination()),
  module: () => "cloud",
  responses: { 200: z.array(cloudResult) },
  errors: { 403: "The module is not enabled for the org" },
  grant: "read",
  async handle({ org, query }) {
    const results = await readResults(org.id, query.account);
    const rows = results.flatMap((account) => account.rows.filter((row) => passes(row, query))).sort(lastSeenFirst);
    return ok(rows.slice(query.offset, query.offset + query.limit));
  },
});

export const handler = lambda(listCloudResultsEndpoint);

function passes(row: CloudResult, { status, framework, service, severity }: z.infer<typeof filters>): boolean {
  return (
    (status === undefined || row.status === status) &&
    (severity === undefined || row.severity === severity) &&
    (service === undefined || row.service === service.toLowerCase()) &&
    (framework === undefined || row.frameworks.some((ref) => isNamed(ref.framework, framework)))
  );
}

const lastSeenFirst = (a: CloudResult, b: CloudResult): number =>
  b.last_seen.localeCompare(a.last_seen) || a.id.localeCompare(b.id);

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as z from "zod";
import { json } from "./respond.ts";

/** Methods by path pattern, as the deployment knows them: `{"/v1/orgs": ["GET", "POST"]}`. */
const methodsByPath = new Map(
  Object.entries(z.record(z.string(), z.array(z.string())).parse(JSON.parse(process.env.METHODS_BY_PATH ?? "{}"))),
);

/** Answers what no endpoint answers: 405 for another method on a known path, 404 for an unknown path. */
export async function handler(event: Pick<APIGatewayProxyEvent, "resource">): Promise<APIGatewayProxyResult> {
  const methods = methodsByPath.get(event.resource);
  return methods
    ? json(405, { detail: "Method Not Allowed" }, { Allow: methods.join(", ") })
    : json(404, { detail: "Not Found" });
}

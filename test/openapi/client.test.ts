import { readFileSync } from "node:fs";
import { palisadeClient } from "palisade/client";
import { expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { clientFiles } from "../../openapi/client-types.ts";
import { openApiDocument } from "../../openapi/document.ts";

test("the committed client is what `npm run openapi` writes today", async () => {
  const document = openApiDocument((await loadEndpoints()).map(({ endpoint }) => endpoint));
  for (const [file, text] of await clientFiles(document))
    expect(readFileSync(file, "utf8") === text, `${file} is stale: npm run openapi`).toBe(true);
});

/** A client that answers itself, and what it was asked. */
function recorded(status: number, body: unknown, keys: { adminKey?: string; orgKey?: string } = {}) {
  const requests: Request[] = [];
  const client = palisadeClient({
    baseUrl: "https://api.example.com/api/v1",
    masterKey: "m",
    ...keys,
    fetch: async (request) => {
      requests.push(request);
      return Response.json(body, { status });
    },
  });
  return { client, requests };
}

test("sends the keys that it was given, and no others", async () => {
  const master = recorded(200, []);
  await master.client.GET("/admin-keys");
  expect(master.requests[0]?.headers.get("X-Master-Key")).toBe("m");
  expect(master.requests[0]?.headers.has("X-Admin-Key")).toBe(false);
  const org = recorded(200, [], { adminKey: "a", orgKey: "o" });
  await org.client.GET("/org/domains");
  expect(org.requests[0]?.headers.get("X-Admin-Key")).toBe("a");
  expect(org.requests[0]?.headers.get("X-Org-Key")).toBe("o");
});

test("writes parameters into the address, and the body as JSON", async () => {
  const { client, requests } = recorded(200, {});
  await client.GET("/orgs/{customer_id}", { params: { path: { customer_id: "a b/c" } } });
  await client.GET("/org/findings", { params: { query: { severity: "high", include_inventory: true, limit: 5 } } });
  await client.POST("/org/scans", { body: { module: "easm", force: true } });
  expect(requests.map(({ method, url }) => `${method} ${url.replace("https://api.example.com", "")}`)).toEqual([
    "GET /api/v1/orgs/a%20b%2Fc",
    "GET /api/v1/org/findings?severity=high&include_inventory=true&limit=5",
    "POST /api/v1/org/scans",
  ]);
  expect(await requests[2]?.json()).toEqual({ module: "easm", force: true });
});

test("tells a success from an error by type", async () => {
  const { data } = await recorded(200, { status: "ok" }).client.GET("/health");
  expect(data?.status).toBe("ok");
  const { error, response } = await recorded(404, { detail: "Org not found" }).client.GET("/orgs/{customer_id}", {
    params: { path: { customer_id: "x" } },
  });
  expect([response.status, error?.detail]).toEqual([404, "Org not found"]);
});

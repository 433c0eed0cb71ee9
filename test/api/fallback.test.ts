import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The handler of a deployment that has these routes. */
async function deployedWith(routes: Readonly<Record<string, readonly string[]>>) {
  vi.stubEnv("METHODS_BY_PATH", JSON.stringify(routes));
  const { handler } = await import("../../functions/api/fallback.ts");
  return handler;
}

test("another method on a known path answers 405 and names the methods there are", async () => {
  const handler = await deployedWith({ "/v1/orgs/{customer_id}": ["GET", "PATCH"] });
  expect(await handler({ resource: "/v1/orgs/{customer_id}" })).toMatchObject({
    statusCode: 405,
    headers: { Allow: "GET, PATCH", "Content-Type": "application/json" },
    body: '{"detail":"Method Not Allowed"}',
  });
});

test.each(["/{proxy+}", "/v1/{proxy+}", "__proto__", "constructor"])("the path %s answers 404", async (resource) => {
  const handler = await deployedWith({ "/v1/orgs": ["GET"] });
  expect(await handler({ resource })).toMatchObject({ statusCode: 404, body: '{"detail":"Not Found"}' });
});

test("a deployment without its routes refuses to start rather than answering wrongly", async () => {
  vi.stubEnv("METHODS_BY_PATH", "[1]");
  await expect(import("../../functions/api/fallback.ts")).rejects.toThrow();
});

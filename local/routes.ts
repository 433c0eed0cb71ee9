import type { Handler } from "../functions/api/lambda.ts";
import { loadEndpoints } from "../lib/endpoints.ts";
import { type Route, router } from "./http/router.ts";
import type { Routing, Target } from "./http.ts";

/**
 * Routes of every endpoint in `functions/api`, and of the health check. To be called once the functions' environment is
 * set, because their modules read it.
 */
export async function loadRouting(): Promise<Routing> {
  const endpoints = await loadEndpoints();
  const routes: Route<Target>[] = [
    { endpoint: { method: "GET", path: HEALTH_PATH }, target: health },
    { endpoint: { method: "HEAD", path: HEALTH_PATH }, target: health },
    ...(await Promise.all(
      endpoints.map(async ({ endpoint, file, name }) => ({
        endpoint,
        target: { name, handler: await handlerOf(file) },
      })),
    )),
  ];
  const { route, methodsByPattern } = router(routes);
  process.env.METHODS_BY_PATH = JSON.stringify(methodsByPattern);
  return { route, fallback: { name: "fallback", handler: await handlerOf("../functions/api/fallback.ts") } };
}

const HEALTH_PATH = "/health";

const health: Target = {
  name: "health",
  handler: async () => ({
    statusCode: 200,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify({ status: "ok" }),
  }),
};

async function handlerOf(file: string): Promise<Handler> {
  const { handler }: { readonly handler: Handler } = await import(file);
  return handler;
}

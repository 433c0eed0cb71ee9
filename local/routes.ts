import type { Handler } from "../functions/api/request.ts";
import type { LoadedEndpoint } from "../lib/endpoints.ts";
import { type Route, router } from "./http/router.ts";
import type { Routing, Target } from "./http.ts";

/** Routes of endpoints. To be called once the functions' environment is set, because their modules read it. */
export async function loadRouting(endpoints: readonly LoadedEndpoint[]): Promise<Routing> {
  const routes = await Promise.all(
    endpoints.map(
      async ({ endpoint, file, name }): Promise<Route<Target>> => ({
        endpoint,
        target: { name, handler: await handlerOf(file) },
      }),
    ),
  );
  const { route, methodsByPattern } = router(routes);
  process.env.METHODS_BY_PATH = JSON.stringify(methodsByPattern);
  return { route, fallback: { name: "fallback", handler: await handlerOf("../functions/api/fallback.ts") } };
}

async function handlerOf(file: string): Promise<Handler> {
  const { handler }: { readonly handler: Handler } = await import(file);
  return handler;
}

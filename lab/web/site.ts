import { type Answer, type LabRequest, missing, page, type Reply, reply } from "./reply.ts";

/** A path's reply, or a function of the request where it depends on more than the path. */
export type Route = Reply | ((request: LabRequest) => Answer);

/**
 * A site of fixed routes with an honest 404 for everything else. Methods but GET and HEAD are refused unless the
 * route is a function, which then judges for itself.
 */
export const site =
  (routes: Readonly<Record<string, Route>>) =>
  (request: LabRequest): Answer => {
    const route = Object.hasOwn(routes, request.path) ? routes[request.path] : undefined;
    if (typeof route === "function") return route(request);
    if (request.method !== "GET" && request.method !== "HEAD")
      return reply(405, "text/plain", "", { allow: "GET, HEAD" });
    return route ?? missing();
  };

/** A well-configured site with one page and the given further routes. */
export const homeSite = (title: string, routes: Readonly<Record<string, Route>> = {}) =>
  site({ "/": page(title, `<h1>${title}</h1><p>Welcome.</p>`), ...routes });

import type { HttpResponse } from "../../../net/net.ts";
import type { Probe, WebApp } from "./probe.ts";
import type { Visit } from "./visitor.ts";

/**
 * The same way to fetch, on which a page that several of the probes ask for without anything special, as they do for `/`
 * and `/login`, is asked for once. An answer that did not come is asked for again.
 */
export function sharing(visit: Visit, app: WebApp, probes: readonly Probe<string>[]): Visit {
  const plain = probes.filter(({ request, knock }) => request === undefined && knock === undefined);
  const wanted = plain.flatMap(({ paths }) => paths(app));
  const shared = new Set(wanted.filter((path, index) => wanted.indexOf(path) !== index));
  const answers = new Map<string, Promise<HttpResponse | null>>();
  return async (path, request) => {
    if (request !== undefined || !shared.has(path)) return visit(path, request);
    const asked = answers.get(path) ?? visit(path);
    answers.set(path, asked);
    const answer = await asked;
    if (answer === null) answers.delete(path);
    return answer;
  };
}

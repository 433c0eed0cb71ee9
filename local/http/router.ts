import { GATEWAY_PREFIX } from "../../openapi/gateway.ts";

/** API Gateway's stage, the first segment of every path; the rest is what its resources match. */
export const STAGE = "api";

/** A path pattern that is served, with one entry per method. */
export interface Resource<T> {
  /** As API Gateway names it: `/v1/org/scans/{scan_id}`. */
  readonly pattern: string;
  readonly methods: ReadonlyMap<string, T>;
}

export interface Match<T> {
  readonly resource: Resource<T>;
  /** Path parameters as they stand in the path, which is how API Gateway's REST APIs hand them over. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the resource of a request path without its query; null when there is none or an escape in it is malformed. */
export type Router<T> = (path: string) => Match<T> | null;

/** One method of one path of the API; the path is below the base URL. */
export interface Route<T> {
  readonly endpoint: { readonly method: string; readonly path: string };
  readonly target: T;
}

/** Builds the router of some routes. A literal segment wins over a parameter in the same place. */
export function router<T>(routes: readonly Route<T>[]): {
  readonly route: Router<T>;
  readonly methodsByPattern: Readonly<Record<string, readonly string[]>>;
} {
  const byPattern = new Map<string, Map<string, T>>();
  for (const { endpoint, target } of routes) {
    const pattern = GATEWAY_PREFIX + endpoint.path;
    const methods = byPattern.get(pattern) ?? new Map<string, T>();
    byPattern.set(pattern, methods.set(endpoint.method, target));
  }
  const resources = [...byPattern]
    .map(([pattern, methods]) => ({ pattern, methods, segments: pattern.split("/") }))
    .sort((one, other) => literalsFirst(one.segments, other.segments));
  const route: Router<T> = (path) => {
    const given = segmentsOf(path);
    if (!given) return null;
    for (const { segments, ...resource } of resources) {
      const params = paramsOf(segments, given);
      if (params) return { resource, params };
    }
    return null;
  };
  const methodsOf = ([pattern, methods]: [string, Map<string, T>]) => [pattern, [...methods.keys()].sort()] as const;
  return { route, methodsByPattern: Object.fromEntries([...byPattern].map(methodsOf)) };
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

function literalsFirst(one: readonly string[], other: readonly string[]): number {
  for (const [index, segment] of one.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(other[index] ?? ""));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Segments below the stage, as they are: an escaped slash stays part of its segment. */
function segmentsOf(path: string): readonly string[] | null {
  const prefix = `/${STAGE}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1).split("/") : null;
}

/** Null for a malformed escape, which stands for nothing. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? "";
    const text = decoded(value);
    if (isParameter(segment) && text) params[segment.slice(1, -1)] = value;
    else if (segment !== text) return null;
  }
  return params;
}

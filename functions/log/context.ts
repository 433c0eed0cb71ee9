import { AsyncLocalStorage } from "node:async_hooks";
import { needlesOf } from "./encodings.ts";
import type { Needle } from "./needle.ts";

/** What every log line says of the work under way. */
export interface LogContext {
  /** Of API Gateway, else of Lambda. */
  readonly request_id?: string | undefined;
  /** `operationId` of an endpoint, or the name of a task. */
  readonly operation?: string | undefined;
  readonly scan_id?: string | undefined;
}

interface Work {
  readonly context: LogContext;
  readonly secrets: readonly string[];
}

const work = new AsyncLocalStorage<Work>();

/** Runs something whose log lines carry a context, and none of the secrets that came with it. */
export const within = <T>(context: LogContext, secrets: readonly string[], act: () => T): T =>
  work.run({ context, secrets }, act);

/** The context of the work under way; empty when there is none. */
export const contextNow = (): LogContext => work.getStore()?.context ?? {};

/** Secrets of this process, with what they are looked for by once somebody has looked. */
const kept = new Map<string, readonly Needle[] | null>();

/**
 * From now on no log line of this process holds the value, nor a text of the object that it is the JSON of. Values of less
 * than 8 characters are not looked for.
 */
export function keepSecret(value: string): void {
  for (const one of [value, ...textsOf(value)]) if (!kept.has(one)) kept.set(one, null);
}

function textsOf(json: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    const values: unknown[] = typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [];
    return values.filter((one) => typeof one === "string");
  } catch {
    // A secret is JSON or not, as its owner likes.
    return [];
  }
}

for (const name of ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]) keepSecret(process.env[name] ?? "");

/** What no log line may hold now. */
export function needlesNow(): readonly Needle[] {
  for (const [value, needles] of kept) if (!needles) kept.set(value, needlesOf(value));
  const own = new Set(work.getStore()?.secrets ?? []);
  return [...[...kept.values()].flatMap((needles) => needles ?? []), ...[...own].flatMap(needlesOf)];
}

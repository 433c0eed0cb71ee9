import * as z from "zod";
import { errorCode } from "../../local/failure.ts";

/** The keys of a caller; the headers that are set follow from them. */
export interface Keys {
  readonly master?: string;
  readonly admin?: string;
  readonly org?: string;
}

/** A call that was not answered as it must be. Its message names the call and holds no key. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";
}

/** API Gateway gives up after 29 seconds. */
const ANSWER_MILLISECONDS_MAX = 30_000;

export const refusal = z.looseObject({ detail: z.string().min(1) });

/** A caller of the API that expects certain answers. */
export class Caller {
  readonly baseUrl: string;
  readonly #keys: Keys;

  constructor(baseUrl: string, keys: Keys) {
    this.baseUrl = baseUrl;
    this.#keys = keys;
  }

  with(keys: Keys): Caller {
    return new Caller(this.baseUrl, { ...this.#keys, ...keys });
  }

  /** A caller with just these keys. */
  only(keys: Keys): Caller {
    return new Caller(this.baseUrl, keys);
  }

  /** A call that must be answered with 200 and JSON of this shape; throws Unexpected otherwise. */
  get = <S extends z.ZodType>(path: string, shape: S) => this.call("GET", path, 200, shape);

  /** A call that must be refused with this status and `{detail}`. */
  refused = (status: number, method: string, path: string, body?: unknown) =>
    this.call(method, path, status, refusal, body);

  /** A call that must be answered with this status, and JSON of this shape unless it is 204; throws Unexpected otherwise. */
  async call<S extends z.ZodType>(
    method: string,
    path: string,
    status: number,
    shape: S,
    body?: unknown,
  ): Promise<z.infer<S>> {
    const call = `${method} ${path}`;
    const { status: actual, text } = await this.#send(method, path, body).catch((error: unknown) => {
      throw new Unexpected(`${call} got no answer: ${reasonOf(error)}`, { cause: error });
    });
    const answer = jsonOf(text);
    if (actual !== status) {
      const { data } = refusal.safeParse(answer);
      throw new Unexpected(`${call} answered ${actual} instead of ${status}${data ? `: ${data.detail}` : ""}`);
    }
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Unexpected(`${call} answered ${status} in another form: ${issue?.path.join(".")} ${issue?.message}`);
  }

  /** Follows no redirect: it would carry the keys elsewhere. */
  async #send(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...headersOf(this.#keys), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX),
    });
    return { status: response.status, text: await response.text() };
  }
}

const headersOf = ({ master, admin, org }: Keys): Record<string, string> => ({
  ...(master === undefined ? {} : { "X-Master-Key": master }),
  ...(admin === undefined ? {} : { "X-Admin-Key": admin }),
  ...(org === undefined ? {} : { "X-Org-Key": org }),
});

/** The reason of `fetch` is in what its error wraps. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return errorCode(reason) ?? (reason instanceof Error ? reason.message : "unknown");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import * as z from "zod";

/** The keys of a caller; the headers that are set follow from them. */
export interface Keys {
  readonly master: string;
  readonly admin?: string;
  readonly org?: string;
}

/** An answer that was not expected, in the words of the API. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;
  constructor(status: number, call: string, detail: string) {
    super(`${call} answered ${status}: ${detail}`);
    this.status = status;
  }
}

const refusal = z.looseObject({ detail: z.string().optional(), error: z.string().optional() });

/** Request headers of these keys. */
export const headersOf = ({ master, admin, org }: Keys): Record<string, string> => ({
  "X-Master-Key": master,
  ...(admin ? { "X-Admin-Key": admin } : {}),
  ...(org ? { "X-Org-Key": org } : {}),
});

/** A caller of the API over HTTP, like any other. */
export class Api {
  readonly baseUrl: string;
  readonly keys: Keys;

  constructor(baseUrl: string, keys: Keys) {
    this.baseUrl = baseUrl;
    this.keys = keys;
  }

  with(keys: Partial<Keys>): Api {
    return new Api(this.baseUrl, { ...this.keys, ...keys });
  }

  get<S extends z.ZodType>(path: string, shape: S): Promise<z.infer<S>> {
    return this.#call("GET", path, shape);
  }

  post<S extends z.ZodType>(path: string, body: object, shape: S): Promise<z.infer<S>> {
    return this.#call("POST", path, shape, body);
  }

  /** Throws an ApiRefusal for any answer but a success. */
  async #call<S extends z.ZodType>(method: string, path: string, shape: S, body?: object): Promise<z.infer<S>> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...headersOf(this.keys), ...(body ? { "Content-Type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    const answer: unknown = await response.json();
    if (response.ok) return shape.parse(answer);
    const { detail, error } = refusal.parse(answer);
    throw new ApiRefusal(response.status, `${method} ${path}`, detail ?? error ?? "no reason given");
  }
}

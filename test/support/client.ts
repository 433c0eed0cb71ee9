import { setTimeout as pause } from "node:timers/promises";
import { type PalisadeClient, palisadeClient } from "palisade/client";
import { contract } from "./contract.ts";
import { deployedService } from "./deployed.ts";

/** What tests need of a running service. */
export interface Service {
  readonly baseUrl: string;
  readonly masterKey: string;
}

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Keys {
  readonly master?: string;
  readonly admin?: string;
  readonly org?: string;
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * A caller of the API over real HTTP. Leaving a key out leaves its header out. A call whose answer is not as the OpenAPI
 * document says rejects.
 */
export class Client {
  readonly #baseUrl: string;
  readonly keys: Keys;

  constructor(baseUrl: string, keys: Keys) {
    this.#baseUrl = baseUrl;
    this.keys = keys;
  }

  with(keys: Keys): Client {
    return new Client(this.#baseUrl, { ...this.keys, ...keys });
  }

  /** A caller with just these keys. */
  only(keys: Keys): Client {
    return new Client(this.#baseUrl, keys);
  }

  get = <T = unknown>(path: string) => this.call<T>("GET", path);
  post = <T = unknown>(path: string, body?: unknown) => this.call<T>("POST", path, body);
  patch = <T = unknown>(path: string, body?: unknown) => this.call<T>("PATCH", path, body);
  delete = <T = unknown>(path: string) => this.call<T>("DELETE", path);

  call<T = unknown>(method: Method, path: string, body?: unknown): Promise<Answer<T>> {
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    return this.send<T>(method, path, json, body === undefined ? null : JSON.stringify(body));
  }

  /** The typed client that callers have, with the same keys and under the same watch. */
  get api(): PalisadeClient {
    const { master = "", admin, org } = this.keys;
    return palisadeClient({
      baseUrl: this.#baseUrl,
      masterKey: master,
      ...(admin === undefined ? {} : { adminKey: admin }),
      ...(org === undefined ? {} : { orgKey: org }),
      fetch: async (request) => {
        const response = await patiently(() => fetch(request.clone()));
        const path = request.url.slice(this.#baseUrl.length);
        this.#check(request.method, path, response, await response.clone().text());
        return response;
      },
    });
  }

  /** Sends a body as it is, for requests that no well-behaved client makes. */
  async send<T = unknown>(
    method: Method,
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Answer<T>> {
    const init = { method, headers: { ...this.#keyHeaders(), ...headers }, body };
    const response = await patiently(() => fetch(this.#baseUrl + path, init));
    const text = await response.text();
    this.#check(method, path, response, text);
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const parsed = text && isJson ? JSON.parse(text) : text || undefined;
    return { status: response.status, headers: response.headers, body: parsed as T };
  }

  #check(method: string, path: string, { status, headers }: Response, text: string): void {
    contract().check({ method, path, status, headers, text });
  }

  #keyHeaders(): Record<string, string> {
    const { master, admin, org } = this.keys;
    return {
      ...(master === undefined ? {} : { "X-Master-Key": master }),
      ...(admin === undefined ? {} : { "X-Admin-Key": admin }),
      ...(org === undefined ? {} : { "X-Org-Key": org }),
    };
  }
}

/**
 * All files share the master key of a deployed service, and with it the requests of a minute: a caller whom the service
 * tells to wait waits there.
 */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    if (!deployedService() || response.status !== 429) return response;
    if (!(await response.clone().text()).includes(RATE_LIMITED)) return response;
    await pause(Number(response.headers.get("retry-after")) * 1000);
  }
}

/** What a key that is used too often is told; a scan's cooldown has another body. */
const RATE_LIMITED = "Rate limit exceeded";

export interface OrgFields {
  readonly id: string;
  readonly customer_id: string;
  readonly slug: string;
  readonly org_api_key: string;
  readonly api_key_prefix: string;
}

/** A client with the master key and a fresh admin key. */
export async function newAdmin({ baseUrl, masterKey }: Service): Promise<Client> {
  const master = new Client(baseUrl, { master: masterKey });
  const { body } = await master.post<{ admin_key: string }>("/admin-keys", { name: "test" });
  return master.with({ admin: body.admin_key });
}

let shared: Promise<Client> | undefined;

/** Where all files share the master key's requests of a minute, the orgs of a file have one admin key. */
function adminOfFile(service: Service): Promise<Client> {
  if (!deployedService()) return newAdmin(service);
  shared ??= newAdmin(service);
  return shared;
}

/** A fresh org and a client with all three keys of it. */
export async function newOrg(
  service: Service,
  fields: { domains?: string[]; modules?: string[]; scan_interval_days?: number } = {},
): Promise<{ readonly org: OrgFields; readonly client: Client }> {
  const admin = await adminOfFile(service);
  const { status, body } = await admin.post<OrgFields>("/orgs", {
    customer_id: `customer-${crypto.randomUUID()}`,
    customer_name: "Test org",
    ...fields,
  });
  if (status !== 201) throw new Error(`org not created: ${status} ${JSON.stringify(body)}`);
  return { org: body, client: admin.with({ org: body.org_api_key }) };
}

import type { IncomingHttpHeaders, ServerResponse } from "node:http";

/** What a site is asked. */
export interface LabRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, with the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** First 64 KiB. */
  readonly body: string;
  /** Absolute URL of a service of the lab, named by its host and nominal port. */
  readonly urlOf: (scheme: "http" | "https", host: string, port: number, path: string) => string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** A complete reply, or a function that misbehaves on the raw response. */
export type Answer = Reply | ((response: ServerResponse) => void);

export type Responder = (request: LabRequest) => Answer;

/** What a well-configured site sends with every page (OWASP Secure Headers; HSTS of one year). */
export const hardened = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cross-origin-opener-policy": "same-origin",
} as const;

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Any body with the headers of a well-configured site. */
export const reply = (status: number, type: string, body: string | Buffer, headers: Headers = {}): Reply => ({
  status,
  headers: { ...hardened, "content-type": type, ...headers },
  body,
});

/** A document with the given title. */
export const document = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>${body}</body></html>\n`;

/** A page of a well-configured site. */
export const page = (title: string, body: string, headers: Headers = {}): Reply =>
  reply(200, "text/html; charset=utf-8", document(title, body), headers);

/** A page that sends only the given headers. */
export const barePage = (title: string, body: string, headers: Headers = {}): Reply => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", ...headers },
  body: document(title, body),
});

export const text = (body: string, headers: Headers = {}): Reply =>
  reply(200, "text/plain; charset=utf-8", body, headers);

export const json = (value: unknown, status = 200, headers: Headers = {}): Reply =>
  reply(status, "application/json", JSON.stringify(value), headers);

export const bytes = (body: Buffer): Reply => reply(200, "application/octet-stream", body);

export const redirect = (location: string, status = 302): Reply => reply(status, "text/plain", "", { location });

export const missing = (): Reply =>
  reply(404, "text/html; charset=utf-8", document("Not found", "<h1>Not found</h1><p>There is no such page.</p>"));

/** `<`, `>`, `&` and quotes as entities. */
export const escapeHtml = (value: string): string =>
  value.replace(
    /[<>&"']/g,
    (character) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" })[character] ?? "",
  );

/** The one error that becomes an HTTP answer. Anything else that is thrown is a fault of ours and answers 500. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The whole body; `{detail}` for every error but the scan cooldown. */
  readonly body: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string | Record<string, string>, headers: Record<string, string> = {}) {
    super(typeof body === "string" ? body : JSON.stringify(body));
    this.status = status;
    this.body = typeof body === "string" ? { detail: body } : body;
    this.headers = headers;
  }
}

export const badRequest = (detail: string): ApiError => new ApiError(400, detail);
export const unauthorized = (detail: string): ApiError => new ApiError(401, detail);
export const forbidden = (detail: string): ApiError => new ApiError(403, detail);
export const notFound = (what: string): ApiError => new ApiError(404, `${what} not found`);
export const conflict = (detail: string): ApiError => new ApiError(409, detail);
export const tooLarge = (detail: string): ApiError => new ApiError(413, detail);
export const unprocessable = (detail: string): ApiError => new ApiError(422, detail);
export const unavailable = (detail: string): ApiError => new ApiError(503, detail);

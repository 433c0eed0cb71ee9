import type { HttpResponse } from "../../../net/net.ts";
import { isSuccess } from "../shared/page.ts";
import type { Verdict } from "./judge.ts";

const parameter = "access-control-allow-origin";

/** Fetches the page with one extra request header. */
type FetchWith = (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>;

/**
 * Asks for a page as scripts of two made-up origins, and of `null`, would (Fetch standard, CORS protocol). Only an
 * origin that cannot be on anybody's list, echoed together with permission to send cookies, proves that every site may
 * read the answer; two different ones rule out chance.
 */
export async function judgeCrossOrigin(
  fetchWith: FetchWith,
  origins: readonly [string, string],
): Promise<readonly Verdict[]> {
  const [one, other] = origins;
  const first = await fetchWith({ origin: one });
  if (!isSuccess(first)) return [];
  const allowed = first.header(parameter);
  if (allowed === "*") return isStatic(first) ? [] : [{ rule: "cors_wildcard", parameter, evidence: { header: "*" } }];
  if (allowed === one && hasCredentials(first)) {
    const second = await fetchWith({ origin: other });
    if (!isSuccess(second) || second.header(parameter) !== other || !hasCredentials(second)) return [];
    return [{ rule: "cors_reflected_credentials", parameter, evidence: { allowed: "any origin", credentials: true } }];
  }
  const sandboxed = await fetchWith({ origin: "null" });
  if (!isSuccess(sandboxed) || sandboxed.header(parameter) !== "null" || !hasCredentials(sandboxed)) return [];
  return [{ rule: "cors_null_credentials", parameter, evidence: { allowed: "null", credentials: true } }];
}

const hasCredentials = (response: HttpResponse): boolean =>
  response.header("access-control-allow-credentials")?.trim() === "true";

/** A file that is the same for everybody: it may be open to every site. */
const isStatic = (response: HttpResponse): boolean =>
  response.header("last-modified") !== null ||
  /\bpublic\b|\bimmutable\b/i.test(response.header("cache-control") ?? "") ||
  /^\s*(image|font|audio|video|text\/(css|javascript)|application\/(javascript|font))/i.test(
    response.header("content-type") ?? "",
  );

import { type HttpRequest, type HttpResponse, type Net, NetError } from "../../../net/net.ts";
import { isAnswerFailure } from "../shared/failures.ts";

const ERRORS_IN_A_ROW_MAX = 20;
const TIMEOUT_MS = 6000;
const BODY_MAX = 65_536;

/** Fetches paths of one application. Null when a request failed. */
export type Visit = (path: string, request?: HttpRequest) => Promise<HttpResponse | null>;

/**
 * A way to fetch that gives up on hosts which do not want to answer: after 20 failures in a row (connection errors, or
 * answers that ask to slow down or come back later) it throws, so that the application counts as not reached instead of
 * as clean. Redirects are answers and are not followed: a file that leaks is at its path.
 */
export function visitorOf(net: Net, origin: string, ip: string): Visit {
  let failures = 0;
  const fail = (error: NetError): null => {
    failures++;
    if (failures >= ERRORS_IN_A_ROW_MAX) {
      throw new NetError(error.code, `${origin} failed ${failures} requests in a row: ${error.message}`, {
        cause: error,
      });
    }
    return null;
  };
  return async (path, request) => {
    try {
      const options = { bytesMax: BODY_MAX, timeoutMs: TIMEOUT_MS, ...request, ip };
      const response = await net.http.request(`${origin}${path}`, options);
      if (response.status === 429 || response.status === 503) {
        return fail(new NetError("refused", `it answered ${response.status}`));
      }
      failures = 0;
      return response;
    } catch (error) {
      if (!isAnswerFailure(error) || failures >= ERRORS_IN_A_ROW_MAX) throw error;
      return fail(error);
    }
  };
}

import { REQUESTS_PER_MINUTE } from "../functions/store/rate.ts";
import { THROTTLE } from "./rest-api.ts";
import { readWholeNumber } from "./whole-number.ts";

/** What the web ACL lets through. */
export interface Waf {
  /** Of one IP address, in any five minutes. */
  readonly requestsPer5Minutes: number;
}

/** Below, it would stop an admin key that keeps to its own limit. */
const REQUESTS_MIN = 5 * REQUESTS_PER_MINUTE;
/** Above, the stage stops callers first. */
const REQUESTS_MAX = 5 * 60 * THROTTLE.throttlingRateLimit;
/** Four admin keys that use up their limits, from one address. */
const REQUESTS_DEFAULT = 4 * REQUESTS_MIN;

/**
 * Reads the settings of the web ACL from CDK context; null when there is to be none. Throws an Error that says which value
 * is wrong and what is allowed.
 */
export function readWaf(context: (name: string) => unknown): Waf | null {
  const waf = context("waf") ?? "off";
  const requests = context("wafRequestsPer5Minutes");
  if (waf !== "on" && waf !== "off") throw new Error(`-c waf=${String(waf)} is neither on nor off`);
  if (waf === "off") {
    if (requests !== undefined) throw new Error("-c wafRequestsPer5Minutes needs -c waf=on");
    return null;
  }
  const range = { min: REQUESTS_MIN, max: REQUESTS_MAX };
  return {
    requestsPer5Minutes:
      requests === undefined ? REQUESTS_DEFAULT : readWholeNumber("wafRequestsPer5Minutes", requests, range),
  };
}

import { exposureOracles } from "./exposures.ts";
import { nameOracles } from "./names.ts";
import type { Oracle } from "./oracle.ts";
import { portOracles } from "./ports.ts";
import { tlsOracles } from "./tls.ts";
import { webOracles } from "./web.ts";

/** One oracle per rule. */
export const oracles: Readonly<Record<string, Oracle>> = {
  ...nameOracles,
  ...portOracles,
  ...tlsOracles,
  ...webOracles,
  ...exposureOracles,
};

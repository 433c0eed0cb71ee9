import { exposureOracles } from "./exposures.ts";
import { depthOracles } from "./exposures-depth.ts";
import { nameOracles } from "./names.ts";
import type { Oracle } from "./oracle.ts";
import { portOracles } from "./ports.ts";
import { scriptOracles } from "./scripts.ts";
import { serviceOracles } from "./services.ts";
import { tlsOracles } from "./tls.ts";
import { webOracles } from "./web.ts";

/** One oracle per rule. */
export const oracles: Readonly<Record<string, Oracle>> = {
  ...nameOracles,
  ...portOracles,
  ...serviceOracles,
  ...tlsOracles,
  ...webOracles,
  ...exposureOracles,
  ...depthOracles,
  ...scriptOracles,
};

import type { Module } from "../domain/vocabulary.ts";
import { dns } from "./easm/dns.ts";
import { email } from "./easm/email.ts";
import { exposures } from "./easm/exposures.ts";
import { headers } from "./easm/headers.ts";
import { http } from "./easm/http.ts";
import { ports } from "./easm/ports.ts";
import { scripts } from "./easm/scripts.ts";
import { subdomains } from "./easm/subdomains.ts";
import { tls } from "./easm/tls.ts";
import { isDeployed } from "./keys.ts";
import type { Scanner } from "./scanner.ts";
import { tlsx } from "./wrapped/tlsx.ts";

/** All scanners that there are. A test holds the lists against the folders. */
export const registry: Readonly<Record<Module, readonly Scanner[]>> = {
  easm: [subdomains, dns, email, ports, http, tls, headers, scripts, exposures, tlsx],
  dast: [],
  cloud: [],
};

/** Scanners of a module in this deployment, in the order of their stages but for those that run a tool. */
export const scannersOf = (module: Module): readonly Scanner[] => registry[module].filter(({ key }) => isDeployed(key));

import type { Module } from "../domain/vocabulary.ts";
import { dns } from "./easm/dns.ts";
import { email } from "./easm/email.ts";
import { exposures } from "./easm/exposures.ts";
import { headers } from "./easm/headers.ts";
import { http } from "./easm/http.ts";
import { ports } from "./easm/ports.ts";
import { subdomains } from "./easm/subdomains.ts";
import { tls } from "./easm/tls.ts";
import type { Scanner } from "./scanner.ts";

const registry: Readonly<Record<Module, readonly Scanner[]>> = {
  easm: [subdomains, dns, email, ports, http, tls, headers, exposures],
  dast: [],
  cloud: [],
};

/** Scanners of a module, in the order of their stages. A test holds the list against the folder. */
export const scannersOf = (module: Module): readonly Scanner[] => registry[module];

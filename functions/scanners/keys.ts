import type { Module } from "../domain/vocabulary.ts";

/**
 * Keys of the scanners of this deployment. Apart from the registry, so that the API can name scanners without carrying
 * their code; a test holds the two against each other.
 */
export const scannerKeys: Readonly<Record<Module, readonly string[]>> = {
  easm: [
    "easm.subdomains",
    "easm.dns",
    "easm.email",
    "easm.ports",
    "easm.http",
    "easm.tls",
    "easm.headers",
    "easm.exposures",
  ],
  dast: [],
  cloud: [],
};

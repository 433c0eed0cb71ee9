import type { Module } from "../domain/vocabulary.ts";
import { scannerKeys } from "../scanners/keys.ts";

/** Why a module cannot be scanned, in the words that a refused request and the module's status share. */

export const EMPTY_SURFACE = "DAST requires a completed EASM scan that discovered web apps";

/** A module without scanners has nothing that could run. Null when it has some. */
export const notDeployed = (module: Module): string | null =>
  scannerKeys[module].length > 0 ? null : `Scans of module ${module} are not available in this deployment`;

import { fileURLToPath } from "node:url";
import { type Module, modules } from "../functions/domain/vocabulary.ts";
import { scannerKeys } from "../functions/scanners/keys.ts";

/** Absolute path of the checkout, with a slash at its end. */
export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Absolute path of a source file, given below the root. */
export const source = (path: string): string => `${ROOT}${path}`;

/** The modules that have at least one scanner: the others cannot be scanned and get no state machine. */
export const deployedModules = (): Module[] => modules.filter((module) => scannerKeys[module].length > 0);

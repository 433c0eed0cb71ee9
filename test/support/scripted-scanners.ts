import type { Module } from "../../functions/domain/vocabulary.ts";
import type { Scanner } from "../../functions/scanners/scanner.ts";
import { scriptedScanners } from "./made-up-scanners.ts";
import { script } from "./script.ts";

export { closeGate, resetScript, script } from "./script.ts";

/** Scanners that do as the test says, in place of the registry (`vi.mock` of functions/scanners/registry.ts). */
const scanners = scriptedScanners({
  pass() {
    script.atGate += 1;
    return script.gate;
  },
  async enter(call) {
    script.calls.push(call);
    return script;
  },
});

/** Stands in for functions/scanners/registry.ts. */
export const scannersOf = (module: Module): readonly Scanner[] => (module === "easm" ? scanners : []);

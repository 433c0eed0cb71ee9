import type { Module, Severity } from "../../functions/domain/vocabulary.ts";
import type { Scanner } from "../../functions/scanners/scanner.ts";
import { scriptedScanners } from "./made-up-scanners.ts";
import { type CueText, ENTER_PATH, GATE_PATH } from "./script-server.ts";

/** The scripted scanners within a deployed service: they ask the test's process, at SCRIPT_URL. */
const scanners = scriptedScanners({
  pass: () => ask(GATE_PATH),
  async enter(call) {
    const { hosts, webApps, weaknesses, failing, unreachable }: CueText = JSON.parse(
      await ask(`${ENTER_PATH}?call=${encodeURIComponent(call)}`),
    );
    return {
      hosts: [...hosts],
      webApps: new Set(webApps),
      weaknesses: new Map(weaknesses.map(([name, severity]) => [name, severity as Severity])),
      failing: new Set(failing),
      unreachable: new Set(unreachable),
    };
  },
});

async function ask(path: string): Promise<string> {
  const response = await fetch(`${process.env.SCRIPT_URL}${path}`);
  return response.text();
}

/** Stands in for functions/scanners/registry.ts. */
export const scannersOf = (module: Module): readonly Scanner[] => (module === "easm" ? scanners : []);

import { createServer } from "node:http";
import { listenOnLoopback } from "../../local/loopback.ts";
import { script } from "./script.ts";

/** A scanner's question over HTTP: may it pass the gate, or it enters a target. */
export const GATE_PATH = "/gate";
export const ENTER_PATH = "/enter";

/** The script as JSON: sets and maps as lists. */
export interface CueText {
  readonly hosts: readonly string[];
  readonly webApps: readonly string[];
  readonly weaknesses: readonly (readonly [string, string])[];
  readonly failing: readonly string[];
  readonly unreachable: readonly string[];
}

/** Answers the scanners of a deployed service on loopback, as long as this process lives. */
export async function serveScript(port: number): Promise<void> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://script");
    if (pathname === GATE_PATH) {
      script.atGate += 1;
      await script.gate;
      return void response.end();
    }
    script.calls.push(searchParams.get("call") ?? "");
    const { hosts, webApps, weaknesses, failing, unreachable } = script;
    const text = {
      hosts,
      webApps: [...webApps],
      weaknesses: [...weaknesses],
      failing: [...failing],
      unreachable: [...unreachable],
    } satisfies CueText;
    response.end(JSON.stringify(text));
  });
  await listenOnLoopback(server, port);
  server.unref();
}

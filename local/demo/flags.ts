import { parseArgs } from "node:util";
import { normaliseTarget } from "../../functions/domain/scope.ts";
import { errorCode, StartupError } from "../failure.ts";

/** What `npm start` was asked for. */
export interface Flags {
  readonly help: boolean;
  /** Begin with an empty table. */
  readonly fresh: boolean;
  /** Serve only: neither lab nor scan. */
  readonly noDemo: boolean;
  /** Domains to scan instead of the lab. */
  readonly targets: readonly string[];
  /** Write the event stream to standard output, and what is for people to standard error. */
  readonly events: boolean;
  /** Print the peak memory after the scan. */
  readonly stats: boolean;
}

export const USAGE = `Usage: npm start [-- options]

Starts the whole service on this machine, and a small network with known weaknesses that it scans as a demonstration.

  --target DOMAIN   scan this domain instead of the lab; may be repeated. Scan only what you own.
  --no-demo         serve the API only
  --events          write the event stream to standard output, one line of JSON for each event, and what is for people to
                    standard error; without it the lines are in DATA_DIR/events.ndjson alone
  --fresh           begin with an empty table, and without the events that were not delivered yet
  --stats           print the peak memory of this process after the scan
  --help            this text

Environment: PORT (8080), MASTER_KEY (generated and kept), DATA_DIR (.data), SCAN_DNS_SERVER (host:port),
SCAN_ALLOWED_CIDRS (private ranges that scans may reach), SIEM_WEBHOOK_URL (gets each event by POST),
SIEM_WEBHOOK_TOKEN (its bearer token), SIEM_WEBHOOK_SIGNING_SECRET (whsec_..., signs each event),
DOCS (off serves no documentation pages), APP_DEBUG (true shows stack traces).
`;

/** Reads the command line. Throws a StartupError that names what is wrong. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parsed(args);
  const targets = (values.target ?? []).map((target) => target.trim().toLowerCase());
  const wrong = targets.find((target) => normaliseTarget(target) === null);
  if (wrong !== undefined) throw new StartupError(`--target ${wrong}: not a domain, address or range`);
  if (targets.length > 0 && values["no-demo"])
    throw new StartupError("--target and --no-demo exclude each other: the first asks for a scan, the second for none");
  return {
    help: values.help ?? false,
    fresh: values.fresh ?? false,
    noDemo: values["no-demo"] ?? false,
    targets,
    events: values.events ?? false,
    stats: values.stats ?? false,
  };
}

const options = {
  help: { type: "boolean" },
  fresh: { type: "boolean" },
  "no-demo": { type: "boolean" },
  target: { type: "string", multiple: true },
  events: { type: "boolean" },
  stats: { type: "boolean" },
} as const;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (error) {
    if (error instanceof Error && errorCode(error)?.startsWith("ERR_PARSE_ARGS"))
      throw new StartupError(`${error.message.split(". ")[0]}; see npm start -- --help`);
    throw error;
  }
}

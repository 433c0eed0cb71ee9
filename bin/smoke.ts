import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { complaintOf } from "../local/complaint.ts";
import { errorCode, StartupError } from "../local/failure.ts";
import { Caller } from "./smoke/caller.ts";
import { Interrupted, Report } from "./smoke/report.ts";
import { checkSurface } from "./smoke/surface.ts";
import { checkTenant } from "./smoke/tenant.ts";

const USAGE = `Usage: npm run smoke -- --url https://.../api/v1 [--master-key-file FILE]

Checks a service that runs: first what answers there and how it refuses, then the life of an org, with an admin key and an
org of its own (smoke-...). No scan is started. In the end, also after a failure or Ctrl-C, that org is locked out and that
key revoked; both stay in the lists, as nothing is ever deleted. Exit code 1: a check failed; 130: interrupted.

  --url URL                base URL; https, but for a service on this machine
  --master-key-file FILE   file that holds the master key; left out, MASTER_KEY of the environment
  --master-key KEY         the key itself, which other users of this machine can see then
  --help                   this text
`;

const options = {
  url: { type: "string" },
  "master-key-file": { type: "string" },
  "master-key": { type: "string" },
  help: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

const INTERRUPTED = 130;

/** Checks a service; gives the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const master = new Caller(baseUrlOf(values.url), { master: masterKeyOf(values) });
  const interruption = new AbortController();
  // Once more changes nothing: every call has an end, and what was made must go.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => interruption.abort());
  const report = new Report((line) => process.stdout.write(`${line}\n`), interruption.signal);
  try {
    await checkSurface(master, report);
    await checkTenant(master, report);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  report.end();
  if (interruption.signal.aborted) return INTERRUPTED;
  return report.failed > 0 ? 1 : 0;
}

/** The base URL without a slash at its end. The master key goes there, so that it must be encrypted on any network. */
function baseUrlOf(text: string | undefined): string {
  if (text === undefined) throw new StartupError("Name the service: --url https://.../api/v1");
  const url = URL.parse(text);
  if (!url) throw new StartupError("--url is no URL: give all of it, https://.../api/v1");
  if (url.username || url.password || url.search || url.hash)
    throw new StartupError("--url must be an address without user, password, query and fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new StartupError("--url must begin with https:// (http:// on this machine alone)");
  return url.href.replace(/\/+$/, "");
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));

function masterKeyOf({ "master-key": given, "master-key-file": file }: Values): string {
  if (given !== undefined && file !== undefined)
    throw new StartupError("Give the master key once: --master-key-file or --master-key");
  if (given !== undefined)
    process.stderr.write("Other users of this machine can see --master-key: use --master-key-file or MASTER_KEY\n");
  const key = (given ?? (file === undefined ? process.env.MASTER_KEY : contentOf(file)))?.trim();
  if (!key) throw new StartupError("Give the master key: --master-key-file, or MASTER_KEY in the environment");
  // It travels in a header; the value itself is not repeated.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new StartupError(
      "The master key must be visible ASCII without spaces (a file written through npm run needs --silent)",
    );
  return key;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new StartupError(`${file} cannot be read (${errorCode(error) ?? String(error)})`);
  }
}

// Who reads the output may go away; the clean-up goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  const complaint = complaintOf(error, USAGE);
  if (complaint === undefined) throw error;
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}

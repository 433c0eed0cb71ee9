import { Closing } from "../local/closing.ts";
import { type DataFolder, openDataFolder } from "../local/data-folder.ts";
import { CURL_FILE, KEYS_FILE } from "../local/demo/account.ts";
import { ApiRefusal } from "../local/demo/api.ts";
import { runDemo, type Subject } from "../local/demo/demo.ts";
import { type Flags, parseFlags, USAGE } from "../local/demo/flags.ts";
import { labNet, labSubject, ownSubject, realNet, startFreeLab } from "../local/demo/subject.ts";
import { type Terminal, terminalOf } from "../local/demo/terminal.ts";
import { DELIVERY_FILES } from "../local/event-delivery.ts";
import { StartupError } from "../local/failure.ts";
import { onParentGone } from "../local/parent.ts";
import { startService } from "../local/service.ts";
import { type LocalSettings, readSettings } from "../local/settings.ts";
import { releaseStore } from "../local/store-owner.ts";
import { describeTools, userToolsPath } from "../local/tools.ts";

/** `npm start`: the service on this machine, and a scan to look at. Serves until it is interrupted. */

const closing = new Closing();
const interruption = new AbortController();

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) return void process.stdout.write(USAGE);
  const settings = readSettings(process.env);
  const folder = openDataFolder(settings.dataDir);
  if (flags.fresh) await empty(folder);
  const terminal = terminalOf(flags.events ? process.stderr : process.stdout);
  const interrupted = new Promise<void>((resolve) => {
    interruption.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([interrupted, serve(flags, settings, folder, terminal).then(() => interrupted)]);
  terminal.write("Stopping\n");
  await closing.close();
}

/** The keys of the demonstration, and events that were not delivered, go with the table that knows them. */
async function empty(folder: DataFolder): Promise<void> {
  await releaseStore(folder);
  for (const name of ["dynamodb", KEYS_FILE, CURL_FILE, ...DELIVERY_FILES]) folder.remove(name);
}

async function serve(flags: Flags, settings: LocalSettings, folder: DataFolder, terminal: Terminal): Promise<void> {
  terminal.write("Starting the service\n");
  const lab = flags.noDemo || flags.targets.length > 0 ? null : closing.add(await startFreeLab());
  const service = closing.add(
    await startService({
      port: settings.port,
      dataDir: folder.path,
      ...(settings.masterKey === undefined ? {} : { masterKey: settings.masterKey }),
      net: lab ? labNet(lab) : realNet(settings),
      toolsPath: userToolsPath(),
      webhook: settings.webhook,
      eventStream: flags.events,
      docs: settings.docs,
      debug: settings.debug,
    }),
  );
  terminal.write(describeTools(service.tools));
  const subject = lab ? labSubject(lab) : flags.noDemo ? null : ownSubject(flags.targets);
  if (service.masterKey === null) terminal.write("No master key is configured: the API answers 503\n");
  else if (subject) await demonstrate(subject, { ...service, masterKey: service.masterKey }, folder, terminal);
  if (interruption.signal.aborted) return;
  if (!subject || service.masterKey === null) terminal.write(`Base URL: ${service.baseUrl}\n`);
  if (!subject && settings.masterKey === undefined) terminal.write(`Master key: in ${folder.at("master-key")}\n`);
  if (flags.stats) terminal.write(`Peak memory: ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MB\n`);
  terminal.write("\nServing until Ctrl-C\n");
}

async function demonstrate(
  subject: Subject,
  service: { readonly baseUrl: string; readonly masterKey: string },
  folder: DataFolder,
  terminal: Terminal,
): Promise<void> {
  const { signal } = interruption;
  try {
    await runDemo(subject, { ...service, folder, terminal, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function interrupt(): void {
  // Whoever asks twice does not want to wait.
  if (interruption.signal.aborted) process.exit(1);
  interruption.abort();
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);
// A signal to npm alone ends it and its shell, and would leave the service behind.
if (process.env.npm_lifecycle_event !== undefined) onParentGone(interrupt);
// Who reads the output may go away; the service goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
process.on("unhandledRejection", (error) => console.error("unhandled rejection:", error));

function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof ApiRefusal) return error.message;
  if (process.env.APP_DEBUG === "true") return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Unexpected error: ${error instanceof Error ? error.message : String(error)} (APP_DEBUG=true shows where)`;
}

try {
  await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
  await closing.close().catch(() => undefined);
}
process.exit();

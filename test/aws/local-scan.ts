import { startService } from "../../local/service.ts";
import { findingLines, lab, scanLab } from "./lab-scan.ts";

/** A process of its own, as functions read their environment when they are loaded: scans the lab by the local service. */
const { baseUrl, masterKey, stop } = await startService({ net: lab().net });
try {
  const { client, scan } = await scanLab({ baseUrl, masterKey: masterKey ?? "" });
  if (scan.status !== "completed") throw new Error(`the local scan ended as ${scan.status}: ${scan.error}`);
  process.stdout.write(JSON.stringify(await findingLines(client)));
} finally {
  await stop();
}

import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { ScanOptions } from "../../functions/domain/scan-params.ts";
import { type Api, ApiRefusal } from "./api.ts";

const started = z.looseObject({ id: z.uuid() });
const progressShape = z.looseObject({
  status: z.string(),
  phase: z.enum(["running", "done", "cancelled"]),
  stages_total: z.int(),
  stages_done: z.int(),
  current: z.string().nullable(),
  assets: z.int(),
  findings: z.int(),
});
export type Progress = z.infer<typeof progressShape>;

const endedScan = z.looseObject({
  status: z.string(),
  error: z.string().nullable(),
  stats: z.looseObject({ assets: z.int(), findings: z.int() }),
  runs: z.array(z.looseObject({ scanner_key: z.string(), status: z.string(), error: z.string().nullable() })),
});
export type EndedScan = z.infer<typeof endedScan>;

/** Starts a scan in spite of a cooldown; when one is going on already, that one is followed. Returns its id. */
export async function startScan(api: Api, params: ScanOptions): Promise<string> {
  const body = { module: "easm", params };
  try {
    return (await api.post("/org/scans", body, started)).id;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status === 429) return (await api.post("/org/scans", { ...body, force: true }, started)).id;
    if (error.status !== 409) throw error;
    const [newest] = await api.get("/org/scans?module=easm&limit=1", z.array(started));
    if (!newest) throw error;
    return newest.id;
  }
}

const POLL_MILLISECONDS = 1000;

/** Follows a scan to its end; `onProgress` is called after each look. Throws the signal's reason when it is given up. */
export async function followScan(
  api: Api,
  scanId: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<EndedScan> {
  for (;;) {
    signal.throwIfAborted();
    const progress = await api.get(`/org/scans/${scanId}/progress`, progressShape);
    onProgress(progress);
    if (progress.status !== "pending" && progress.phase !== "running")
      return api.get(`/org/scans/${scanId}`, endedScan);
    await pause(POLL_MILLISECONDS, undefined, { signal });
  }
}

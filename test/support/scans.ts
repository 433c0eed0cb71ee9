import type { Client } from "./client.ts";

export interface ScanBody {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly finished_at: string | null;
  readonly stats: {
    readonly assets: number;
    readonly findings: number;
    readonly finalize?: { readonly delta: Record<string, number> };
  };
  readonly runs: readonly {
    readonly scanner_key: string;
    readonly status: string;
    readonly error: string | null;
    readonly finding_count: number;
  }[];
}

/** Starts a scan and returns its id. */
export async function startScan(client: Client, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await client.post<{ id: string }>("/org/scans", body);
  if (answer.status !== 202) throw new Error(`scan not started: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

/** A poll may not use up the 300 requests a minute of its key: the pauses grow to a second. */
const POLL_MS = { first: 20, factor: 1.3, last: 1000 };

/** Polls until the answer is as wanted; the test's own time limit ends a wait that never succeeds. */
export async function until<T>(read: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  for (let pause = POLL_MS.first; ; pause = Math.min(POLL_MS.last, pause * POLL_MS.factor)) {
    const value = await read();
    if (wanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The scan once it is over. */
export const finished = (client: Client, id: string): Promise<ScanBody> =>
  until(
    async () => {
      const answer = await client.get<ScanBody>(`/org/scans/${id}`);
      if (answer.status !== 200) throw new Error(`scan not read: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    ({ status }) => !["pending", "running"].includes(status),
  );

/** Starts a scan and waits until it is over. */
export const scanNow = async (client: Client, body: Record<string, unknown> = {}): Promise<ScanBody> =>
  finished(client, await startScan(client, body));

import type { ScanOptions } from "../../functions/domain/scan-params.ts";
import type { NetConfig } from "../../functions/net/config.ts";
import { type Client, newOrg, type Service } from "../support/client.ts";
import { type ScanBody, scanNow } from "../support/scans.ts";

/** What a scan of the lab that `npm run test:aws` has started needs. */
interface LabOfRun {
  readonly net: NetConfig;
  readonly seeds: string[];
  readonly scanOptions: ScanOptions;
}

/** The lab of this run, of LAB in JSON. */
export const lab = (): LabOfRun => JSON.parse(process.env.LAB ?? "null");

/** Scans the lab for an org of its own. */
export async function scanLab(service: Service): Promise<{ readonly client: Client; readonly scan: ScanBody }> {
  const { seeds, scanOptions } = lab();
  const { client } = await newOrg(service, { domains: seeds });
  return { client, scan: await scanNow(client, { params: scanOptions }) };
}

interface Found {
  readonly template_id: string;
  readonly asset: string;
  readonly severity: string;
  readonly evidence: { readonly matched_at: string };
}

/** A line for each finding of an org, sorted: what was found, where, and how severe it is. */
export async function findingLines(client: Client): Promise<string[]> {
  const { body } = await client.get<Found[]>("/org/findings?limit=500&include_inventory=true&include_duplicates=true");
  return body
    .map((found) => `${found.template_id} ${found.asset} ${found.severity} ${found.evidence.matched_at}`)
    .sort();
}

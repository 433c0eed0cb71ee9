import * as z from "zod";
import { type UserAgentMode, userAgentModes } from "./vocabulary.ts";

/** Most ports a caller may list: the list is kept with the scan, and rows that are read often must stay small. */
const PORTS_MAX = 1000;

/** Ports, kept in rising order without repetitions. */
const portList = z
  .array(z.int().min(1).max(65535))
  .min(1)
  .max(PORTS_MAX)
  .overwrite((ports) => [...new Set(ports)].sort((a, b) => a - b));

const portsExpected = `must be "top100", "top1000", "full" (for all) or a list of 1 to ${PORTS_MAX} ports (1-65535)`;

/** Options of a scan, as the caller may give them in `params` of POST /org/scans. Unknown ones are refused. */
export const scanOptions = z.strictObject({
  ua_mode: z
    .enum(userAgentModes)
    .optional()
    .meta({ description: "How the scan presents itself: by its own name (default), or as a browser" }),
  rate_limit_rps: z
    .int()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "Requests per second to any one address; 150 by default", example: 50 }),
  exclude: z
    .array(z.string().min(1).max(253))
    .max(500)
    .optional()
    .meta({ description: "Hosts, addresses and CIDRs to leave alone", example: ["vpn.example.com"] }),
  targets: z
    .array(z.string().min(1).max(253))
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "Scan these alone; each must lie within the org's domains", example: ["www.example.com"] }),
  ports: z
    .union([z.enum(["top100", "top1000", "full"]), portList], portsExpected)
    .optional()
    .meta({ description: "A named list (`top100` by default), or the ports themselves", example: "top100" }),
});
export type ScanOptions = z.infer<typeof scanOptions>;

/** The options with every default filled in: what scanners read. */
export interface ScanParams {
  readonly ua_mode: UserAgentMode;
  readonly rate_limit_rps: number;
  readonly exclude: readonly string[];
  /** Null when the scan covers the whole scope. */
  readonly targets: readonly string[] | null;
  readonly ports: PortSelection;
}

/** A named list, or the ports themselves. */
export type PortSelection = NonNullable<ScanOptions["ports"]>;

/** Requests per second to any one address when the caller names no rate. */
const DEFAULT_RATE_RPS = 150;

/** Fills in the defaults. */
export const withDefaults = (options: ScanOptions): ScanParams => ({
  ua_mode: options.ua_mode ?? "default",
  rate_limit_rps: options.rate_limit_rps ?? DEFAULT_RATE_RPS,
  exclude: options.exclude ?? [],
  targets: options.targets ?? null,
  ports: options.ports ?? "top100",
});

import type { NetConfig } from "../../functions/net/config.ts";
import type { Lab } from "../../lab/lab.ts";
import { errorCode } from "../failure.ts";
import type { LocalSettings } from "../settings.ts";
import type { Subject } from "./demo.ts";

/** Third octets of 127.0.N.x that are tried, so that several services can run side by side. */
const NETWORKS = [10, 11, 12, 13, 14];

/** Starts the lab on the first network that is free. */
export async function startFreeLab(): Promise<Lab> {
  const { startLab } = await import("../../lab/lab.ts");
  for (const network of NETWORKS) {
    try {
      return await startLab({ network });
    } catch (error) {
      if (errorCode(error) !== "EADDRINUSE" || network === NETWORKS.at(-1)) throw error;
    }
  }
  throw new Error("no network is free");
}

/** Scans find the lab and nothing else: names resolve in its zones only. */
export const labNet = (lab: Lab): NetConfig => ({
  resolver: lab.dnsServer,
  authoritativePort: lab.authoritativePort,
  allowedCidrs: lab.allowedCidrs,
  trustedRoots: [lab.rootCertificate],
});

export const labSubject = (lab: Lab): Subject => ({
  customerId: "demo",
  domains: lab.seeds,
  // The lab is this machine's own and need not be spared.
  scanOptions: { rate_limit_rps: RATE_RPS_MAX, ...lab.scanOptions },
});

/** The fastest rate that the API allows, requests per second. */
const RATE_RPS_MAX = 500;

/** Scans look at the internet, as the settings say. */
export const realNet = ({ dnsServer, allowedCidrs }: LocalSettings): NetConfig => ({
  ...(dnsServer ? { resolver: dnsServer } : {}),
  allowedCidrs: [...allowedCidrs],
});

export const ownSubject = (targets: readonly string[]): Subject => ({
  customerId: "own-domains",
  domains: targets,
  // The customer may have domains from earlier starts, which nobody asked for now.
  scanOptions: { targets: [...targets] },
});

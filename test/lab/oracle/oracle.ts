import { hosts } from "../../../lab/ground-truth.ts";
import type { Lab } from "../../../lab/lab.ts";
import { type RawRequest, type RawResponse, send } from "../raw/http.ts";
import type { Place } from "../raw/tcp.ts";

/** Where a weakness is claimed to be. */
export interface Claim {
  readonly lab: Lab;
  /** The name in the ground truth, also where the truth for a shared address names none. */
  readonly host: string;
  /** Real port, 0 for claims about names. */
  readonly port: number;
  readonly path: string;
  readonly parameter: string | null;
}

/** Says by raw client calls, and by no code of the product, whether the claimed weakness is there. */
export type Oracle = (claim: Claim) => Promise<boolean>;

/** The name under which the lab runs a host, given that or an alias. */
export const hostNameOf = (name: string): string =>
  hosts.find((host) => host.aliases?.includes(name))?.names[0] ?? name;

export const placeOf = (claim: Claim): Place => ({
  address: claim.lab.hosts.find((host) => host.name === hostNameOf(claim.host))?.address ?? "127.0.0.1",
  port: claim.port,
});

/** The lab's name server, by its place in a zone's list. */
export const nameServer = (lab: Lab, index: 0 | 1): Place => {
  const first = lab.dnsServer.split(":")[0] ?? "";
  return { address: lab.singleAddress || index === 0 ? first : first.replace(/2$/, "3"), port: lab.authoritativePort };
};

export const get = (claim: Claim, path: string, options?: RawRequest): Promise<RawResponse> =>
  send("https", placeOf(claim), claim.host, path, options);

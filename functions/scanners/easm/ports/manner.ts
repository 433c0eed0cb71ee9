/** What an open port may be asked: any protocol, those of the web only, or nothing: then it is only listened to. */
export type Manner = "all" | "web" | "listen";

/**
 * Ports on which a byte that is not understood does harm. Printers print it (LPD 515, raw printing 9100-9107), and
 * controllers of machines have been stopped by it: S7 102, Modbus 502, Crimson 789, Niagara Fox 1911 and 4911,
 * PC Worx 1962, IEC 104 2404, CODESYS 2455, OPC UA 4840, HART-IP 5094, FINS 9600, GE SRTP 18245-18246, DNP3 20000,
 * ProConOS 20547, PROFINET 34962-34964, EtherNet/IP 44818, BACnet 47808. Numbers from IANA's port registry and the
 * makers' manuals.
 */
const fragile: ReadonlySet<number> = new Set([
  ...[102, 502, 515, 789, 1911, 1962, 2404, 2455, 4840, 4911, 5094, 9600, 18_245, 18_246, 20_000, 20_547],
  ...[9100, 9101, 9102, 9103, 9104, 9105, 9106, 9107, 34_962, 34_963, 34_964, 44_818, 47_808],
]);

/** Ports of the web, the only ones that are tried on somebody else's server. */
export const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** How to treat a port; `foreign` when the server is somebody else's, reached by an alias out of the seeds. */
export function mannerOf(port: number, foreign: boolean): Manner {
  if (fragile.has(port)) return "listen";
  return foreign ? "web" : "all";
}

import { dnsQuestion, lowerName, rcodeOf, recordsOf } from "./dns-message.ts";
import { askTcp } from "./dns-transport.ts";
import type { Guard } from "./guard.ts";
import type { Lifetime } from "./lifetime.ts";
import { type Dns, type DnsRecord, NetError } from "./net.ts";
import { type AddressGate, REQUEST_WEIGHT } from "./rate.ts";

const RECORDS_MAX = 10_000;
const BYTES_MAX = 8 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

export interface TransferOptions {
  readonly lifetime: Lifetime;
  readonly guard: Guard;
  readonly gate: AddressGate;
  /** TCP port of the name servers. */
  readonly port: number;
  readonly timeoutMs?: number;
}

/**
 * Zone transfers (AXFR, RFC 5936). The zone must be in scope; its name server need not be, since most zones are kept by
 * others, but it must not be excluded or have a blocked address. Null when the server refuses, in whatever way: an
 * error code, no connection, or a connection closed without a record. What had come when a bound was met is returned.
 */
export function createTransfer({
  lifetime,
  guard,
  gate,
  port,
  timeoutMs = TIMEOUT_MS,
}: TransferOptions): Dns["transfer"] {
  return async (zone, nameServer) => {
    const what = `AXFR ${zone} from ${nameServer}`;
    lifetime.assertOpen(what);
    guard.assertScope(zone);
    const address = await guard.addressOfServer(nameServer);
    const { packet, read } = dnsQuestion(lowerName(zone), "AXFR", { recursion: false, edns: false });
    const records: DnsRecord[] = [];
    let bytes = 0;
    const sending = { lifetime, server: { address, port }, what, packet, timeoutMs };
    const readMessage = (raw: Buffer): "refused" | "done" | null => {
      const message = read(raw);
      bytes += raw.length;
      // A message that is not to this question is passed over; its bytes count, so that a flood of them ends too.
      if (message === null) return bytes >= BYTES_MAX ? "done" : null;
      if (rcodeOf(message) !== "NOERROR") return "refused";
      records.push(...recordsOf(message.answers ?? []));
      if (records[0]?.type !== "SOA") return "refused";
      const isComplete = records.length > 1 && records.at(-1)?.type === "SOA";
      return isComplete || records.length >= RECORDS_MAX || bytes >= BYTES_MAX ? "done" : null;
    };
    const atEnd = (failure: Error): "refused" | "done" | null => {
      if (!(failure instanceof NetError) || failure.code === "aborted") return null;
      if (records.length > 0) return "done";
      return failure.code === "refused" || failure.code === "reset" ? "refused" : null;
    };
    const outcome = await gate.run(address, REQUEST_WEIGHT, what, () => askTcp(sending, readMessage, atEnd));
    return outcome === "refused" ? null : withinZone(records, lowerName(zone)).slice(0, RECORDS_MAX);
  };
}

/** A server may send anything; only records of the zone itself are believed. */
const withinZone = (records: readonly DnsRecord[], zone: string): DnsRecord[] =>
  records.filter(({ name }) => name === zone || name.endsWith(`.${zone}`));

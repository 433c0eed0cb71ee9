import type { Scope } from "../domain/scope.ts";
import type { UserAgentMode } from "../domain/vocabulary.ts";

/**
 * The only door to the outside. Everything that leaves the service for a customer's network goes through one `Net`,
 * which is opened for one scan task with that scan's scope. It resolves names itself, refuses addresses on the block
 * list, pins the checked address for the connection, keeps the scan's rate, and bounds bytes, time, redirects and
 * decompressed size. A refusal or failure is a `NetError`, never anything else.
 */
export interface Net {
  readonly dns: Dns;
  readonly tcp: Tcp;
  readonly tls: Tls;
  readonly http: Http;
  /**
   * A way out for a program that connects by itself, to the addresses of `targets` alone: those of them that may be
   * connected to. Throws NetError when none may; the program is then not to be started.
   */
  relay(targets: readonly Target[]): Promise<Relay>;
  /** True when the host name or address may be connected to: in the seeds' scope and not excluded. Reads no network. */
  inScope(host: string): boolean;
  close(): Promise<void>;
}

/** What a `Net` is opened with. */
export interface NetOptions {
  readonly scope: Scope;
  /** Requests per second to an address; a bare TCP connect counts as a tenth. */
  readonly ratePerSecond: number | ((address: string) => number);
  readonly userAgentMode: UserAgentMode;
  /** Exact names of public sources that may be read by `https` GET although they are not in scope. Default none. */
  readonly thirdPartyHosts?: readonly string[];
  readonly signal: AbortSignal;
}

export const netErrorCodes = [
  "out_of_scope",
  "blocked_address",
  "name_not_found",
  "dns_failure",
  "refused",
  "unreachable",
  "timeout",
  "reset",
  "tls_failure",
  "protocol_error",
  "too_large",
  "aborted",
] as const;
export type NetErrorCode = (typeof netErrorCodes)[number];

/** A request that could not be made or finished. `message` is fit for the customer: it names target and cause. */
export class NetError extends Error {
  override readonly name = "NetError";
  readonly code: NetErrorCode;
  constructor(code: NetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const dnsTypes = ["A", "AAAA", "CNAME", "NS", "MX", "TXT", "SOA", "CAA", "PTR", "SRV", "DS", "DNSKEY"] as const;
export type DnsType = (typeof dnsTypes)[number];

/** One record. `data` is presentation text: TXT joined, MX `10 mail.example.com`, CAA `0 issue "ca.example"`, names lower-case without the final dot. */
export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly data: string;
}

export interface DnsAnswer {
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL`, `REFUSED`, ... */
  readonly rcode: string;
  readonly answers: readonly DnsRecord[];
  readonly authority: readonly DnsRecord[];
}

/** A question for one server, as against the resolver. */
export interface ServerQuestion {
  readonly name: string;
  readonly type: DnsType;
  /** Host name or address of the server. */
  readonly server: string;
  /** Which of the server's addresses to ask, instead of the first; it is still checked. */
  readonly ip?: string;
  /** Ask the server to find the answer elsewhere. Default false: it is asked for what it is itself the authority for. */
  readonly recursion?: boolean;
}

/** What one server answered. */
export interface ServerAnswer extends DnsAnswer {
  /** The server speaks as the authority of the name (AA). */
  readonly authoritative: boolean;
  /** The server finds answers elsewhere for whoever asks (RA). */
  readonly recursionAvailable: boolean;
}

export interface Dns {
  /**
   * Asks the resolver (UDP, TCP when truncated). Any name may be asked for. Throws `timeout` or `dns_failure`; NXDOMAIN and
   * SERVFAIL are answers. With `dnssec` the signatures come along (DO), also of what the resolver holds to be forged (CD).
   */
  query(name: string, type: DnsType, options?: { readonly dnssec?: boolean }): Promise<DnsAnswer>;
  /**
   * Asks one server (UDP, TCP when truncated), signatures included. Without recursion the name must be in scope and the
   * server need not be; with it the server itself must. Either must not be excluded. Throws NetError when no answer comes.
   */
  ask(question: ServerQuestion): Promise<ServerAnswer>;
  /** IPv4 and IPv6 addresses of a name, aliases followed, sorted; empty when there are none. */
  addresses(name: string): Promise<readonly string[]>;
  /** Zone transfer over TCP from one name server of a zone in scope. Null when the server refuses. At most 10,000 records. */
  transfer(zone: string, nameServer: string): Promise<readonly DnsRecord[] | null>;
}

/** Where to connect. With `ip` the name is not resolved again, but the address is still checked. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly ip?: string;
}

/** A SOCKS5 server on loopback that leads to some targets and nowhere else. */
export interface Relay {
  /** `socks5://127.0.0.1:<port>`. */
  readonly url: string;
  /** The targets that may be connected to, each with its address: what the program is to be told. */
  readonly targets: readonly Required<Target>[];
  /** Where else the program tried to connect to, as `host:port`. */
  readonly refused: ReadonlySet<string>;
  /**
   * Connections to targets, so far, that were not made in time or on which the server left the program without an answer:
   * what the program says then is not the whole truth.
   */
  readonly failures: number;
  /** Ends every connection. May be called twice. */
  close(): Promise<void>;
}

export interface Tcp {
  /** One connect attempt: `open`, `closed` (refused) or `filtered` (no answer, unreachable). */
  probe(target: Target, options?: { timeoutMs?: number }): Promise<"open" | "closed" | "filtered">;
  /**
   * Connects, sends `send` if given, and reads until `bytesMax`, the peer's end, or `idleMs` of silence. Returns what
   * was read (possibly nothing). Defaults: 4,096 bytes, 2,000 ms idle, 5,000 ms overall. `reply` is called with all that
   * was read whenever more has come: it gives what to send next, null for nothing, `enough` to stop reading.
   */
  exchange(
    target: Target,
    options?: {
      send?: Uint8Array;
      reply?: (received: Buffer) => Uint8Array | "enough" | null;
      bytesMax?: number;
      idleMs?: number;
      timeoutMs?: number;
    },
  ): Promise<Buffer>;
}

export interface TlsSession {
  /** `TLSv1.3`, ... */
  readonly protocol: string;
  readonly cipher: string;
  readonly ip: string;
  /** DER certificates as the server sent them, leaf first. */
  readonly chain: readonly Buffer[];
  /** OpenSSL's reason why the chain is not trusted with the bundled Mozilla roots, null when it is. */
  readonly untrusted: string | null;
  /** The OCSP response (DER) that the server sent along, absent when it sent none. */
  readonly ocspResponse?: Buffer;
}

export interface Tls {
  /** A full handshake that accepts any certificate and any version or cipher that this Node can speak. SNI is `serverName` or the host. */
  handshake(target: Target, options?: { serverName?: string; timeoutMs?: number }): Promise<TlsSession>;
}

export interface HttpRequest {
  readonly method?: string;
  /** Lower-case names. `host` is honoured as given. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Decoded body bytes to keep; the rest is not read. Default 1 MiB. */
  readonly bytesMax?: number;
  /** Redirects to follow, each re-checked; one that leaves the scope is not followed. Default 0. */
  readonly redirectsMax?: number;
  readonly timeoutMs?: number;
  /** Connect to this address instead of resolving the host; it is still checked. */
  readonly ip?: string;
}

export interface HttpResponse {
  /** URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names; one entry per header line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
  /** True when the body was longer than `bytesMax`. */
  readonly truncated: boolean;
  /** URLs that redirected, in order, without the final one. */
  readonly redirects: readonly string[];
  readonly ip: string;
  /** First value of a header, null when absent. */
  header(name: string): string | null;
  /** Body as text in the declared charset (UTF-8 when unknown). */
  text(): string;
}

export interface Http {
  /** The path is sent as given, not normalised. Certificates are not judged here. Throws NetError. */
  request(url: string, request?: HttpRequest): Promise<HttpResponse>;
}

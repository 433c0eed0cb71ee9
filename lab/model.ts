import type { Socket } from "node:net";
import type { CertificateKind } from "./certificates/issue.ts";
import type { Manner } from "./dns/server.ts";
import type { Responder } from "./web/reply.ts";

/** One listener of a host. `port` is the port it has when every host owns an address; see `Lab.at` for the real one. */
export type LabService = TcpService | HttpService | HttpsService;

export interface TcpService {
  readonly kind: "tcp";
  readonly port: number;
  /** Called once per connection; the lab closes the socket when it stops. */
  readonly converse: (socket: Socket) => void;
}

export interface HttpService {
  readonly kind: "http";
  readonly port: number;
  readonly respond: Responder;
  /** Answers whatever the Host header says, as interfaces for machines do. */
  readonly anyName?: boolean;
}

export interface HttpsService {
  readonly kind: "https";
  readonly port: number;
  readonly respond: Responder;
  /** Default `good`. */
  readonly certificate?: CertificateKind;
  /** Oldest version that a real handshake may end in. Default TLS 1.2. */
  readonly oldest?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  /** Answers whatever the Host header says. */
  readonly anyName?: boolean;
  /** Also answers an SSL 3.0 ClientHello with an SSL 3.0 ServerHello. */
  readonly ssl3?: boolean;
  /** Newest version that it offers. Default TLS 1.3. */
  readonly newest?: "TLSv1.2";
  /** Suites of TLS 1.2 and before in OpenSSL's spelling. Default: OpenSSL's own. */
  readonly ciphers?: string;
  /** Bits of its Diffie-Hellman group. Default none. */
  readonly dhBits?: 1024 | 2048;
  /** State of its certificate in the OCSP response that it sends along. Default: sends none. */
  readonly staple?: "good" | "revoked";
}

export interface LabHost {
  /** Names with an address record. With the aliases they are all that the web servers answer to; the first is the host's name in the ground truth. */
  readonly names: readonly string[];
  /** Names that lead to the host by a CNAME. */
  readonly aliases?: readonly string[];
  readonly services: readonly LabService[];
  /** Also answers DNS questions, in this manner. Needs an address of its own. */
  readonly dns?: Manner;
  /** Left out where all hosts share one address. */
  readonly needsOwnAddress?: boolean;
  /** Left out where the machine does not give the ports, as it does not below 1024 on many. */
  readonly optional?: boolean;
}

/** A finding that a correct scanner reports. A field that is absent matches anything. */
export interface Truth {
  /** `<scanner key>.<rule key>` */
  readonly rule: string;
  /** Host name, or the domain for findings about a zone; `*` matches any host. */
  readonly host: string;
  readonly port?: number;
  readonly path?: string;
  /** Cookie or header name, case ignored. */
  readonly parameter?: string;
  readonly why: string;
}

/** Something that looks like a weakness to a careless scanner and is none. */
export interface Decoy {
  /** Rule that a careless scanner would report. */
  readonly resembles: string;
  readonly host: string;
  readonly port?: number;
  readonly path?: string;
  readonly why: string;
}

/** A part of the network with what is true of it. */
export interface Section {
  readonly hosts: readonly LabHost[];
  readonly truths: readonly Truth[];
  readonly decoys: readonly Decoy[];
}

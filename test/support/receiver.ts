import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, Server as HttpsServer } from "node:https";
import { type CertificateKind, type Credentials, sharedIssuer } from "../../lab/certificates/issue.ts";
import { listenOnLoopback } from "../../local/loopback.ts";

/** One request as it arrived, its body whole. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the receiver answers. */
export type Answer =
  | "ok"
  /** Never. */
  | "hang"
  /** 200 at once, and a body that does not end. */
  | "slow_body"
  /** 200 with a body of 1 MiB. */
  | "huge_answer"
  /** Cuts the connection. */
  | "reset"
  /** What is no HTTP. */
  | "garbage"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** What the receiver does with whoever comes. */
export type Behaviour =
  | Answer
  /** Nobody listens at the port. */
  | "closed"
  /** A receiver of `https` shows a certificate of this kind. */
  | Exclude<CertificateKind, "good">
  | ((received: Received) => Answer);

/** A webhook's receiver on 127.0.0.1. */
export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or `https://<name>:<port>`. */
  readonly origin: string;
  /** Every request whose body has come, in order. */
  readonly requests: readonly Received[];
  /** Those of them that were answered `ok`. */
  readonly taken: readonly Received[];
  /** Connections that were made. */
  readonly connections: number;
  /** From now on, for new connections as well as for open ones. */
  behave(behaviour: Behaviour): Promise<void>;
  close(): Promise<void>;
}

const HUGE_BYTES = 1024 * 1024;
const certificateKinds = new Set<unknown>([
  "wildcard",
  "with_root",
  "renewed_late",
  "expired",
  "expiring",
  "other_name",
  "self_signed",
  "unknown_root",
  "no_intermediate",
  "rsa_1024",
  "sha_1",
] satisfies CertificateKind[]);
const isCertificateKind = (behaviour: Behaviour): behaviour is Exclude<CertificateKind, "good"> =>
  certificateKinds.has(behaviour);

/** Starts a receiver that answers `ok`: of `https` under a host name, else of `http`. */
export async function startReceiver({ name }: { readonly name?: string } = {}): Promise<Receiver> {
  const requests: Received[] = [];
  const taken: Received[] = [];
  let connections = 0;
  let answerTo: (received: Received) => Answer = () => "ok";

  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = await Array.fromAsync(request).catch(() => null);
    if (chunks === null) return;
    const received = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    const answer = answerTo(received);
    if (answer === "ok") taken.push(received);
    reply(response, answer);
  };
  const server = name ? createHttpsServer(await credentials("good", name), listener) : createServer(listener);
  server.on("connection", (socket) => {
    connections += 1;
    socket.on("error", () => undefined);
  });
  const port = await listenOnLoopback(server, 0);

  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    port,
    origin: name ? `https://${name}:${port}` : `http://127.0.0.1:${port}`,
    requests,
    taken,
    get connections() {
      return connections;
    },
    async behave(behaviour) {
      if (behaviour === "closed") return stop();
      const kind = isCertificateKind(behaviour) ? behaviour : "good";
      if (typeof behaviour === "function") answerTo = behaviour;
      else answerTo = () => (isCertificateKind(behaviour) ? "ok" : behaviour);
      if (name && server instanceof HttpsServer) {
        server.setSecureContext(await credentials(kind, name));
        server.closeAllConnections();
      }
      if (!server.listening) await listenOnLoopback(server, port);
    },
    close: stop,
  };
}

const credentials = async (kind: CertificateKind, name: string): Promise<Credentials> =>
  (await sharedIssuer(new Date())).issue(kind, [name]);

function reply(response: ServerResponse, answer: Answer): void {
  if (typeof answer === "object") {
    response.writeHead(answer.status, answer.headers).end();
    return;
  }
  switch (answer) {
    case "ok":
      response.end("ok");
      break;
    case "slow_body":
      response.write("o");
      break;
    case "huge_answer":
      response.end(Buffer.alloc(HUGE_BYTES, "o"));
      break;
    case "reset":
      response.socket?.destroy();
      break;
    case "garbage":
      response.socket?.end("SSH-2.0-OpenSSH_9.9\r\n");
      break;
    case "hang":
      break;
  }
}

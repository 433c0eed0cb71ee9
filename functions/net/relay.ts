import { connect, createServer, type Server, type Socket } from "node:net";
import { canonicalAddress, hostPort } from "./address.ts";
import { asNetError } from "./failure.ts";
import type { Relay, Target } from "./net.ts";
import { REQUEST_WEIGHT } from "./rate.ts";
import { askedOf, greeting, reply, SOCKS_REQUEST_BYTES_MAX } from "./socks.ts";
import type { Connections } from "./tcp.ts";

const LOOPBACK = "127.0.0.1";
const CONNECT_TIMEOUT_MS = 8_000;
/** Wait for a server's first byte when the program has spoken. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A connection on which nothing moves for so long is closed. */
const IDLE_MS = 30_000;
/** Bytes that one connection may bring back. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Connections of the program under way at the same time; Node closes those beyond it, which are failures. */
const CONNECTIONS_MAX = 200;
const REFUSED_KEPT_MAX = 20;

/**
 * Opens relays: SOCKS5 servers on loopback (RFC 1928, without authentication) for programs that connect by themselves.
 * The targets are judged by the guard before the program learns of them; a request for anything else is refused and
 * noted. Each connection takes a request's share of the address's rate, whatever rate the program keeps, and waits for its
 * turn as long as it takes: it is for the program not to give up before.
 */
export const createRelay =
  ({ lifetime, guard, gate }: Connections) =>
  async (targets: readonly Target[]): Promise<Relay> => {
    lifetime.assertOpen("relay");
    const verdicts = await Promise.allSettled(
      targets.map(async (target) => ({ ...target, ip: await guard.addressOf(target) })),
    );
    const judged = verdicts.flatMap((verdict) => (verdict.status === "fulfilled" ? [verdict.value] : []));
    const refusal = verdicts.find((verdict) => verdict.status === "rejected");
    if (judged.length === 0 && refusal) throw refusal.reason;
    const allowed = new Set(judged.map(({ ip, port }) => hostPort(ip, port)));
    const refused = new Set<string>();
    let failures = 0;
    /** What one connection adds to the failures, which changes while it is under way. */
    const newMark = (): Mark => {
      let counted = 0;
      return (isFailure) => {
        failures += Number(isFailure) - counted;
        counted = Number(isFailure);
      };
    };
    const sockets = new Set<Socket>();
    const keep = (socket: Socket): Socket => {
      sockets.add(socket);
      // An error is followed by the close, which is what counts.
      socket.on("error", () => undefined);
      return socket.once("close", () => sockets.delete(socket));
    };

    const serve = async (client: Socket): Promise<void> => {
      const asked = await negotiate(client);
      if (!asked) return void client.destroy();
      const address = canonicalAddress(asked.host) ?? asked.host;
      const place = hostPort(address, asked.port);
      if (!allowed.has(place)) {
        if (refused.size < REFUSED_KEPT_MAX) refused.add(place);
        client.end(reply("not allowed"));
        return;
      }
      const mark = newMark();
      // Until it is made: the program may end while it waits.
      mark(true);
      await gate.run(address, REQUEST_WEIGHT, place, async () => {
        const server = client.destroyed ? null : await dial(address, asked.port, keep);
        if (client.destroyed) return void server?.destroy();
        client.write(reply(server ? "granted" : "unreachable"));
        if (!server) return void client.end();
        mark(false);
        await join(client, server, mark);
      });
    };

    const listener = createServer((client) => {
      keep(client);
      serve(client).catch(() => client.destroy());
    });
    listener.maxConnections = CONNECTIONS_MAX;
    listener.on("drop", () => {
      failures += 1;
    });
    const port = await listening(listener);
    let forget = () => {};
    const close = async () => {
      forget();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    };
    forget = lifetime.onEnd(() => void close());
    return {
      url: `socks5://${LOOPBACK}:${port}`,
      targets: judged,
      refused,
      get failures() {
        return failures;
      },
      close,
    };
  };

/** Says whether a connection is a failure, as far as is known now. */
type Mark = (isFailure: boolean) => void;

/** What the program asks for, in time; null when that is no connection to an address. */
async function negotiate(client: Socket): Promise<{ host: string; port: number } | null> {
  const giveUp = () => client.destroy();
  client.setTimeout(CONNECT_TIMEOUT_MS, giveUp);
  const asked = await requestOf(client);
  // What follows may be a long wait for the connection's turn.
  client.setTimeout(0, giveUp);
  return asked;
}

async function requestOf(client: Socket): Promise<{ host: string; port: number } | null> {
  let bytes = Buffer.alloc(0);
  let isGreeted = false;
  for (;;) {
    const chunk = await nextChunk(client);
    if (chunk === null || bytes.length + chunk.length > SOCKS_REQUEST_BYTES_MAX) return null;
    bytes = Buffer.concat([bytes, chunk]);
    if (!isGreeted) {
      const greeted = greeting(bytes);
      if (greeted === "more") continue;
      if (greeted === null) return null;
      isGreeted = true;
      bytes = bytes.subarray(greeted);
      client.write(Buffer.of(5, 0));
    }
    const asked = askedOf(bytes);
    if (asked !== "more") return asked;
  }
}

const nextChunk = (socket: Socket): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const settle = (chunk: Buffer | null) => {
      socket.off("data", onData).off("close", onClose).pause();
      resolve(chunk);
    };
    const onData = (chunk: Buffer) => settle(chunk);
    const onClose = () => settle(null);
    socket.once("data", onData).once("close", onClose).resume();
  });

const dial = (host: string, port: number, keep: (socket: Socket) => Socket): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = keep(connect({ host, port, timeout: CONNECT_TIMEOUT_MS }));
    socket.once("connect", () => resolve(socket));
    socket.once("timeout", () => socket.destroy());
    socket.once("close", () => resolve(null));
  });

/**
 * Passes bytes both ways until either side ends. It is a failure when the program spoke and gave up on a server that had
 * neither said a byte nor ended: a firewall that drops in silence is no refusal. So is an end that comes from here.
 */
const join = (client: Socket, server: Socket, mark: Mark): Promise<void> =>
  new Promise((resolve) => {
    let received = 0;
    let isOver = false;
    const markUnlessOver = (isFailure: boolean) => {
      if (!isOver) mark(isFailure);
    };
    const end = () => {
      isOver = true;
      client.destroy();
      server.destroy();
      resolve();
    };
    const cut = () => {
      markUnlessOver(true);
      end();
    };
    client.once("data", () => {
      if (received > 0) return;
      markUnlessOver(true);
      server.setTimeout(ANSWER_TIMEOUT_MS);
    });
    client.once("end", () => {
      isOver = true;
    });
    server.once("data", () => {
      markUnlessOver(false);
      server.setTimeout(IDLE_MS);
    });
    server.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > BYTES_MAX) cut();
    });
    for (const ending of ["end", "close"]) server.once(ending, () => markUnlessOver(false));
    for (const socket of [client, server]) socket.setTimeout(IDLE_MS, cut).once("close", end);
    client.pipe(server);
    server.pipe(client);
  });

const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(asNetError(error, "relay")));
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });

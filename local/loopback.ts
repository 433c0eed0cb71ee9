import type { Server } from "node:http";

/**
 * Listens on 127.0.0.1 alone and resolves to the port, a free one when `port` is 0. Rejects with the system's error.
 */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

const IDLE_POLL_MILLISECONDS = 20;

/** Takes no more connections, gives requests in flight `graceMilliseconds` to end, and closes the rest. */
export async function stopServer(server: Server, graceMilliseconds: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that served a request after the close began stays open, and is idle from then on.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MILLISECONDS);
  const force = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

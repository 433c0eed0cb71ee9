import { connect } from "node:net";

/** Sends bytes as they are to a loopback port and returns everything that comes back until the server closes. */
export function rawRequest(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
    for (const part of parts) socket.write(part);
  });
}

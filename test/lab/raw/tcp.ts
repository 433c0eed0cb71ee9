import { connect } from "node:net";

export interface Place {
  readonly address: string;
  readonly port: number;
}

/** Connects, sends, and gives the first bytes that come back; empty when the peer closes first. Throws when nothing listens. */
export const firstBytes = (place: Place, send?: string | Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = connect(place.port, place.address);
    socket.once("connect", () => {
      if (send !== undefined) socket.write(typeof send === "string" ? Buffer.from(send, "latin1") : send);
    });
    let connected = false;
    socket.once("connect", () => {
      connected = true;
    });
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk);
      socket.destroy();
    });
    socket.once("close", () => resolve(Buffer.alloc(0)));
    socket.once("error", (error) => (connected ? resolve(Buffer.alloc(0)) : reject(error)));
  });

/** True when something listens. */
export const isOpen = (place: Place): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(place.port, place.address);
    socket.once("connect", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });

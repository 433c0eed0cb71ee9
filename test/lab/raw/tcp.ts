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

/** Says each part when an answer to the one before has come (the first at once) and gives all that came, until silence. */
export const talk = (place: Place, parts: readonly (string | Buffer)[], silenceMs = 120): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const heard: Buffer[] = [];
    const left = [...parts];
    const socket = connect(place.port, place.address);
    const end = () => {
      resolve(Buffer.concat(heard));
      socket.destroy();
    };
    const say = () => {
      const part = left.shift();
      if (part !== undefined && socket.writable)
        socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    };
    let isConnected = false;
    socket.once("connect", () => {
      isConnected = true;
      socket.setTimeout(silenceMs, end);
      say();
    });
    socket.on("data", (chunk: Buffer) => {
      heard.push(chunk);
      say();
    });
    socket.once("close", end);
    socket.once("error", (error) => (isConnected ? end() : reject(error)));
  });

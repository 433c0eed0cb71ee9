import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { type DecodedPacket, decode, encode, RECURSION_DESIRED, type RecordType, streamEncode } from "dns-packet";
import type { Place } from "./tcp.ts";

type Question = RecordType | "AXFR" | "ANY";

const query = (name: string, type: Question) => ({
  type: "query" as const,
  id: 4711,
  flags: RECURSION_DESIRED,
  questions: [{ type: type as RecordType, name }],
});

export const askUdp = (server: Place, name: string, type: Question): Promise<DecodedPacket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.once("error", reject);
    socket.once("message", (message) => {
      socket.close();
      try {
        resolve(decode(message));
      } catch (error) {
        reject(error);
      }
    });
    socket.send(encode(query(name, type)), server.port, server.address);
  });

export const askTcp = (server: Place, name: string, type: Question): Promise<DecodedPacket> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.port, server.address, () => socket.write(streamEncode(query(name, type))));
    let received: Buffer = Buffer.alloc(0);
    socket.once("error", reject);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      socket.destroy();
      try {
        resolve(decode(received.subarray(2)));
      } catch (error) {
        reject(error);
      }
    });
  });

/** Data of a packet's answers of one type as text, TXT strings joined. */
export const dataOf = (packet: DecodedPacket, type: string): string[] =>
  (packet.answers ?? []).flatMap((answer) => {
    if (answer.type !== type || !("data" in answer)) return [];
    if (answer.type === "TXT") return [[answer.data].flat().map(String).join("")];
    return [typeof answer.data === "string" ? answer.data : JSON.stringify(answer.data)];
  });

/** Asks over UDP, and over TCP when the answer was cut off. */
export async function ask(server: Place, name: string, type: RecordType): Promise<DecodedPacket> {
  const answer = await askUdp(server, name, type);
  return answer.flag_tc ? askTcp(server, name, type) : answer;
}

/** `NOERROR`, `NXDOMAIN`, ... */
export const rcodeOf = (packet: DecodedPacket): string => ("rcode" in packet ? String(packet.rcode) : "");

import { printable } from "../shared/printable.ts";
import { ask, byTurns, converse, internalService, openToAll, type Question, type Recognised } from "./question.ts";

/** Connection setup of X11 (little endian, protocol 11.0) without authorization (X Window System Protocol, chapter 8). */
const X11_SETUP = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** An X server answers setup with success (1) or a reason why not (0), both with its protocol version. */
export const x11: Question = async (target, net) => {
  const said = await ask(net, target, X11_SETUP);
  const [outcome] = said;
  if (said.length < 8 || (outcome !== 0 && outcome !== 1) || said.readUInt16LE(2) !== 11) return null;
  if (outcome === 0) {
    const reason = printable(said.subarray(8, 8 + (said[1] ?? 0)), 100);
    return reason === "" ? null : internalService("x11", Buffer.from(reason), "X server");
  }
  if (said.length < 40) return null;
  const vendor = printable(said.subarray(40, 40 + said.readUInt16LE(24)), 100);
  const evidence = { request: "connection setup without authorization", answer: "accepted", vendor };
  return openToAll("x11", "x11_unauthenticated", evidence, { said: Buffer.from(vendor), product: "X server" });
};

/**
 * The security types that a VNC server offers (RFC 6143, 7.1.2): type 1 lets everybody see and steer the screen. Nothing
 * is chosen, so that no session begins.
 */
export async function askVnc(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const said = await byTurns(net, target, [
    { after: /^RFB \d{3}\.\d{3}\n/, say: "RFB 003.008\n" },
    { after: /^RFB \d{3}\.\d{3}\n./s, say: null },
  ]);
  const count = said[12] ?? 0;
  const types = [...said.subarray(13, 13 + count)];
  if (types.length !== count || !types.includes(1) || types.some((type) => type === 0)) return recognised;
  const evidence = { protocol: "RFB", security_types: types };
  return { ...recognised, exposures: [{ rule: "vnc_unauthenticated", evidence }] };
}

/** `JDWP-Handshake` is answered with itself, as an echo would; the reply to VirtualMachine.Version is the proof. */
export const debuggers: Question = async (target, net) => (await jdwp(target, net)) ?? adb(target, net);

const JDWP_HANDSHAKE = Buffer.from("JDWP-Handshake");
/** Length 11, id 1, no flags, command set 1, command 1: the version (Java Debug Wire Protocol). */
const JDWP_VERSION = Buffer.from([0, 0, 0, 11, 0, 0, 0, 1, 0, 1, 1]);

const jdwp: Question = async (target, net) => {
  let asked = false;
  const said = await converse(
    net,
    target,
    (received) => {
      if (!received.subarray(0, JDWP_HANDSHAKE.length).equals(JDWP_HANDSHAKE)) {
        return received.length < JDWP_HANDSHAKE.length ? null : "enough";
      }
      if (!asked) {
        asked = true;
        return JDWP_VERSION;
      }
      return received.length > JDWP_HANDSHAKE.length + 11 ? "enough" : null;
    },
    JDWP_HANDSHAKE,
  );
  const reply = said.subarray(JDWP_HANDSHAKE.length);
  const isReply = reply.length >= 11 && reply.readUInt32BE(4) === 1 && reply[8] === 0x80 && reply.readUInt16BE(9) === 0;
  if (!asked || !isReply) return null;
  const shown = { said: JDWP_HANDSHAKE, product: "Java debugger (JDWP)" };
  const described = reply.length > 15 ? printable(reply.subarray(15, 15 + reply.readUInt32BE(11)), 100) : "";
  return openToAll(
    "jdwp",
    "debugger_exposed",
    { protocol: "JDWP", command: "VirtualMachine.Version", described },
    shown,
  );
};

/** Android's debug bridge: CNXN is answered with CNXN where no key is asked for, else with AUTH (AOSP, adb protocol.txt). */
const adb: Question = async (target, net) => {
  const system = Buffer.from("host::\0");
  const head = Buffer.alloc(24);
  head.write("CNXN", "latin1");
  head.writeUInt32LE(0x01000000, 4);
  head.writeUInt32LE(4096, 8);
  head.writeUInt32LE(system.length, 12);
  head.writeUInt32LE(
    system.reduce((sum, byte) => sum + byte, 0),
    16,
  );
  head.writeUInt32LE(0xffffffff - head.readUInt32LE(0), 20);
  const message = Buffer.concat([head, system]);
  const said = await ask(net, target, message);
  if (said.length < 24 || said.subarray(0, 24).equals(head)) return null;
  const command = said.toString("latin1", 0, 4);
  if (said.readUInt32LE(20) !== 0xffffffff - said.readUInt32LE(0)) return null;
  if (command === "AUTH") return internalService("adb", Buffer.from("AUTH"), "Android Debug Bridge");
  const device = printable(said.subarray(24), 100);
  if (command !== "CNXN" || !/^(device|recovery|sideload|rescue):/.test(device)) return null;
  return openToAll(
    "adb",
    "debugger_exposed",
    { protocol: "ADB", request: "CNXN without a key", device },
    { said: Buffer.from(device), product: "Android Debug Bridge" },
  );
};

import type { Net, Target } from "../../../net/net.ts";
import { printable } from "../shared/printable.ts";
import { mannerOf } from "./manner.ts";
import { ask, byTurns, internalService, openToAll, plainService, type Question, type Recognised } from "./question.ts";
import { finalCodes, haveCome } from "./replies.ts";

const NAMES_MAX = 10;

/**
 * Tries the user `anonymous`, which by convention takes any address for a password (RFC 1635), and asks where it is. Nothing
 * is listed, fetched or stored.
 */
export async function askFtp(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const said = await byTurns(net, target, [
    { after: haveCome(1), say: "USER anonymous\r\n" },
    { after: haveCome(2), say: "PASS anonymous@example.com\r\n" },
    { after: haveCome(3), say: "PWD\r\n" },
    { after: haveCome(4), say: null },
  ]);
  const text = said.toString("latin1");
  const [, user, pass, place] = finalCodes(text);
  const isIn = (user === "230" || pass === "230") && place === "257";
  const folder = isIn ? /^257 "([^"\r\n]*)"/m.exec(text)?.[1] : undefined;
  if (folder === undefined) return recognised;
  const evidence = { commands: "USER anonymous, PASS, PWD", folder: printable(Buffer.from(folder, "latin1"), 100) };
  return { ...recognised, exposures: [...recognised.exposures, { rule: "ftp_anonymous", evidence }] };
}

/** The modules that an rsync daemon lists for `#list`; those marked hidden it does not list. */
export async function askRsync(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const said = await byTurns(net, target, [
    { after: /^@RSYNCD: \d[\d.]{0,20}[^\n]{0,200}\n/, say: "@RSYNCD: 29.0\n#list\n" },
    { after: /\n@RSYNCD: EXIT\n/, say: null },
  ]);
  const text = said.toString("latin1");
  if (!/\n@RSYNCD: EXIT\n/.test(text)) return recognised;
  const modules = [...text.matchAll(/^([\w.-]{1,64})[ \t]+\t.*$/gm)].map(([, name = ""]) => name).sort();
  if (modules.length === 0) return recognised;
  const evidence = { request: "#list", modules: modules.slice(0, NAMES_MAX) };
  return { ...recognised, exposures: [{ rule: "rsync_modules_listed", evidence }] };
}

const PORTMAPPER = 100_000;
const NFS = 100_003;
const MOUNT = 100_005;
const XID = 0x70616c73;

/** An ONC RPC call without credentials, in one record (RFC 5531, sections 9 and 11). */
function rpcCall(program: number, version: number, procedure: number): Buffer {
  const words = [0x80000000 + 40, XID, 0, 2, program, version, procedure, 0, 0, 0, 0];
  const call = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) call.writeUInt32BE(word, index * 4);
  return call;
}

/** Status (0 success, 1 no such program, 2 no such version, ...) and results of an accepted reply; null for anything else. */
function rpcReply(said: Buffer): { readonly status: number; readonly results: Buffer } | null {
  if (said.length < 28 || said.readUInt32BE(4) !== XID || said.readUInt32BE(8) !== 1) return null;
  if (said.readUInt32BE(12) !== 0) return null;
  const results = 24 + said.readUInt32BE(20);
  if (results + 4 > said.length) return null;
  return { status: said.readUInt32BE(results), results: said.subarray(results + 4) };
}

/** Numbers of the programs in the portmapper's list (RFC 1833, 3), with their TCP ports. */
function programsOf(results: Buffer): ReadonlyMap<number, number> {
  const programs = new Map<number, number>();
  for (let at = 0; at + 20 <= results.length && results.readUInt32BE(at) === 1; at += 20) {
    if (results.readUInt32BE(at + 12) === 6) programs.set(results.readUInt32BE(at + 4), results.readUInt32BE(at + 16));
  }
  return programs;
}

/** The portmapper and what it knows of exported folders; or an NFS server by itself. */
export const sunrpc: Question = async (target, net) => {
  const dump = rpcReply(await ask(net, target, rpcCall(PORTMAPPER, 2, 4)));
  if (dump === null) return null;
  if (dump.status !== 0) {
    const nfs = rpcReply(await ask(net, target, rpcCall(NFS, 3, 0)));
    const isNfs = nfs !== null && (nfs.status === 0 || nfs.status === 2);
    return isNfs
      ? internalService("nfs", Buffer.from("NFS"), "NFS server")
      : plainService("sunrpc", Buffer.from("ONC RPC"), { product: "ONC RPC program" });
  }
  const programs = programsOf(dump.results);
  const mountd = programs.get(MOUNT);
  // The port is the target's word: it must not lead to what nobody may ask.
  const mayAsk = mountd !== undefined && mannerOf(mountd, false) === "all";
  const folders = mayAsk ? await exportsOf({ ...target, port: mountd }, net) : [];
  const said = Buffer.from(`${programs.size} RPC programs`);
  if (folders.length === 0) return internalService("sunrpc", said, "rpcbind");
  const evidence = { request: "MOUNT EXPORT", exports: folders.slice(0, NAMES_MAX) };
  return openToAll("sunrpc", "nfs_exports_listed", evidence, { said, product: "rpcbind" });
};

/** `folder (for whom)` of the MOUNT program's export list (RFC 1813, 5.2.5), sorted. */
async function exportsOf(mountd: Target, net: Net): Promise<readonly string[]> {
  const reply = rpcReply(await ask(net, mountd, rpcCall(MOUNT, 3, 5)));
  if (reply?.status !== 0) return [];
  const { results } = reply;
  let at = 0;
  const word = (): number => {
    const value = at + 4 <= results.length ? results.readUInt32BE(at) : 0;
    at += 4;
    return value;
  };
  const text = (): string => {
    const length = Math.min(word(), 1024);
    const value = printable(results.subarray(at, at + length), 100);
    at += length + ((4 - (length % 4)) % 4);
    return value;
  };
  const folders: string[] = [];
  while (at < results.length && folders.length < 100 && word() === 1) {
    const folder = text();
    const groups: string[] = [];
    while (at < results.length && groups.length < 100 && word() === 1) groups.push(text());
    if (folder !== "") folders.push(`${folder} (${groups.length === 0 ? "everyone" : groups.slice(0, 5).join(" ")})`);
  }
  return folders.sort();
}

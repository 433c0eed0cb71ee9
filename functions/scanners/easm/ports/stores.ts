import type { Json } from "../../../domain/json.ts";
import type { Net, Target } from "../../../net/net.ts";
import { printable } from "../shared/printable.ts";
import { type MongoCommand, mongoMessage, mongoQuery, mongoReply } from "./mongo-wire.ts";
import { ask, guardedDatabase, type Question } from "./question.ts";

const NAMES_MAX = 10;

/** Redis: PING says that it is one, INFO (read-only) that it obeys strangers. */
export const redis: Question = async (target, net) => {
  const pong = await ask(net, target, "PING\r\n");
  const answer = pong.toString("latin1");
  if (!/^(\+PONG\r\n|-NOAUTH |-DENIED Redis )/.test(answer)) return null;
  const info = (await ask(net, target, "INFO\r\n")).toString("latin1");
  const version = /^redis_version:(\S+)/m.exec(info)?.[1];
  if (!answer.startsWith("+") || !info.startsWith("$") || version === undefined) {
    return guardedDatabase("redis", "Redis", pong);
  }
  return {
    protocol: "redis",
    tls: false,
    said: pong,
    exposures: [
      {
        rule: "redis_unauthenticated",
        evidence: { command: "INFO", redis_version: version, role: /^role:(\w+)/m.exec(info)?.[1] ?? null },
      },
    ],
  };
};

/** Memcached: `version` says that it is one, `stats` (read-only) that it obeys strangers. */
export const memcached: Question = async (target, net) => {
  const said = await ask(net, target, "version\r\n");
  const version = /^VERSION (\d+\.\d[\w.-]*)\r?\n/.exec(said.toString("latin1"))?.[1];
  if (version === undefined) return null;
  const stats = (await ask(net, target, "stats\r\n")).toString("latin1");
  if (!/^STAT \w+ /.test(stats)) return guardedDatabase("memcache", "memcached", said);
  return {
    protocol: "memcache",
    tls: false,
    said,
    exposures: [
      {
        rule: "memcached_unauthenticated",
        evidence: { command: "stats", version },
      },
    ],
  };
};

/** MongoDB: `hello` needs no login and says that it is one; only a server without access control lists its databases. */
export const mongodb: Question = async (target, net) => {
  const hello = await command(target, net, 0x70616c01, { hello: 1 }, { isMaster: 1 });
  if (hello === null || typeof hello.document.maxWireVersion !== "number") return null;
  const listing: MongoCommand = { listDatabases: 1, nameOnly: true };
  const databases = (await command(target, net, 0x70616c02, listing, listing))?.document.databases;
  if (!Array.isArray(databases)) return guardedDatabase("mongodb", "MongoDB", Buffer.from("MongoDB wire protocol"));
  return {
    protocol: "mongodb",
    tls: false,
    said: Buffer.from("MongoDB wire protocol"),
    exposures: [
      {
        rule: "mongodb_unauthenticated",
        evidence: { command: "listDatabases", databases: databases.map(nameOf).sort().slice(0, NAMES_MAX) },
      },
    ],
  };
};

const nameOf = (database: unknown): string =>
  typeof database === "object" && database !== null && "name" in database && typeof database.name === "string"
    ? printable(Buffer.from(database.name), 64)
    : "";

/** Asks in the present form of the protocol, then in the old one; null when neither gets a well-formed reply. */
async function command(
  target: Target,
  net: Net,
  requestId: number,
  present: MongoCommand,
  old: MongoCommand,
): Promise<{ document: Readonly<Record<string, Json>> } | null> {
  const reply =
    mongoReply(requestId, await ask(net, target, mongoMessage(requestId, present))) ??
    mongoReply(requestId, await ask(net, target, mongoQuery(requestId, old)));
  return reply === null ? null : { document: reply };
}

import { ask, converse, guardedDatabase, openToAll, type Question } from "./question.ts";

/** SSLRequest: length 8, code 80877103 (PostgreSQL manual, "Message Formats"). */
const POSTGRES_SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
/** StartupMessage of protocol 0.0, which no server speaks: it answers with an error and nobody is logged in. */
const POSTGRES_BAD_STARTUP = Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 0]);

/**
 * PostgreSQL answers SSLRequest with the single byte S or N. One letter is a weak sign, so the same service must also
 * answer an impossible startup with an ErrorResponse, or at least not give the same letter again.
 */
export const postgresql: Question = async (target, net) => {
  const letter = await ask(net, target, POSTGRES_SSL_REQUEST);
  if (letter.length !== 1 || (letter[0] !== 0x53 && letter[0] !== 0x4e)) return null;
  const refusal = await ask(net, target, POSTGRES_BAD_STARTUP);
  if (refusal.equals(letter) || (refusal.length > 0 && refusal[0] !== 0x45)) return null;
  return guardedDatabase("postgresql", "PostgreSQL", refusal.length > 0 ? refusal : letter);
};

/** PRELOGIN with version, encryption and terminator (MS-TDS 2.2.6.5). */
const TDS_PRELOGIN = Buffer.from([
  0x12, 0x01, 0x00, 0x1a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0b, 0x00, 0x06, 0x01, 0x00, 0x11, 0x00, 0x01, 0xff,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
]);

/** Microsoft SQL Server answers PRELOGIN with a tabular result (type 4) that starts with the version option. */
export const sqlServer: Question = async (target, net) => {
  const said = await ask(net, target, TDS_PRELOGIN);
  if (said.length < 14 || said[0] !== 0x04 || said.readUInt16BE(2) !== said.length || said[8] !== 0x00) return null;
  const offset = 8 + said.readUInt16BE(9);
  if (offset + 4 > said.length) return null;
  return guardedDatabase("ms-sql-s", `Microsoft SQL Server ${said[offset]}.${said[offset + 1]}`, said);
};

/** Oracle's listener answers a TNS connect with refuse (4), redirect (5) or resend (11), of the length it declares. */
export const oracle: Question = async (target, net) => {
  const said = await ask(net, target, tnsConnect("(CONNECT_DATA=(COMMAND=version))"));
  if (said.length < 8 || said.readUInt16BE(0) > said.length || said.readUInt16BE(0) < 8) return null;
  const type = said[4];
  const isRefusal = type === 4 && /\((DESCRIPTION|ERR|VSNNUM|TMP)=/.test(said.toString("latin1"));
  const isResend = type === 11 && said.readUInt16BE(0) === 8;
  return isRefusal || isResend ? guardedDatabase("ncube-lm", "Oracle Database listener", said) : null;
};

function tnsConnect(data: string): Buffer {
  const header = Buffer.alloc(58);
  header.writeUInt16BE(58 + data.length, 0);
  header[4] = 1;
  header.writeUInt16BE(312, 8);
  header.writeUInt16BE(300, 10);
  header.writeUInt16BE(2048, 14);
  header.writeUInt16BE(32_767, 16);
  header.writeUInt16BE(1, 22);
  header.writeUInt16BE(data.length, 24);
  header.writeUInt16BE(58, 26);
  return Buffer.concat([header, Buffer.from(data, "latin1")]);
}

/** A frame of the CQL native protocol, version 4 (9 bytes of header). */
const cqlFrame = (opcode: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x04, 0, 0, 0, opcode, 0, 0, 0, body.length]), body]);

const CQL_STARTUP = cqlFrame(0x01, Buffer.from("\0\x01\0\x0bCQL_VERSION\0\x053.0.0", "latin1"));
const CQL_SELECT = "SELECT release_version FROM system.local";
/** Long string, consistency ONE, no flags. */
const CQL_QUERY = cqlFrame(
  0x07,
  Buffer.from(`\0\0\0${String.fromCharCode(CQL_SELECT.length)}${CQL_SELECT}\0\x01\0`, "latin1"),
);
const CQL_READY = 0x02;
const CQL_RESULT = 0x08;

/**
 * Cassandra answers OPTIONS with SUPPORTED, whose map names CQL_VERSION. Without authentication it is ready after STARTUP
 * and says its release, which every client may read.
 */
export const cassandra: Question = async (target, net) => {
  const said = await ask(net, target, cqlFrame(0x05, Buffer.alloc(0)));
  const supported = said.length > 9 && (said[0] ?? 0) >= 0x80 && said[4] === 0x06;
  if (!supported || !said.includes("CQL_VERSION")) return null;
  let turn = 0;
  const talk = await converse(
    net,
    target,
    (received) => {
      turn += 1;
      return turn === 1 && received[4] === CQL_READY ? CQL_QUERY : "enough";
    },
    CQL_STARTUP,
  );
  const result = talk.subarray(9);
  if (talk[4] !== CQL_READY || result.length < 13 || result[4] !== CQL_RESULT) {
    return guardedDatabase("cql", "Apache Cassandra", said);
  }
  const version = /(\d+\.\d+(?:\.\d+)?[\w.-]*)$/.exec(result.toString("latin1"))?.[1] ?? null;
  return openToAll(
    "cql",
    "cassandra_unauthenticated",
    { query: CQL_SELECT, version },
    { said, product: "Apache Cassandra", version },
  );
};

/** Bolt's handshake (Neo4j): four versions are offered, the one that is taken comes back in four bytes. */
const BOLT = Buffer.from([0x60, 0x60, 0xb0, 0x17, 0, 0, 4, 4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 0]);

/** Neo4j and its kin, by the one version of Bolt that they take. */
export const bolt: Question = async (target, net) => {
  const said = await ask(net, target, BOLT);
  const [first, second, minor = 255, major = 0] = said;
  const isVersion = said.length === 4 && first === 0 && second === 0 && major >= 3 && major <= 4 && minor <= 4;
  return isVersion ? guardedDatabase("bolt", "Neo4j", Buffer.from(`Bolt ${major}.${minor}`)) : null;
};

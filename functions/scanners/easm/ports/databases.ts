import { ask, guardedDatabase, type Question } from "./question.ts";

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

/** Cassandra answers OPTIONS (native protocol v4, frame of 9 bytes) with SUPPORTED, whose map names CQL_VERSION. */
export const cassandra: Question = async (target, net) => {
  const said = await ask(net, target, Buffer.from([0x04, 0, 0, 0, 0x05, 0, 0, 0, 0]));
  const supported = said.length > 9 && (said[0] ?? 0) >= 0x80 && said[4] === 0x06;
  return supported && said.includes("CQL_VERSION") ? guardedDatabase("cql", "Apache Cassandra", said) : null;
};

import type { Rule } from "../../../domain/rule.ts";
import { isAddress } from "../shared/names.ts";
import { looksLikeHtml } from "../shared/page.ts";
import { gunzipHead } from "./gzip.ts";
import { HEAD_OF_FILE, type Probe, type WebApp } from "./probe.ts";
import { CWE_530, exposure, OLD_FILES, RESCAN } from "./texts.ts";

const backup = (title: string, what: string, risk: string): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what} under a name that is easy to guess. Only its beginning was read.`,
    severity: "critical",
    cwe_id: "CWE-530",
    cvss_score: 9.1,
    risk,
    remediation: "Delete the file from the web root and keep backups elsewhere.",
    steps: [
      "Move the file out of the web root at once.",
      "Look through the logs for who fetched it; treat its content as disclosed.",
      "Write backups to a place that no web server serves, encrypted.",
      RESCAN,
    ],
    references: [CWE_530, OLD_FILES],
  });

/** Rules about backups left in the web root. */
export const backupRules = {
  sql_dump: backup(
    "Database dump readable from the web",
    "a dump of a database",
    "The dump is the data itself: customers, password hashes and whatever else the tables hold.",
  ),
  backup_archive: backup(
    "Backup archive readable from the web",
    "an archive",
    "Archives of a site hold its source code, configuration with passwords, and often its data.",
  ),
} as const satisfies Record<string, Rule>;

const DUMP =
  /^[ \t]*-- (?:MySQL|MariaDB|PostgreSQL database|phpMyAdmin SQL|Adminer|SQLite) ?(?:dump|Dump)?\b|^--\n-- PostgreSQL database (?:cluster )?dump/m;
const STATEMENTS = /^[ \t]*(?:CREATE TABLE|INSERT INTO|COPY) [^(]{0,300}?(?:\(|FROM stdin)/im;

/** The host's name, and the name without its first and last label: `www.example.com` and `example`. */
function stems({ attributes: { host } }: WebApp): readonly string[] {
  if (isAddress(host)) return [];
  const labels = host.split(".").filter((label) => label !== "www");
  return [...new Set([host, labels.join("."), labels.at(-2) ?? host])];
}

/** Of an unpacked dump; its first statements are at the beginning. */
const TEXT_BYTES_MAX = 65_536;

/** How each of them is known. */
export const backupProbes: readonly Probe<keyof typeof backupRules>[] = [
  {
    rule: "sql_dump",
    paths: (app) => [
      ..."/backup.sql /dump.sql /db.sql /database.sql /data.sql /mysql.sql /site.sql /backup.sql.gz /dump.sql.gz /db.sql.gz /database.sql.gz /backup/db.sql".split(
        " ",
      ),
      ...stems(app).map((stem) => `/${stem}.sql`),
    ],
    request: HEAD_OF_FILE,
    prove: ({ body, text }) => {
      const unpacked = gunzipHead(body);
      const sql = unpacked?.toString("utf8", 0, TEXT_BYTES_MAX) ?? text;
      if (looksLikeHtml(sql) || sql.includes("\ufffd\ufffd")) return null;
      const tool = DUMP.exec(sql)?.[0].trim();
      const statement = STATEMENTS.exec(sql)?.[0].trim();
      if (
        tool === undefined &&
        (statement === undefined || !/^(--|\/\*|SET |CREATE |INSERT |DROP |BEGIN)/i.test(sql.trim()))
      )
        return null;
      return { evidence: { first_line: (tool ?? statement ?? "").slice(0, 100), compressed: unpacked !== null } };
    },
  },
  {
    rule: "backup_archive",
    paths: (app) => [
      ..."/backup.zip /backup.tar.gz /backup.tgz /backup.tar /backup.rar /backup.7z /site.zip /site.tar.gz /www.zip /www.tar.gz /wwwroot.zip /html.zip /public_html.zip /web.zip /archive.zip /old.zip".split(
        " ",
      ),
      ...stems(app).flatMap((stem) => [`/${stem}.zip`, `/${stem}.tar.gz`]),
    ],
    request: HEAD_OF_FILE,
    prove: ({ body }) => {
      const kind = archiveKind(body);
      return kind === null ? null : { evidence: kind };
    },
  },
];

/** Which archive begins with these bytes, and its first entry where that can be told. */
function archiveKind(body: Buffer): { readonly format: string; readonly first_entry: string | null } | null {
  // Local file header of ZIP (APPNOTE 4.3.7): the name follows 30 bytes; documents of office programs are ZIP too.
  if (body.length > 30 && body.readUInt32BE(0) === 0x504b0304) {
    const name = body.toString("utf8", 30, 30 + Math.min(body.readUInt16LE(26), 200));
    return name === "[Content_Types].xml" || name === "mimetype" ? null : { format: "zip", first_entry: name };
  }
  if (body.toString("latin1", 0, 6) === "7z\xbc\xaf\x27\x1c") return { format: "7z", first_entry: null };
  if (body.toString("latin1", 0, 6) === "Rar!\x1a\x07") return { format: "rar", first_entry: null };
  const unpacked = gunzipHead(body);
  if (isTar(unpacked ?? body)) {
    const name = (unpacked ?? body).toString("utf8", 0, 100).split("\0", 1)[0] ?? "";
    return { format: unpacked === null ? "tar" : "tar.gz", first_entry: name };
  }
  return null;
}

/** POSIX tar: `ustar` at byte 257 of the first header. */
const isTar = (bytes: Buffer): boolean => bytes.toString("latin1", 257, 262) === "ustar";

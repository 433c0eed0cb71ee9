import type { Json } from "../../../domain/json.ts";
import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { isPlaceholder, namesSecret, redactSecret } from "../shared/redact.ts";
import { at, HEAD_OF_FILE, type Probe } from "./probe.ts";
import { CWE_312, CWE_530, CWE_538, exposure, OLD_FILES, RESCAN, SECRETS } from "./texts.ts";

const config = (title: string, what: string, own: Pick<Rule, "severity" | "cvss_score" | "risk">): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what}.`,
    ...own,
    cwe_id: "CWE-538",
    remediation: "Keep configuration outside the web root and replace the credentials in it.",
    steps: [
      "Delete the file from the web root, and deny such names on the web server.",
      "Replace the passwords and keys it holds; assume that they were read.",
      "Deploy only what the site needs, so that such files never reach the server.",
      RESCAN,
    ],
    references: [CWE_538, CWE_312, OLD_FILES, SECRETS],
  });

/** Rules about configuration left in the web root. */
export const configRules = {
  ds_store: exposure({
    title: "Folder index of macOS readable from the web",
    description:
      "The web server hands out a .DS_Store file, in which the macOS Finder keeps the names of a folder's files.",
    severity: "low",
    cwe_id: "CWE-538",
    cvss_score: 3.7,
    risk: "It lists files of the folder, also those that no page links to.",
    remediation: "Delete the file and keep it out of deployments.",
    steps: [
      "Delete every .DS_Store below the web root.",
      "Deny the name on the web server and ignore it in version control.",
      "Look at the names it listed and remove what should not be public.",
      RESCAN,
    ],
    references: [CWE_538, OLD_FILES],
  }),
  editor_sftp_config: config(
    "Upload settings of an editor readable from the web",
    "an editor's or transfer program's settings with the login to a server",
    { severity: "high", cvss_score: 8.6, risk: "The login lets anyone read and replace the files of the server." },
  ),
  wp_config_backup: exposure({
    title: "Copy of wp-config.php readable from the web",
    description: "A copy of WordPress's configuration under another name is served as text instead of being executed.",
    severity: "critical",
    cwe_id: "CWE-530",
    cvss_score: 9.1,
    risk: "It holds the database login and the keys that sign sessions: together they give away the site.",
    remediation: "Delete the copy and replace the database password and all keys.",
    steps: [
      "Delete the copy from the web root.",
      "Change the database password and generate new authentication keys and salts.",
      "Keep backups outside the web root and deny .bak, .old, .save and ~ on the web server.",
      RESCAN,
    ],
    references: [CWE_530, OLD_FILES, "https://developer.wordpress.org/advanced-administration/security/hardening/"],
  }),
  database_config: config("Database configuration readable from the web", "a database configuration with a password", {
    severity: "high",
    cvss_score: 8.6,
    risk: "With the login the data can be read or changed as soon as the database can be reached.",
  }),
  appsettings: config(
    "Application settings with credentials readable from the web",
    "a .NET settings file that holds credentials",
    {
      severity: "high",
      cvss_score: 8.6,
      risk: "Connection strings and keys in it give access to the data behind the application.",
    },
  ),
} as const satisfies Record<string, Rule>;

const VALUES_MAX = 20;

/** How each of them is known. */
export const configProbes: readonly Probe<keyof typeof configRules>[] = [
  {
    rule: "ds_store",
    paths: at("/.DS_Store"),
    request: HEAD_OF_FILE,
    prove: ({ body }) => (body.toString("latin1", 0, 8) === "\0\0\0\x01Bud1" ? { evidence: { magic: "Bud1" } } : null),
  },
  {
    rule: "editor_sftp_config",
    guessable: true,
    paths: at(
      ..."/.vscode/sftp.json /sftp-config.json /.ftpconfig /.remote-sync.json /.idea/WebServers.xml /filezilla.xml /sitemanager.xml /WS_FTP.ini /winscp.ini".split(
        " ",
      ),
    ),
    prove: ({ text }) => {
      const host = settingValue(text, "host(?:name)?|server");
      const user = settingValue(text, "user(?:name)?|uid");
      const password = settingValue(text, "pass(?:word|phrase)?|pwd");
      if (host === null || user === null || password === null || isPlaceholder(password)) return null;
      return { evidence: { host: host.slice(0, 200), user: user.slice(0, 100), password: redactSecret(password) } };
    },
  },
  {
    rule: "wp_config_backup",
    guessable: true,
    paths: at(
      ..."/wp-config.php.bak /wp-config.php~ /wp-config.php.old /wp-config.php.save /wp-config.php.orig /wp-config.bak /wp-config.txt /wp-config.php.txt /.wp-config.php.swp".split(
        " ",
      ),
    ),
    prove: ({ text }) => {
      const constant = (name: string) =>
        new RegExp(`define\\(\\s*['"]${name}['"]\\s*,\\s*['"]([^'"]*)['"]`).exec(text)?.[1];
      const password = constant("DB_PASSWORD");
      const database = constant("DB_NAME");
      if (password === undefined || database === undefined) return null;
      return { evidence: { database, user: constant("DB_USER") ?? null, password: redactSecret(password) } };
    },
  },
  {
    rule: "database_config",
    guessable: true,
    paths: at(
      "/config/database.yml",
      "/database.yml",
      "/config/databases.yml",
      "/app/config/parameters.yml",
      "/config/parameters.yml",
    ),
    prove: ({ text }) => {
      const setting = (name: string) =>
        new RegExp(`^[ \\t]+(?:database_)?(?:${name}):[ \\t]*([^\\s#][^\\n#]*)`, "m")
          .exec(text)?.[1]
          ?.trim()
          .replace(/^(["'])(.*)\1$/, "$2");
      const kind = setting("adapter|driver");
      const password = setting("password");
      if (kind === undefined || setting("database|name|host") === undefined || password === undefined) return null;
      return isPlaceholder(password) ? null : { evidence: { adapter: kind, password: redactSecret(password) } };
    },
  },
  {
    rule: "appsettings",
    guessable: true,
    paths: at(
      "/appsettings.json",
      "/appsettings.Production.json",
      "/appsettings.Development.json",
      "/appsettings.Staging.json",
    ),
    prove: ({ text }) => {
      const json = parseJson(text);
      if (!isRecord(json)) return null;
      const secrets = credentialsIn(json).slice(0, VALUES_MAX);
      return secrets.length === 0 ? null : { evidence: { secrets } };
    },
  },
];

/** Value of the first setting so named, in JSON, XML attributes or elements, or INI. */
function settingValue(text: string, names: string): string | null {
  const forms = [
    `["'](?:${names})["']\\s*:\\s*["']([^"'\\n]+)["']`,
    `\\b(?:${names})=["']([^"'\\n]+)["']`,
    `<(?:${names})(?:\\s[^>]{0,200})?>([^<\\n]+)<`,
    `^[ \\t]*(?:${names})[ \\t]*=[ \\t]*([^"'\\s][^\\n]*)$`,
  ];
  for (const form of forms) {
    const value = new RegExp(form, "im").exec(text)?.[1]?.trim();
    if (value !== undefined && value !== "") return value;
  }
  return null;
}

const IN_CONNECTION_STRING = /(?:^|;)\s*(?:password|pwd|accountkey|sharedaccesskey)\s*=\s*([^;]+)/i;

/** Settings may stand in sections; what is nested deeper than this is no settings file. */
const DEPTH_MAX = 16;
const KEY_SHOWN_MAX = 200;

/** Settings whose value is a credential, by the name of the setting or as part of a connection string. */
function credentialsIn(settings: Readonly<Record<string, Json>>): readonly Readonly<Record<string, Json>>[] {
  const credentials: Readonly<Record<string, Json>>[] = [];
  const sections = [{ section: settings, prefix: "", depth: 1 }];
  for (const { section, prefix, depth } of sections) {
    for (const [name, value] of Object.entries(section)) {
      const key = `${prefix}${name}`.slice(0, KEY_SHOWN_MAX);
      if (isRecord(value) && depth < DEPTH_MAX) {
        sections.push({ section: value, prefix: `${key}:`, depth: depth + 1 });
      } else if (typeof value === "string") {
        const secret = IN_CONNECTION_STRING.exec(value)?.[1]?.trim() ?? (namesSecret(spaced(name)) ? value : null);
        if (secret !== null && !isPlaceholder(secret)) credentials.push({ key, ...redactSecret(secret) });
      }
    }
  }
  return credentials;
}

/** Separates the words of a camel-case name, so that `JwtSecretKey` reads like `Jwt_Secret_Key`. */
const spaced = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, "$1_$2");

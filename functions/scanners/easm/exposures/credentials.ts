import type { Json } from "../../../domain/json.ts";
import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { isPlaceholder, redactSecret } from "../shared/redact.ts";
import { at, type Probe } from "./probe.ts";
import { CWE_312, CWE_538, exposure, RESCAN, SECRETS } from "./texts.ts";

const credentials = (
  title: string,
  what: string,
  risk: string,
  docs: string,
  own: Pick<Rule, "severity" | "cvss_score"> = { severity: "critical", cvss_score: 9.1 },
): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what}.`,
    ...own,
    cwe_id: "CWE-538",
    risk,
    remediation: "Remove the file from the web root and replace every secret in it.",
    steps: [
      "Delete the file from the web root, and never serve the home directory of an account.",
      "Replace the passwords, keys and tokens that it holds; assume that they were read.",
      "Look through the logs, the web server's and those of the services named in the file, for use by strangers.",
      RESCAN,
    ],
    references: [CWE_538, CWE_312, SECRETS, docs],
  });

/** Rules about the files in which tools keep their logins. */
export const credentialRules = {
  netrc: credentials(
    "netrc logins readable from the web",
    "a netrc file with logins of other servers",
    "Whoever reads the file logs in at the servers that it names.",
    "https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html",
  ),
  pgpass: credentials(
    "PostgreSQL password file readable from the web",
    "a .pgpass file with database passwords",
    "With the login the data can be read or changed as soon as the database can be reached.",
    "https://www.postgresql.org/docs/current/libpq-pgpass.html",
  ),
  mysql_client_config: credentials(
    "MySQL client login readable from the web",
    "a MySQL option file with a password",
    "With the login the data can be read or changed as soon as the database can be reached.",
    "https://dev.mysql.com/doc/refman/8.4/en/option-files.html",
    { severity: "high", cvss_score: 8.6 },
  ),
  git_credentials: credentials(
    "Git logins readable from the web",
    "Git's credential store with logins of code servers",
    "The login reads private sources and may change what you build and deliver.",
    "https://git-scm.com/docs/git-credential-store",
  ),
  pypirc: credentials(
    "Python package index login readable from the web",
    "a .pypirc file with a login of a package index",
    "The login may publish manipulated versions of your packages.",
    "https://packaging.python.org/en/latest/specifications/pypirc/",
  ),
  composer_auth: credentials(
    "Composer logins readable from the web",
    "Composer's auth.json with logins of package servers",
    "The logins read private packages and, where they are tokens of code servers, private sources.",
    "https://getcomposer.org/doc/articles/authentication-for-private-packages.md",
  ),
  s3cfg: credentials(
    "S3 client keys readable from the web",
    "an s3cmd configuration with its keys",
    "Whoever reads the file acts on the storage account with the rights of its owner.",
    "https://s3tools.org/usage",
  ),
  kubeconfig: credentials(
    "Kubernetes login readable from the web",
    "a kubeconfig with the credentials of a cluster",
    "Whoever reads the file acts on the cluster with the rights of its owner, often as its administrator.",
    "https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/",
    { severity: "critical", cvss_score: 9.8 },
  ),
  gcp_service_account: credentials(
    "Google Cloud service account key readable from the web",
    "the private key of a Google Cloud service account",
    "Whoever reads the key acts in the cloud project with the rights of the account.",
    "https://cloud.google.com/iam/docs/best-practices-for-managing-service-account-keys",
    { severity: "critical", cvss_score: 9.8 },
  ),
  rails_secrets: credentials(
    "Rails secrets readable from the web",
    "a file with the secrets of a Rails application",
    "With the secret key sessions can be forged and, in older versions, code can be run on the server.",
    "https://guides.rubyonrails.org/security.html#custom-credentials",
  ),
} as const satisfies Record<string, Rule>;

const NAMES_MAX = 20;

const isSecret = (value: string | undefined): value is string => value !== undefined && !isPlaceholder(value);

/** How each of them is known. */
export const credentialProbes: readonly Probe<keyof typeof credentialRules>[] = [
  {
    rule: "netrc",
    guessable: true,
    paths: at("/.netrc", "/_netrc"),
    prove: ({ text }) => {
      const logins = [
        ...text.matchAll(
          /^[ \t]*(?:machine[ \t]+(\S{1,200})|default)\s+login[ \t]+(\S{1,100})\s+password[ \t]+(\S{1,300})/gm,
        ),
      ].filter(([, , , password]) => isSecret(password));
      if (logins.length === 0) return null;
      return {
        evidence: {
          logins: logins.slice(0, NAMES_MAX).map(([, machine, user, password = ""]) => ({
            machine: machine ?? "default",
            user: user ?? "",
            ...redactSecret(password),
          })),
        },
      };
    },
  },
  {
    rule: "pgpass",
    guessable: true,
    paths: at("/.pgpass", "/pgpass.conf"),
    prove: ({ text }) => {
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
      const logins = lines.map((line) =>
        /^([\w.*-]{1,200}):(\d{1,5}|\*):([\w.*-]{1,100}):([\w.@*-]{1,100}):(.{1,300})$/.exec(line),
      );
      if (lines.length === 0 || !logins.every((login) => isSecret(login?.[5]))) return null;
      return {
        evidence: {
          logins: logins
            .slice(0, NAMES_MAX)
            .map((login) => ({ host: login?.[1] ?? "", user: login?.[4] ?? "", ...redactSecret(login?.[5] ?? "") })),
        },
      };
    },
  },
  {
    rule: "mysql_client_config",
    guessable: true,
    paths: at("/.my.cnf", "/my.cnf"),
    prove: ({ text }) => {
      const section = /^[ \t]*\[(client|mysql|mysqldump|mysqladmin)[\w-]{0,40}\][ \t]*\r?$/m.exec(text)?.[1];
      const password = /^[ \t]*password[ \t]*=[ \t]*["']?([^"'\s#][^"'\n]{0,300}?)["']?[ \t]*\r?$/m.exec(text)?.[1];
      return section !== undefined && isSecret(password)
        ? { evidence: { section, password: redactSecret(password) } }
        : null;
    },
  },
  {
    rule: "git_credentials",
    guessable: true,
    paths: at("/.git-credentials"),
    prove: ({ text }) => {
      const lines = text.trim().split(/\r?\n/);
      const logins = lines.map((line) =>
        /^https?:\/\/([^\s:@/]{0,200}):([^\s:@/]{4,300})@([\w.:-]{3,200})\/?\S{0,200}$/.exec(line),
      );
      if (!logins.every((login) => isSecret(login?.[2]))) return null;
      return {
        evidence: {
          logins: logins
            .slice(0, NAMES_MAX)
            .map((login) => ({ server: login?.[3] ?? "", ...redactSecret(login?.[2] ?? "") })),
        },
      };
    },
  },
  {
    rule: "pypirc",
    guessable: true,
    paths: at("/.pypirc"),
    prove: ({ text }) => {
      const user = /^[ \t]*username[ \t]*[=:][ \t]*(\S{1,100})[ \t]*\r?$/m.exec(text)?.[1];
      const password = /^[ \t]*password[ \t]*[=:][ \t]*(\S{4,400})[ \t]*\r?$/m.exec(text)?.[1];
      const hasSection = /^[ \t]*\[[\w.-]{1,100}\][ \t]*\r?$/m.test(text);
      return hasSection && user !== undefined && isSecret(password)
        ? { evidence: { user, password: redactSecret(password) } }
        : null;
    },
  },
  {
    rule: "composer_auth",
    guessable: true,
    paths: at("/auth.json", "/.composer/auth.json"),
    prove: ({ text }) => {
      const logins = composerLogins(parseJson(text));
      return logins.length === 0 ? null : { evidence: { logins: logins.slice(0, NAMES_MAX) } };
    },
  },
  {
    rule: "s3cfg",
    guessable: true,
    paths: at("/.s3cfg"),
    prove: ({ text }) => {
      const value = (name: string) =>
        new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(\\S{8,200})[ \\t]*\\r?$`, "m").exec(text)?.[1];
      const [id, secret] = [value("access_key"), value("secret_key")];
      if (!/^[ \t]*\[default\]/m.test(text) || !isSecret(id) || !isSecret(secret)) return null;
      return { evidence: { access_key: redactSecret(id), secret_key: redactSecret(secret) } };
    },
  },
  {
    rule: "kubeconfig",
    guessable: true,
    paths: at("/.kube/config", "/kubeconfig"),
    prove: ({ text }) => {
      const isConfig = /^kind:[ \t]*["']?Config\b/m.test(text) && /^clusters:/m.test(text) && /^users:/m.test(text);
      const [, kind, secret] =
        /^[ \t-]*(token|password|client-key-data|id-token|refresh-token):[ \t]*["']?([^\s"']{8,20000})["']?[ \t]*\r?$/m.exec(
          text,
        ) ?? [];
      if (!isConfig || kind === undefined || !isSecret(secret)) return null;
      const server = /^[ \t-]*server:[ \t]*["']?(https?:\/\/[^\s"']{1,200})/m.exec(text)?.[1] ?? null;
      return { evidence: { server, kind, secret: redactSecret(secret) } };
    },
  },
  {
    rule: "gcp_service_account",
    guessable: true,
    paths: at("/service-account.json", "/serviceAccountKey.json", "/credentials.json"),
    prove: ({ text }) => {
      const json = parseJson(text);
      if (!isRecord(json) || json.type !== "service_account" || typeof json.client_email !== "string") return null;
      const key = json.private_key;
      if (typeof key !== "string" || !/^-----BEGIN (RSA )?PRIVATE KEY-----\s+[\w+/]{60}/.test(key)) return null;
      return {
        evidence: { account: json.client_email.slice(0, 200), project: `${json.project_id ?? ""}`.slice(0, 100) },
      };
    },
  },
  {
    rule: "rails_secrets",
    guessable: true,
    paths: at("/config/secrets.yml", "/config/master.key"),
    prove: ({ text }) => {
      const master = /^([0-9a-f]{32})\s*$/.exec(text)?.[1];
      const base =
        /^[ \t]*(?:secret_key_base:|\S{1,100}\.secret_(?:token|key_base)[ \t]*=)[ \t]*["']?([0-9a-f]{30,256})["']?[ \t]*\r?$/m.exec(
          text,
        )?.[1];
      const secret = master ?? base;
      return secret === undefined
        ? null
        : { evidence: { kind: master === undefined ? "secret_key_base" : "master.key", secret: redactSecret(secret) } };
    },
  },
];

/** Logins by kind, as Composer's documentation names them: user and password, or a token for each server. */
function composerLogins(json: Json): readonly Readonly<Record<string, Json>>[] {
  if (!isRecord(json)) return [];
  const kinds = ["http-basic", "bearer", "github-oauth", "gitlab-token", "gitlab-oauth", "bitbucket-oauth"];
  return kinds.flatMap((kind) => {
    const servers = isRecord(json[kind]) ? json[kind] : {};
    return Object.entries(servers).flatMap(([server, login]) => {
      const secret = isRecord(login) ? (login.password ?? login.token ?? login["consumer-secret"]) : login;
      return typeof secret === "string" && secret.length >= 4 && isSecret(secret)
        ? [{ kind, server: server.slice(0, 200), ...redactSecret(secret) }]
        : [];
    });
  });
}

import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { isPlaceholder, namesSecret, redactSecret } from "../shared/redact.ts";
import { at, type Probe } from "./probe.ts";
import { settingsOf } from "./settings.ts";
import { CWE_312, CWE_538, exposure, RESCAN, SECRETS } from "./texts.ts";

const leak = (title: string, what: string, risk: string, own: Pick<Rule, "severity" | "cvss_score">): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what}.`,
    ...own,
    cwe_id: "CWE-538",
    risk,
    remediation: "Remove the file from the web root and replace every secret in it.",
    steps: [
      "Delete the file from the web root, and deny such names on the web server.",
      "Replace every password, key and token it holds; assume that they were read.",
      "Look through the logs for who fetched the file and for use of the secrets.",
      RESCAN,
    ],
    references: [CWE_538, CWE_312, SECRETS],
  });

/** Rules about files that hold credentials. */
export const secretRules = {
  env_file: leak(
    "Environment file readable from the web",
    "an environment file with the settings of an application",
    "Settings of this kind hold database passwords, API keys and signing keys, which give away the application and its data.",
    { severity: "critical", cvss_score: 9.1 },
  ),
  aws_credentials: leak(
    "AWS credentials readable from the web",
    "an AWS credentials file with a key id and its secret",
    "Whoever reads the file acts in the AWS account with the rights of its owner.",
    { severity: "critical", cvss_score: 9.8 },
  ),
  npmrc_token: leak(
    "npm token readable from the web",
    "an npm configuration with a registry token",
    "The token reads private packages and may publish manipulated versions of your own.",
    { severity: "critical", cvss_score: 9.1 },
  ),
  docker_config: leak(
    "Docker registry login readable from the web",
    "a Docker client configuration with a registry login",
    "The login pulls private images and may replace those that your servers run.",
    { severity: "critical", cvss_score: 9.1 },
  ),
  private_key: leak(
    "Private key readable from the web",
    "a private key in PEM form",
    "The key lets anyone log in as its owner or pose as your server.",
    { severity: "critical", cvss_score: 9.1 },
  ),
  htpasswd: leak(
    "Password file readable from the web",
    "an htpasswd file with user names and password hashes",
    "The hashes can be guessed offline, and the names are half of a login.",
    { severity: "high", cvss_score: 7.5 },
  ),
} as const satisfies Record<string, Rule>;

const NAMES_MAX = 30;
const HASH =
  /^[^\s:<>{}"']{1,64}:(\$apr1\$|\$2[aby]\$|\$[156]\$|\{SHA\})[\w./+=$]{8,}$|^[^\s:<>{}"']{1,64}:[./0-9A-Za-z]{13}$/;
const PEM = /-----BEGIN ((?:RSA |EC |DSA |OPENSSH |ENCRYPTED )?PRIVATE KEY)-----([\s\S]+?)-----END \1-----/;

/** How each of them is known. */
export const secretProbes: readonly Probe<keyof typeof secretRules>[] = [
  {
    rule: "env_file",
    guessable: true,
    paths: at(
      ..."/.env /.env.production /.env.prod /.env.local /.env.dev /.env.development /.env.staging /.env.bak /.env.backup /.env.old /.env.save /api/.env /app/.env /backend/.env".split(
        " ",
      ),
    ),
    prove: ({ text }) => {
      const settings = settingsOf(text);
      if (settings === null) return null;
      const secrets = settings.filter(({ key, value }) => namesSecret(key) && !isPlaceholder(value));
      const evidence = {
        keys: settings.map(({ key }) => key).slice(0, NAMES_MAX),
        secrets: secrets.slice(0, NAMES_MAX).map(({ key, value }) => ({ key, ...redactSecret(value) })),
      };
      return secrets.length > 0
        ? { evidence }
        : { evidence, severity: { value: "high", reason: "no setting in the file is named like a secret" } };
    },
  },
  {
    rule: "aws_credentials",
    guessable: true,
    paths: at("/.aws/credentials", "/.aws/config"),
    prove: ({ text }) => {
      const id = /^[ \t]*aws_access_key_id[ \t]*=[ \t]*([A-Z0-9]{16,128})[ \t\r]*$/m.exec(text)?.[1];
      const secret = /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*(\S{20,200})[ \t\r]*$/m.exec(text)?.[1];
      if (!/^[ \t]*\[[^\]\n]{1,100}\]/m.test(text) || id === undefined || secret === undefined || isPlaceholder(secret))
        return null;
      return { evidence: { access_key_id: redactSecret(id), secret_access_key: redactSecret(secret) } };
    },
  },
  {
    rule: "npmrc_token",
    guessable: true,
    paths: at("/.npmrc"),
    prove: ({ text }) => {
      const found = /^[ \t]*(?:\/\/([^\s:=]{1,200})\/?:)?_auth(?:Token)?[ \t]*=[ \t]*"?([^\s"]+)"?[ \t\r]*$/m.exec(
        text,
      );
      const token = found?.[2];
      if (token === undefined || token.length < 8 || isPlaceholder(token)) return null;
      return { evidence: { registry: found?.[1] ?? null, token: redactSecret(token) } };
    },
  },
  {
    rule: "docker_config",
    guessable: true,
    paths: at("/.docker/config.json", "/.dockerconfigjson", "/.dockercfg"),
    prove: ({ text }) => {
      const json = parseJson(text);
      const auths = isRecord(json) ? (isRecord(json.auths) ? json.auths : json) : {};
      for (const [registry, login] of Object.entries(auths)) {
        const secret = isRecord(login) ? (login.auth ?? login.identitytoken) : null;
        if (typeof secret !== "string" || secret.length < 8) continue;
        if (isRecord(login) && login.auth === secret && !Buffer.from(secret, "base64").includes(":")) continue;
        return { evidence: { registry: registry.slice(0, 200), auth: redactSecret(secret) } };
      }
      return null;
    },
  },
  {
    rule: "private_key",
    paths: ({ attributes: { host } }) => [
      ..."/id_rsa /id_ecdsa /id_ed25519 /.ssh/id_rsa /.ssh/id_ecdsa /.ssh/id_ed25519 /server.key /private.key /privatekey.key /private.pem /key.pem /privkey.pem /ssl/server.key /certs/server.key".split(
        " ",
      ),
      `/${host}.key`,
    ],
    prove: ({ text }) => {
      const [block, kind = "", body = ""] = PEM.exec(text) ?? [];
      // Only a file that is a key: a manual may show one among other text.
      if (block === undefined || !text.trimStart().startsWith("-----BEGIN ") || !isBase64(body)) return null;
      const isLocked = kind.startsWith("ENCRYPTED") || /^Proc-Type: 4,ENCRYPTED/m.test(body);
      const evidence = { kind, encrypted: isLocked };
      return isLocked
        ? { evidence, severity: { value: "high", reason: "the key is protected by a passphrase" } }
        : { evidence };
    },
  },
  {
    rule: "htpasswd",
    guessable: true,
    paths: at("/.htpasswd", "/.htpasswds", "/admin/.htpasswd", "/htpasswd"),
    prove: ({ text }) => {
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
      if (lines.length === 0 || !lines.every((line) => HASH.test(line.trim()))) return null;
      const users = lines
        .slice(0, NAMES_MAX)
        .map((line) => ({ user: line.split(":", 1)[0] ?? "", ...redactSecret(line.slice(line.indexOf(":") + 1)) }));
      return { evidence: { users } };
    },
  },
];

/** True when the inside of a PEM block is base64 of at least 32 bytes, apart from its headers. */
function isBase64(body: string): boolean {
  const content = body.replace(/^[A-Za-z-]+: .*$/gm, "").replace(/\s+/g, "");
  return content.length >= 40 && /^[A-Za-z0-9+/]+={0,2}$/.test(content);
}

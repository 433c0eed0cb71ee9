import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { isPlaceholder, redactSecret } from "../shared/redact.ts";
import { at, type Probe, raised } from "./probe.ts";
import { projectFile as project } from "./texts.ts";

const LOW = { severity: "low", cvss_score: 3.7 } as const;

/** Rules about files of a project that do not belong on a web server. */
export const projectRules = {
  package_manifest: project(
    "Package manifest readable from the web",
    "a list of the packages that the application is built of",
    {
      ...LOW,
      risk: "Exact versions of all components are told, with which known flaws are looked up.",
    },
  ),
  vendor_folder: project(
    "Folder of PHP packages readable from the web",
    "the folder into which Composer installs packages",
    {
      severity: "medium",
      cvss_score: 5.3,
      risk: "Packages hold scripts that were never meant to be called from outside; PHPUnit before 4.8.28 and 5.6.3 runs code for anybody (CVE-2017-9841).",
    },
    "https://nvd.nist.gov/vuln/detail/CVE-2017-9841",
  ),
  spring_properties: project(
    "Spring configuration with credentials readable from the web",
    "a configuration file of a Spring application that holds credentials",
    {
      severity: "high",
      cvss_score: 8.6,
      risk: "Passwords in it give access to the data and the services behind the application.",
    },
    "https://docs.spring.io/spring-boot/reference/features/external-config.html",
  ),
  php_config_backup: project(
    "Backup of a PHP configuration readable from the web",
    "a copy of a PHP configuration under a name that the server does not run",
    {
      severity: "critical",
      cvss_score: 9.1,
      risk: "The copy is sent as text with the passwords of the database in it.",
    },
  ),
} as const satisfies Record<string, Rule>;

const URL_LOGIN = /\bhttps?:\/\/([^\s:@/"']{0,100}:[^\s:@/"'${}]{4,200}|(?:ghp|gho|glpat)[\w-]{16,100})@/;
const NAMES_MAX = 10;

/** How each of them is known. */
export const projectProbes: readonly Probe<keyof typeof projectRules>[] = [
  {
    rule: "package_manifest",
    guessable: true,
    paths: at(
      "/composer.json",
      "/composer.lock",
      "/package.json",
      "/package-lock.json",
      "/Gemfile.lock",
      "/requirements.txt",
      "/yarn.lock",
    ),
    prove: ({ text }) => {
      const kind = manifestKind(text);
      return kind === null ? null : raised({ kind }, URL_LOGIN.test(text));
    },
  },
  {
    rule: "vendor_folder",
    paths: at("/vendor/composer/installed.json"),
    request: { bytesMax: 1_048_576 },
    prove: ({ text }) => {
      const json = parseJson(text);
      const list = isRecord(json) ? json.packages : json;
      const packages = Array.isArray(list)
        ? list.filter(isRecord).filter(({ name, version }) => typeof name === "string" && typeof version === "string")
        : [];
      if (packages.length === 0) return null;
      const phpunit = packages.find(({ name }) => name === "phpunit/phpunit")?.version;
      const evidence = {
        packages: packages.length,
        phpunit: typeof phpunit === "string" ? phpunit.slice(0, 40) : null,
      };
      return typeof phpunit === "string" && runsAnyCode(phpunit)
        ? {
            evidence,
            severity: { value: "high", reason: "it holds a PHPUnit that runs code for anybody (CVE-2017-9841)" },
          }
        : { evidence };
    },
  },
  {
    rule: "spring_properties",
    guessable: true,
    paths: at(
      "/application.properties",
      "/application.yml",

      "/config/application.properties",
    ),
    prove: ({ text }) => {
      const isSpring = /^[ \t]*(?:spring|server|management)(?:[.:][\w.-]{0,80})?[ \t]*[=:]/m.test(text);
      const secrets = [...text.matchAll(/^[ \t]*([\w.-]{1,120})[ \t]*[=:][ \t]*([^\s#]{4,300})[ \t]*\r?$/gm)].filter(
        ([, key = "", value = ""]) =>
          /(?:password|secret|secret-key|access-key|token)$/i.test(key) &&
          !/^\$\{|^ENC\(/.test(value) &&
          !isPlaceholder(value),
      );
      if (!isSpring || secrets.length === 0) return null;
      return {
        evidence: {
          secrets: secrets.slice(0, NAMES_MAX).map(([, key = "", value = ""]) => ({ key, ...redactSecret(value) })),
        },
      };
    },
  },
  {
    rule: "php_config_backup",
    guessable: true,
    paths: at(
      ..."/config.php.bak /config.php~ /config.php.old /configuration.php.bak /LocalSettings.php~ /sites/default/settings.php.bak".split(
        " ",
      ),
    ),
    prove: ({ text }) => {
      const [, name, password] =
        /(?:\$|define\(\s*['"]|['"])([\w]{0,40}(?:pass(?:word|wd)?|pwd|DBpassword))['"]?\s{0,5}(?:=>?|,)\s{0,5}['"]([^'"\n]{3,200})['"]/i.exec(
          text,
        ) ?? [];
      if (!/^\s*<\?php\b/.test(text) || name === undefined || password === undefined || isPlaceholder(password))
        return null;
      return { evidence: { setting: name, password: redactSecret(password) } };
    },
  },
];

/** Which package manager's file this is, null when none's. */
function manifestKind(text: string): string | null {
  const json = parseJson(text);
  if (isRecord(json)) {
    if (Array.isArray(json.packages) && typeof json["content-hash"] === "string") return "composer.lock";
    if (typeof json.lockfileVersion === "number") return "package-lock.json";
    if (isRecord(json.require) && (isRecord(json.autoload) || typeof json.name === "string")) return "composer.json";
    if (typeof json.name === "string" && (isRecord(json.dependencies) || isRecord(json.devDependencies)))
      return "package.json";
    return null;
  }
  if (/^GEM\r?\n {2}remote: https?:\/\//m.test(text) && /^DEPENDENCIES\r?$/m.test(text)) return "Gemfile.lock";
  if (/^# yarn lockfile v1\r?$/m.test(text)) return "yarn.lock";
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*(?:#|-|--)/.test(line));
  const pinned = lines.filter((line) =>
    /^[A-Za-z\d][\w.-]{0,80}(?:\[[\w,-]{1,80}\])?\s{0,3}(?:==|>=|~=|<=)\s{0,3}\d[\w.*]{0,30}/.test(line),
  );
  return pinned.length >= 2 && pinned.length >= (lines.length * 2) / 3 ? "requirements.txt" : null;
}

/** Versions of PHPUnit whose eval-stdin.php runs what it is sent: before 4.8.28, and 5.x before 5.6.3. */
function runsAnyCode(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, "").split(".").map(Number);
  if (major === 4) return minor < 8 || (minor === 8 && patch < 28);
  return major < 4 || (major === 5 && (minor < 6 || (minor === 6 && patch < 3)));
}

import type { Rule } from "../../../domain/rule.ts";
import { at, type Probe } from "./probe.ts";
import { CWE_538, exposure, MISCONFIGURATION, RESCAN } from "./texts.ts";

const CWE_532 = "https://cwe.mitre.org/data/definitions/532.html";

const log = (
  title: string,
  what: string,
  risk: string,
  own: Pick<Rule, "severity" | "cvss_score"> = { severity: "medium", cvss_score: 5.3 },
): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what}. Only its beginning was read.`,
    ...own,
    cwe_id: "CWE-532",
    risk,
    remediation: "Move the log out of the web root.",
    steps: [
      "Delete the file from the web root, and deny such names on the web server.",
      "Set the application to write its log to a place that no web server serves.",
      "Read the log for passwords, tokens and personal data, and treat them as disclosed.",
      RESCAN,
    ],
    references: [CWE_532, CWE_538, MISCONFIGURATION],
  });

/** Rules about logs and histories left in the web root. */
export const logRules = {
  shell_history: log(
    "Shell history readable from the web",
    "the command history of an account",
    "Commands name servers, paths and users, and often hold passwords.",
    { severity: "high", cvss_score: 7.5 },
  ),
  wp_debug_log: log(
    "WordPress debug log readable from the web",
    "the debug log of WordPress",
    "It tells paths, plugins and queries, and whatever plugins write there.",
  ),
  laravel_log: log(
    "Laravel log readable from the web",
    "the log of a Laravel application",
    "Logged exceptions hold paths, queries with their values, and often settings and tokens.",
  ),
  error_log: log(
    "Server log readable from the web",
    "an error or access log of a web server or of PHP",
    "It tells paths, addresses of visitors and the requests they sent, with what stood in them.",
  ),
} as const satisfies Record<string, Rule>;

const HEAD = { headers: { range: "bytes=0-16383" }, bytesMax: 16_384 } as const;

/** Commands that people type; one line of a history is one of them with what follows. */
const COMMAND =
  /^(?:sudo |\$ )?(?:ls|cd|cat|vi|vim|nano|mkdir|rm|cp|mv|chmod|chown|ssh|scp|git|apt|apt-get|yum|dnf|systemctl|service|docker|kubectl|mysql|psql|curl|wget|tar|php|composer|npm|pip|python3?|make|exit|history|top|ps|kill|tail|grep|find|echo|export)(?:\s|$)/;
const QUERY = /^(?:select|insert|update|delete|show|use|create|alter|drop|grant|describe)\b.*;?$/i;
const PHP_LOG =
  /^\[\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}:\d{2}[^\]\n]{0,40}\] PHP (Warning|Notice|Fatal error|Parse error|Deprecated|Stack trace)/m;
const LARAVEL_LOG =
  /^\[\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}[^\]\n]{0,20}\] (\w{1,30})\.(EMERGENCY|ALERT|CRITICAL|ERROR|WARNING|NOTICE|INFO|DEBUG): /m;
/** Apache's error log, nginx's error log, and the common log format. */
const SERVER_LOGS = [
  ["Apache error log", /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)? \d{4}\] \[[\w:]{1,40}\] /m],
  [
    "nginx error log",
    /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2} \[(?:emerg|alert|crit|error|warn|notice|info)\] \d{1,10}#\d{1,10}: /m,
  ],
  [
    "access log",
    /^[\d.:a-f]{3,45} \S{1,100} \S{1,100} \[\d{2}\/[A-Z][a-z]{2}\/\d{4}(?::\d{2}){3} [+-]\d{4}\] "[A-Z]{3,10} \S{1,2000} HTTP\/[\d.]{1,4}" \d{3} /m,
  ],
] as const;

/** How each of them is known. */
export const logProbes: readonly Probe<keyof typeof logRules>[] = [
  {
    rule: "shell_history",
    volatile: true,
    paths: at("/.bash_history", "/.zsh_history", "/.mysql_history"),
    request: HEAD,
    prove: ({ text }) => {
      // zsh puts `: time:duration;` before a command, bash may put `#time` on a line of its own.
      const lines = text
        .split(/\r?\n/)
        .map((line) => line.replace(/^: \d{9,11}:\d+;/, "").trim())
        .filter((line) => line !== "" && !/^#\d{9,11}$/.test(line) && !line.startsWith("_HiStOrY_V2_"));
      const commands = lines.filter((line) => COMMAND.test(line) || QUERY.test(line));
      return commands.length >= 3 && commands.length >= lines.length / 2
        ? { evidence: { kind: "command history" } }
        : null;
    },
  },
  {
    rule: "wp_debug_log",
    volatile: true,
    paths: at("/wp-content/debug.log"),
    request: HEAD,
    prove: ({ text }) => (PHP_LOG.test(text) ? { evidence: { kind: "PHP error log" } } : null),
  },
  {
    rule: "laravel_log",
    volatile: true,
    paths: at("/storage/logs/laravel.log", "/logs/laravel.log"),
    once: true,
    request: HEAD,
    prove: ({ text }) => (LARAVEL_LOG.test(text) ? { evidence: { kind: "Laravel log" } } : null),
  },
  {
    rule: "error_log",
    volatile: true,
    paths: at(
      "/error_log",
      "/error.log",
      "/logs/error.log",

      "/access.log",
    ),
    request: HEAD,
    prove: ({ text }) => {
      const kind = PHP_LOG.test(text) ? "PHP error log" : SERVER_LOGS.find(([, form]) => form.test(text))?.[0];
      return kind === undefined ? null : { evidence: { kind } };
    },
  },
];

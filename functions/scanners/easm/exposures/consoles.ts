import type { Rule } from "../../../domain/rule.ts";
import { at, type Probe, titleOf } from "./probe.ts";
import { ADMIN_INTERFACES, CWE_306, exposure, RESCAN } from "./texts.ts";

const panel = (product: string, docs: string): Rule =>
  exposure({
    title: `${product} login reachable from the internet`,
    description: `The login page of ${product} is open to everybody.`,
    severity: "low",
    cwe_id: "CWE-668",
    cvss_score: 3.7,
    risk: "Passwords of the database can be guessed here, and flaws of the panel itself lie open.",
    remediation: `Let only administrators reach ${product}.`,
    steps: [
      "Limit the path to the administrators' addresses or put it behind a VPN or single sign-on.",
      `Update ${product}, or remove it where nobody uses it.`,
      "Check the logs for foreign logins.",
      RESCAN,
    ],
    references: [ADMIN_INTERFACES, "https://cwe.mitre.org/data/definitions/668.html", docs],
  });

const codeConsole = (
  own: Pick<Rule, "title" | "description" | "risk"> & { readonly lock: string; readonly docs: string },
): Rule => {
  const { lock, docs, ...texts } = own;
  return exposure({
    ...texts,
    severity: "critical",
    cwe_id: "CWE-306",
    cvss_score: 9.8,
    remediation: "Close the console at once.",
    steps: [
      lock,
      "Look through the logs for its use; rebuild the host if there was any.",
      "Replace the credentials that the server could read.",
      RESCAN,
    ],
    references: [CWE_306, ADMIN_INTERFACES, docs],
  });
};

/** Rules about consoles and panels. */
export const consoleRules = {
  adminer: panel("Adminer", "https://www.adminer.org/en/password/"),
  phpmyadmin: panel(
    "phpMyAdmin",
    "https://docs.phpmyadmin.net/en/latest/setup.html#securing-your-phpmyadmin-installation",
  ),
  werkzeug_console: codeConsole({
    title: "Werkzeug debugger console open to everybody",
    description: "The interactive Python console of the Werkzeug debugger answers.",
    risk: "Whoever gets past its PIN, if it has one, runs any code on the server.",
    lock: "Run the application with debug turned off, behind a production WSGI server.",
    docs: "https://werkzeug.palletsprojects.com/en/stable/debug/",
  }),
  jenkins_script_console: codeConsole({
    title: "Jenkins script console open to everybody",
    description: "The Groovy script console of Jenkins answers without a login.",
    risk: "Anyone can run any code on the build server and read all credentials stored in it.",
    lock: "Turn on security in Jenkins and take Administer from anonymous users.",
    docs: "https://www.jenkins.io/doc/book/managing/script-console/",
  }),
} as const satisfies Record<string, Rule>;

/** How each of them is known. */
export const consoleProbes: readonly Probe<keyof typeof consoleRules>[] = [
  {
    rule: "adminer",
    paths: at("/adminer.php", "/adminer/", "/adminer"),
    html: true,
    once: true,
    prove: ({ text }) =>
      /\bAdminer\b/.test(titleOf(text)) && /name=["']?auth\[(driver|username|server)\]/.test(text)
        ? { evidence: { title: titleOf(text).slice(0, 100) } }
        : null,
  },
  {
    rule: "phpmyadmin",
    paths: at("/phpmyadmin/", "/phpMyAdmin/", "/pma/", "/dbadmin/"),
    html: true,
    once: true,
    prove: ({ text }) =>
      /\bphpMyAdmin\b/.test(titleOf(text)) && /name=["']?pma_(username|password)|PMA_commonParams/.test(text)
        ? { evidence: { title: titleOf(text).slice(0, 100) } }
        : null,
  },
  {
    rule: "werkzeug_console",
    paths: at("/console"),
    html: true,
    prove: ({ text }) => {
      const isConsole =
        /EVALEX\s*=\s*true/.test(text) &&
        /CONSOLE_MODE\s*=\s*true/.test(text) &&
        /Werkzeug|Interactive Console/i.test(text);
      return isConsole ? { evidence: { pin_needed: !/EVALEX_TRUSTED\s*=\s*true/.test(text) } } : null;
    },
  },
  {
    rule: "jenkins_script_console",
    paths: at("/script", "/jenkins/script"),
    html: true,
    once: true,
    prove: ({ response, text }) => {
      const isJenkins = response.header("x-jenkins") !== null || /\[Jenkins\]|- Jenkins\b/.test(titleOf(text));
      const hasConsole =
        /Script Console/.test(text) &&
        /<textarea[^>]{1,300}name=["']?script\b|name=["']?script["']?[^>]{0,300}<\/?textarea/.test(text);
      return isJenkins && hasConsole ? { evidence: { version: response.header("x-jenkins") } } : null;
    },
  },
];

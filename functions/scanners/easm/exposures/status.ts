import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { namesSecret } from "../shared/redact.ts";
import { at, type Probe, titleOf } from "./probe.ts";
import { CWE_200, exposure, MISCONFIGURATION, RESCAN } from "./texts.ts";

const diagnosis = (
  own: Pick<Rule, "title" | "description" | "severity" | "cvss_score" | "risk"> & {
    readonly lock: string;
    readonly docs: string;
  },
): Rule => {
  const { lock, docs, ...texts } = own;
  return exposure({
    ...texts,
    cwe_id: "CWE-200",
    remediation: "Close the page to everybody but the operators.",
    steps: [
      lock,
      "Where operators need it, offer it on an internal address or behind a login.",
      "Check what it showed; replace credentials and session keys if there were any.",
      RESCAN,
    ],
    references: [CWE_200, MISCONFIGURATION, docs],
  });
};

/** Rules about pages by which servers and frameworks show their inside. */
export const statusRules = {
  server_status: diagnosis({
    title: "Apache server status readable by everybody",
    description: "Apache's status or information page is open.",
    severity: "medium",
    cvss_score: 5.3,
    risk: "It shows visitors' addresses and the URLs they request, session tokens in URLs included.",
    lock: "Limit /server-status and /server-info to localhost (Require local) or remove the handlers.",
    docs: "https://httpd.apache.org/docs/2.4/mod/mod_status.html",
  }),
  phpinfo: diagnosis({
    title: "phpinfo() page readable by everybody",
    description: "A page shows the output of phpinfo().",
    severity: "medium",
    cvss_score: 5.3,
    risk: "It shows versions, paths, modules and often environment variables with passwords.",
    lock: "Delete the file that calls phpinfo().",
    docs: "https://www.php.net/manual/en/function.phpinfo.php",
  }),
  actuator_env: diagnosis({
    title: "Spring Boot environment readable by everybody",
    description: "The actuator endpoint env lists the application's property sources.",
    severity: "high",
    cvss_score: 7.5,
    risk: "It shows configuration, and with some settings passwords; the values also help to take the application over.",
    lock: "Expose health and info only (management.endpoints.web.exposure.include) and secure the rest.",
    docs: "https://docs.spring.io/spring-boot/reference/actuator/endpoints.html",
  }),
  actuator_heapdump: diagnosis({
    title: "Spring Boot heap dump offered to everybody",
    description: "The actuator index offers the endpoint heapdump, which gives away the memory of the application.",
    severity: "critical",
    cvss_score: 9.1,
    risk: "The memory holds passwords, keys, sessions and customers' data in clear text.",
    lock: "Disable the heapdump endpoint (management.endpoint.heapdump.access=none) at once.",
    docs: "https://docs.spring.io/spring-boot/reference/actuator/endpoints.html",
  }),
  elmah: diagnosis({
    title: "ELMAH error log readable by everybody",
    description: "The error log of an ASP.NET application is open.",
    severity: "medium",
    cvss_score: 5.3,
    risk: "Logged requests hold cookies and form fields, with which sessions can be taken over.",
    lock: "Set allowRemoteAccess to false for ELMAH, or require a login for elmah.axd.",
    docs: "https://elmah.github.io/a/securing-error-log-pages/",
  }),
  trace_axd: diagnosis({
    title: "ASP.NET trace readable by everybody",
    description: "The trace viewer of an ASP.NET application is open.",
    severity: "medium",
    cvss_score: 5.3,
    risk: "Traced requests hold session ids, form fields and physical paths.",
    lock: 'Set <trace enabled="false" localOnly="true"/> in web.config.',
    docs: "https://learn.microsoft.com/en-us/previous-versions/aspnet/bb386420(v=vs.100)",
  }),
} as const satisfies Record<string, Rule>;

const NAMES_MAX = 20;
const LINK_SHOWN_MAX = 300;

const titled = (text: string, title: RegExp): boolean => title.test(titleOf(text));

/** How each of them is known. */
export const statusProbes: readonly Probe<keyof typeof statusRules>[] = [
  {
    rule: "server_status",
    paths: at("/server-status", "/server-info"),
    html: true,
    prove: ({ text }) => {
      const status =
        titled(text, /^Apache Status$/i) &&
        /Server uptime:|requests currently being processed|Server Version:/i.test(text);
      const info = titled(text, /^Server Information$/i) && /Apache Server Information/i.test(text);
      if (!status && !info) return null;
      return {
        evidence: {
          page: status ? "server-status" : "server-info",
          version: /Server Version: ?(?:<[^>]*>)*([^<\n]{1,100})/i.exec(text)?.[1]?.trim() ?? null,
        },
      };
    },
  },
  {
    rule: "phpinfo",
    paths: at("/phpinfo.php", "/info.php", "/test.php", "/php.php", "/i.php", "/phpinfo"),
    html: true,
    prove: ({ text }) => {
      const version = />\s*PHP Version (\d+\.\d+[\w.+~-]*)/i.exec(text)?.[1];
      if (version === undefined || !titled(text, /^(PHP \d[\w.+~-]* - )?phpinfo\(\)$/i)) return null;
      return { evidence: { php_version: version } };
    },
  },
  {
    rule: "actuator_env",
    paths: at("/actuator/env", "/env", "/manage/env", "/management/env"),
    once: true,
    guessable: true,
    request: { headers: { accept: "application/json" }, bytesMax: 1_048_576 },
    prove: ({ text }) => {
      const json = parseJson(text);
      const sources =
        isRecord(json) && Array.isArray(json.activeProfiles) && Array.isArray(json.propertySources)
          ? json.propertySources
          : [];
      const named = sources
        .filter(isRecord)
        .filter(({ name, properties }) => typeof name === "string" && isRecord(properties));
      if (named.length === 0) return null;
      const keys = named.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));
      return {
        evidence: {
          sources: named.slice(0, NAMES_MAX).map(({ name }) => `${name}`.slice(0, 120)),
          properties: keys.length,
          named_like_secrets: keys.filter(namesSecret).slice(0, NAMES_MAX),
        },
      };
    },
  },
  {
    rule: "actuator_heapdump",
    // Only the index is read: a request for the dump makes the server write its whole memory to disk.
    paths: at("/actuator", "/manage", "/management"),
    once: true,
    volatile: true,
    request: { headers: { accept: "application/json" } },
    prove: ({ text }) => {
      const json = parseJson(text);
      const links = isRecord(json) && isRecord(json._links) ? json._links : {};
      const link = isRecord(links.heapdump) ? links.heapdump.href : null;
      return typeof link === "string" ? { evidence: { link: link.slice(0, LINK_SHOWN_MAX) } } : null;
    },
  },
  {
    rule: "elmah",
    paths: at("/elmah.axd", "/elmah"),
    html: true,
    // The second path may lead to the same log, whose page has the time on it and so never looks the same.
    once: true,
    prove: ({ text }) =>
      /<h1[^>]{0,200}>\s*Error Log for\b/i.test(text) && /\bELMAH\b/.test(text)
        ? { evidence: { marker: "Error Log for" } }
        : null,
  },
  {
    rule: "trace_axd",
    paths: at("/trace.axd"),
    html: true,
    prove: ({ text }) =>
      /<h1[^>]{0,200}>\s*Application Trace\s*</i.test(text) &&
      /Requests to this Application|Physical Directory/i.test(text)
        ? { evidence: { marker: "Application Trace" } }
        : null,
  },
];

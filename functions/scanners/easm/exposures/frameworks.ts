import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { at, type Probe, titleOf } from "./probe.ts";
import { CWE_200, exposure, MISCONFIGURATION, RESCAN } from "./texts.ts";

const CWE_489 = "https://cwe.mitre.org/data/definitions/489.html";

const debug = (
  title: string,
  description: string,
  own: Pick<Rule, "severity" | "cvss_score" | "risk">,
  lock: string,
  docs: string,
): Rule =>
  exposure({
    title,
    description,
    ...own,
    cwe_id: "CWE-489",
    remediation: "Turn the tool off in production.",
    steps: [
      lock,
      "Check that production runs with debug mode off and without development packages.",
      "Look at what it showed; replace credentials and session keys if there were any.",
      RESCAN,
    ],
    references: [CWE_489, CWE_200, MISCONFIGURATION, docs],
  });

const HIGH = { severity: "high", cvss_score: 7.5 } as const;
const MEDIUM = { severity: "medium", cvss_score: 5.3 } as const;
const ACTUATOR_DOCS = "https://docs.spring.io/spring-boot/reference/actuator/endpoints.html";

/** Rules about what frameworks show to their developers. */
export const frameworkRules = {
  symfony_profiler: debug(
    "Symfony profiler open to everybody",
    "The profiler of a Symfony application answers.",
    {
      ...HIGH,
      risk: "It shows every request with its session, form fields and settings, and reads files of the project.",
    },
    "Remove the profiler from production (APP_ENV=prod, APP_DEBUG=0) and delete app_dev.php.",
    "https://symfony.com/doc/current/profiler.html",
  ),
  laravel_telescope: debug(
    "Laravel Telescope open to everybody",
    "The Telescope dashboard of a Laravel application answers without a login.",
    { ...HIGH, risk: "It shows requests, queries, mails and cache entries, with sessions and password reset links." },
    "Restrict the viewTelescope gate, or set TELESCOPE_ENABLED=false in production.",
    "https://laravel.com/docs/telescope#dashboard-authorization",
  ),
  laravel_horizon: debug(
    "Laravel Horizon open to everybody",
    "The Horizon dashboard of a Laravel application answers without a login.",
    {
      ...MEDIUM,
      risk: "It shows the jobs of the application with their data, and lets strangers run failed ones again.",
    },
    "Restrict the viewHorizon gate.",
    "https://laravel.com/docs/horizon#dashboard-authorization",
  ),
  laravel_ignition: debug(
    "Laravel's error page tool open to everybody",
    "The health check of Ignition, the debug error page of Laravel, answers.",
    {
      ...MEDIUM,
      risk: "Debug mode shows settings and source code with each error; old versions of the tool run code for anybody.",
    },
    "Set APP_DEBUG=false and install without development packages.",
    "https://laravel.com/docs/configuration#debug-mode",
  ),
  rails_info: debug(
    "Rails information pages open to everybody",
    "The information pages of a Rails application in development mode answer.",
    { ...MEDIUM, risk: "They show versions, paths on the server and all routes, internal ones included." },
    "Run with RAILS_ENV=production.",
    "https://guides.rubyonrails.org/configuring.html",
  ),
  django_debug: debug(
    "Django runs in debug mode",
    "An unknown address is answered with Django's debug page.",
    { ...MEDIUM, risk: "Debug pages show all routes, and with each error settings, source code and local variables." },
    "Set DEBUG = False and list the host's names in ALLOWED_HOSTS.",
    "https://docs.djangoproject.com/en/stable/ref/settings/#debug",
  ),
  rails_debug: debug(
    "Rails runs in development mode",
    "An unknown address is answered with the developers' page of Rails.",
    { ...MEDIUM, risk: "Such pages show all routes, and with each error source code and a session's content." },
    "Run with RAILS_ENV=production and config.consider_all_requests_local = false.",
    "https://guides.rubyonrails.org/configuring.html#config-consider-all-requests-local",
  ),
  actuator_details: debug(
    "Spring Boot internals readable by everybody",
    "Actuator endpoints that describe the inside of the application answer.",
    {
      ...MEDIUM,
      risk: "They show routes, beans, settings, threads or the last requests, with the tokens in their headers.",
    },
    "Expose health and info only (management.endpoints.web.exposure.include) and secure the rest.",
    ACTUATOR_DOCS,
  ),
  jolokia: debug(
    "Jolokia open to everybody",
    "The Jolokia agent answers without a login.",
    {
      ...HIGH,
      risk: "Management beans can be read and called over it, with which settings are changed and often code is run.",
    },
    "Require a login for Jolokia and restrict it by jolokia-access.xml, or remove the agent.",
    "https://jolokia.org/reference/html/manual/security.html",
  ),
} as const satisfies Record<string, Rule>;

/** A path that no application has. It is always the same, so that a rescan asks for the very same page. */
const UNKNOWN = "/palisade/no-such-page";
const JSON_ANSWER = { headers: { accept: "application/json" }, bytesMax: 1_048_576 } as const;

/** How each of them is known. */
export const frameworkProbes: readonly Probe<keyof typeof frameworkRules>[] = [
  {
    rule: "symfony_profiler",
    paths: at("/_profiler", "/app_dev.php/_profiler"),
    once: true,
    html: true,
    prove: ({ text }) =>
      /^Symfony Profiler$/.test(titleOf(text)) &&
      /\/_profiler\/|sf-(?:toolbar|profiler|reset)|id="(?:sidebar|menu-profiler)"/.test(text)
        ? { evidence: { title: titleOf(text).slice(0, 100) } }
        : null,
  },
  {
    rule: "laravel_telescope",
    paths: at("/telescope", "/telescope/requests"),
    once: true,
    html: true,
    prove: ({ text }) =>
      /\bTelescope\b/.test(titleOf(text)) && /window\.Telescope\s*=\s*\{/.test(text)
        ? { evidence: { marker: "window.Telescope" } }
        : null,
  },
  {
    rule: "laravel_horizon",
    paths: at("/horizon", "/horizon/dashboard"),
    once: true,
    html: true,
    prove: ({ text }) =>
      /\bHorizon\b/.test(titleOf(text)) && /window\.Horizon\s*=\s*\{/.test(text)
        ? { evidence: { marker: "window.Horizon" } }
        : null,
  },
  {
    rule: "laravel_ignition",
    paths: at("/_ignition/health-check"),
    prove: ({ text }) => {
      const json = parseJson(text);
      if (!isRecord(json) || typeof json.can_execute_commands !== "boolean") return null;
      const evidence = { can_execute_commands: json.can_execute_commands };
      return json.can_execute_commands
        ? { evidence, severity: { value: "high", reason: "the tool may run its solutions" } }
        : { evidence };
    },
  },
  {
    rule: "rails_info",
    paths: at("/rails/info/properties", "/rails/info/routes"),
    once: true,
    html: true,
    prove: ({ text }) => {
      const version = /<td class="name">Rails version<\/td>\s*<td class="value">([\d.]{3,20}[\w.]{0,10})</.exec(
        text,
      )?.[1];
      if (version !== undefined) return { evidence: { rails: version } };
      return /<table id=["']?route_table["']?/.test(text) && /data-route-path=/.test(text)
        ? { evidence: { page: "routes" } }
        : null;
    },
  },
  {
    rule: "django_debug",
    paths: at(UNKNOWN),
    once: true,
    html: true,
    statuses: [404],
    everywhere: true,
    prove: ({ text }) =>
      /^Page not found at \//.test(titleOf(text)) &&
      /<th[^>]{0,40}>Request URL:<\/th>/.test(text) &&
      /<code>DEBUG\s?=\s?True<\/code>/.test(text)
        ? { evidence: { setting: "DEBUG = True" } }
        : null,
  },
  {
    rule: "rails_debug",
    paths: at(UNKNOWN),
    once: true,
    html: true,
    statuses: [404],
    everywhere: true,
    prove: ({ text }) =>
      /^Action Controller: Exception caught$/.test(titleOf(text)) && /<code>Rails\.root: [^<]{1,300}<\/code>/.test(text)
        ? { evidence: { page: "Action Controller: Exception caught" } }
        : null,
  },
  {
    rule: "actuator_details",
    paths: at(
      ..."/actuator/mappings /actuator/configprops /actuator/beans /actuator/httpexchanges /actuator/loggers /actuator/threaddump".split(
        " ",
      ),
    ),
    once: true,
    volatile: true,
    request: JSON_ANSWER,
    prove: ({ text }) => {
      const json = parseJson(text);
      if (!isRecord(json)) return null;
      const endpoint = actuatorEndpoint(json);
      return endpoint === null ? null : { evidence: { endpoint } };
    },
  },
  {
    rule: "jolokia",
    paths: at("/jolokia/version", "/actuator/jolokia/version", "/api/jolokia/version"),
    once: true,
    volatile: true,
    prove: ({ text }) => {
      const json = parseJson(text);
      const value = isRecord(json) && isRecord(json.value) && isRecord(json.request) ? json.value : {};
      return typeof value.agent === "string" && typeof value.protocol === "string"
        ? { evidence: { agent: value.agent.slice(0, 40), protocol: value.protocol.slice(0, 40) } }
        : null;
    },
  },
];

/** Which endpoint of Spring Boot's actuator answers in this form (its API documentation), null when none. */
function actuatorEndpoint(json: Readonly<Record<string, unknown>>): string | null {
  const contexts = Object.values((json.contexts ?? {}) as Record<string, unknown>);
  const hasIn = (name: string) =>
    contexts.some((context) => typeof context === "object" && context !== null && name in context);
  if (hasIn("mappings")) return "mappings";
  if (hasIn("beans")) {
    const isProperties = JSON.stringify(contexts).includes('"prefix":');
    return isProperties ? "configprops" : "beans";
  }
  if (Array.isArray(json.exchanges)) return isTrace(json.exchanges) ? "httpexchanges" : null;
  if (Array.isArray(json.levels) && json.levels.includes("DEBUG") && typeof json.loggers === "object") return "loggers";
  return Array.isArray(json.threads) && JSON.stringify(json.threads.slice(0, 1)).includes('"threadName":')
    ? "threaddump"
    : null;
}

const isTrace = (entries: readonly unknown[]): boolean =>
  entries.length > 0 && /"request":\{[\s\S]*"method":/.test(JSON.stringify(entries.slice(0, 1)));

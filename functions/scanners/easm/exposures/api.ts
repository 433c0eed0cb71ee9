import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { at, type Probe } from "./probe.ts";
import { CWE_200, exposure, MISCONFIGURATION, RESCAN } from "./texts.ts";

/** Rules about interfaces that tell more than they have to. */
export const apiRules = {
  wp_users: exposure({
    title: "WordPress user names listed",
    description: "The REST interface of WordPress lists the names of its users to everybody.",
    severity: "low",
    cwe_id: "CWE-200",
    cvss_score: 3.7,
    risk: "The names are half of a login and make password guessing easier.",
    remediation: "Require a login for the users endpoint.",
    steps: [
      "Deny /wp-json/wp/v2/users to visitors, by a plugin or on the web server.",
      "Give authors display names that differ from their login names.",
      "Require a second factor for administrators.",
      RESCAN,
    ],
    references: [CWE_200, "https://developer.wordpress.org/rest-api/reference/users/"],
  }),
  api_document: {
    title: "API description published",
    description: "An OpenAPI or Swagger document describes the application's interface.",
    category: "exposure",
    severity: "info",
    finding_class: "expected_exposure",
    cwe_id: "CWE-200",
    cvss_score: 0,
    risk: "None where it is meant to be public; otherwise it shows every operation, internal ones included.",
    remediation: "Confirm that the document is meant to be public.",
    steps: [
      "Check that it holds no internal operations, hosts or examples with real data.",
      "Check that every operation it names demands the login it should.",
      "Put it behind a login where it is meant for partners only.",
      RESCAN,
    ],
    references: [
      "https://spec.openapis.org/oas/latest.html",
      "https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/",
    ],
  },
  graphql_introspection: exposure({
    title: "GraphQL schema open to everybody",
    description: "The GraphQL endpoint answers introspection queries without a login.",
    severity: "low",
    cwe_id: "CWE-200",
    cvss_score: 3.7,
    risk: "The whole schema, with operations that no page uses, can be read and searched for weak spots.",
    remediation: "Turn introspection off for strangers.",
    steps: [
      "Turn introspection off in production, or require a login for it.",
      "Turn off field suggestions and consoles such as GraphiQL as well.",
      "Check that every resolver enforces its own authorization.",
      RESCAN,
    ],
    references: [
      "https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html",
      "https://spec.graphql.org/October2021/#sec-Introspection",
      CWE_200,
    ],
  }),
  prometheus_metrics: exposure({
    title: "Metrics readable by everybody",
    description: "An endpoint gives away the application's metrics in Prometheus format.",
    severity: "low",
    cwe_id: "CWE-200",
    cvss_score: 3.7,
    risk: "Metrics tell versions, internal host names, paths and business figures.",
    remediation: "Let only the monitoring system read the metrics.",
    steps: [
      "Serve metrics on an internal port or address.",
      "Where that cannot be, require a token that the monitoring system sends.",
      "Check labels for customer names and other data that does not belong there.",
      RESCAN,
    ],
    references: [CWE_200, MISCONFIGURATION, "https://prometheus.io/docs/operating/security/"],
  }),
} as const satisfies Record<string, Rule>;

const NAMES_MAX = 10;
const INTROSPECTION = JSON.stringify({ query: "query{__schema{queryType{name} types{name}}}" });

/** How each of them is known. */
export const apiProbes: readonly Probe<keyof typeof apiRules>[] = [
  {
    rule: "wp_users",
    paths: at("/wp-json/wp/v2/users", "/?rest_route=/wp/v2/users"),
    once: true,
    prove: ({ text }) => {
      const users = parseJson(text);
      if (!Array.isArray(users) || users.length === 0) return null;
      const slugs = users.map((user) =>
        isRecord(user) &&
        typeof user.id === "number" &&
        typeof user.slug === "string" &&
        ("avatar_urls" in user || "_links" in user || "link" in user)
          ? user.slug.slice(0, 60)
          : null,
      );
      return slugs.includes(null) ? null : { evidence: { users: slugs.length, slugs: slugs.slice(0, NAMES_MAX) } };
    },
  },
  {
    rule: "api_document",
    paths: at(
      ..."/openapi.json /swagger.json /v2/api-docs /v3/api-docs /api-docs /api/openapi.json /api/swagger.json /swagger/v1/swagger.json /openapi.yaml /swagger.yaml".split(
        " ",
      ),
    ),
    request: { bytesMax: 1_048_576 },
    prove: ({ text }) => {
      const json = parseJson(text);
      if (isRecord(json)) {
        const version = json.openapi ?? json.swagger;
        const isDocument =
          typeof version === "string" && /^[23]\.\d/.test(version) && isRecord(json.info) && isRecord(json.paths);
        return isDocument ? { evidence: { version, operations_under: Object.keys(json.paths ?? {}).length } } : null;
      }
      const version = /^(?:openapi|swagger):[ \t]*["']?([23]\.\d[\d.]*)["']?[ \t]*$/m.exec(text)?.[1];
      return version !== undefined && /^info:/m.test(text) && /^paths:/m.test(text) ? { evidence: { version } } : null;
    },
  },
  {
    rule: "graphql_introspection",
    volatile: true,
    paths: at("/graphql", "/api/graphql", "/v1/graphql", "/graphql/v1", "/query", "/gql", "/api"),
    once: true,
    // Nothing else is sent a POST, whose effect on a stranger's path nobody knows.
    knock: { query: "?query=%7B__typename%7D", isThere: speaksGraphql },
    request: {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: INTROSPECTION,
      bytesMax: 1_048_576,
    },
    prove: ({ text }) => {
      const json = parseJson(text);
      const schema = isRecord(json) && isRecord(json.data) && isRecord(json.data.__schema) ? json.data.__schema : {};
      const types = Array.isArray(schema.types) ? schema.types : [];
      const names = types.flatMap((type) => (isRecord(type) && typeof type.name === "string" ? [type.name] : []));
      if (names.length === 0 || !isRecord(schema.queryType) || typeof schema.queryType.name !== "string") return null;
      return {
        evidence: {
          types: names.length,
          examples: names
            .filter((name) => !name.startsWith("__"))
            .sort()
            .slice(0, NAMES_MAX),
        },
      };
    },
  },
  {
    rule: "prometheus_metrics",
    volatile: true,
    paths: at("/metrics", "/actuator/prometheus", "/prometheus/metrics", "/api/metrics"),
    once: true,
    prove: ({ text }) => {
      const names = [
        ...text.matchAll(/^# TYPE ([a-zA-Z_:][\w:]*) (?:counter|gauge|histogram|summary|untyped|unknown)\s*$/gm),
      ].map(([, name]) => name ?? "");
      const hasSample = /^[a-zA-Z_:][\w:]*(\{[^}\n]*\})? [-+]?(\d|Inf|NaN)/m.test(text);
      return names.length > 0 && hasSample
        ? { evidence: { examples: [...new Set(names)].sort().slice(0, NAMES_MAX) } }
        : null;
    },
  },
];

/** True for an answer as GraphQL's specification has it (section 7.1): the type's name, or errors with messages. */
function speaksGraphql(text: string): boolean {
  const json = parseJson(text);
  if (!isRecord(json)) return false;
  if (isRecord(json.data) && typeof json.data.__typename === "string") return true;
  const { errors } = json;
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every((error) => isRecord(error) && typeof error.message === "string")
  );
}

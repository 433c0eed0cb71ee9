import { isRecord, parseJson } from "../shared/json.ts";
import type { panelRules } from "./panel-rules.ts";
import { at, type Page, type Probe, type Proof, titleOf } from "./probe.ts";

const shownTitle = (text: string): Proof => ({ evidence: { title: titleOf(text).slice(0, 100) } });

/** Proof by the title and a further part of the page that only the product has. */
const titled =
  (title: RegExp, marker: RegExp) =>
  ({ text }: Page): Proof | null =>
    title.test(titleOf(text)) && marker.test(text) ? shownTitle(text) : null;

/** Proof by JSON of a form that only the product has; what `read` returns is the evidence. */
const answering =
  (read: (json: Readonly<Record<string, unknown>>) => Proof["evidence"] | null) =>
  ({ text }: Page): Proof | null => {
    const json = parseJson(text);
    const evidence = isRecord(json) ? read(json) : null;
    return evidence === null ? null : { evidence };
  };

const short = (value: unknown): string => `${value}`.slice(0, 60);

/** A login page of a product. */
const login = (
  rule: keyof typeof panelRules,
  paths: readonly string[],
  title: RegExp,
  marker: RegExp,
  own: Partial<Probe<keyof typeof panelRules>> = {},
): Probe<keyof typeof panelRules> => ({
  rule,
  paths: at(...paths),
  once: true,
  html: true,
  prove: titled(title, marker),
  ...own,
});

/** How each of them is known. */
export const panelProbes: readonly Probe<keyof typeof panelRules>[] = [
  login(
    "grafana_panel",
    ["/login", "/grafana/login"],
    /^Grafana$/,
    /window\.grafanaBootData|public\/build\/(?:app|grafana)\./,
    { everywhere: true },
  ),
  login(
    "kibana_panel",
    ["/login", "/app/kibana", "/kibana/login"],
    /^(?:Elastic|Kibana)$/,
    /<kbn-injected-metadata|kbnLoadingMessage|kbnWelcome/,
  ),
  login(
    "jenkins_panel",
    ["/login", "/jenkins/login"],
    /^(?:Sign in (?:- |\[)?)?Jenkins\]?$/,
    /name=["']?j_username|j_spring_security_check/,
  ),
  {
    rule: "tomcat_manager",
    paths: at("/manager/html", "/host-manager/html"),
    once: true,
    html: true,
    statuses: [401, 403],
    prove: ({ response, text }) => {
      const realm = /realm="Tomcat (?:Host )?Manager Application"/.test(response.header("www-authenticate") ?? "");
      const refused = response.status === 403 && /conf\/tomcat-users\.xml/.test(text) && /manager-gui/.test(text);
      return realm || refused ? { evidence: { refused_with: response.status } } : null;
    },
  },
  login(
    "airflow_panel",
    ["/login/", "/login", "/airflow/login/"],
    /^(?:Sign In - Airflow|Airflow - Login|Sign In)$/,
    /airflow(?:DefaultTheme|_icon|\/static)|\/static\/(?:appbuilder|pin_32)|pin_32\.png/,
  ),
  {
    rule: "argocd_panel",
    paths: at("/api/version"),
    prove: answering((json) =>
      typeof json.Version === "string" &&
      /^v\d+\.\d+\.\d+/.test(json.Version) &&
      (json.KustomizeVersion !== undefined || Object.keys(json).length === 1)
        ? { version: short(json.Version) }
        : null,
    ),
  },
  login(
    "rabbitmq_panel",
    ["/", "/rabbitmq/"],
    /^RabbitMQ Management$/,
    /js\/(?:ejs|base64|dispatcher|main)[\w.-]{0,20}\.js|rabbitmqlogo/,
  ),
  login(
    "pgadmin_panel",
    ["/login", "/pgadmin4/login", "/pgadmin/login", "/pgadmin4/"],
    /^pgAdmin 4$/,
    /\/static\/(?:js\/generated|favicon)|pgAdmin\b[\s\S]{0,2000}csrf_token/i,
    {
      once: true,
    },
  ),
  login(
    "phppgadmin_panel",
    ["/phppgadmin/", "/phpPgAdmin/", "/pgadmin/"],
    /^phpPgAdmin$/,
    /<frameset|src=["'](?:intro|browser)\.php|name=["']loginServer["']/,
  ),
  login(
    "hosting_panel",
    ["/", "/login", "/login_up.php"],
    /^(?:cPanel Login|WHM Login|Webmail Login|Plesk (?:Obsidian|Onyx)\b.{0,40}|DirectAdmin Login|Login to Webmin|ISPConfig)$/,
    /cpanel_body|cPanel_magic_revision|id=["']login-wrapper|\/modules\/plesk|plesk-ui|name=["'](?:login_name|user|username)["']/,
    { everywhere: true },
  ),
  login(
    "hasura_console",
    ["/console"],
    /Hasura/,
    /window\.__env\s*=\s*\{[\s\S]{0,4000}?(?:adminSecret|isAdminSecretSet|consolePath|serverVersion)/,
  ),
  login(
    "minio_console",
    ["/login", "/minio/login", "/"],
    /^MinIO (?:Console|Browser|AIStor)$/,
    /<meta[^>]{1,200}MinIO|minio\/(?:static|loader)|\/static\/js\/main\./i,
    { everywhere: true },
  ),
  login(
    "nexus_panel",
    ["/", "/nexus/"],
    /^(?:Sonatype )?Nexus Repository(?: Manager)?\b.{0,30}$/,
    /NX\.application|nexus-(?:rapture|coreui|proui)|loadingMsg|nexus-prod/,
  ),
  {
    rule: "artifactory_panel",
    paths: at("/artifactory/api/system/version", "/artifactory/api/system/ping", "/artifactory/webapp/", "/ui/login/"),
    once: true,
    volatile: true,
    prove: ({ response, text }) => {
      const id = response.header("x-artifactory-id") ?? response.header("x-jfrog-version");
      const json = parseJson(text);
      const version = isRecord(json) && Array.isArray(json.addons) ? json.version : null;
      if (typeof version === "string") return { evidence: { version: short(version) } };
      return id !== null && text.trim() === "OK" ? { evidence: { header: "x-artifactory-id" } } : null;
    },
  },
  {
    rule: "sonarqube_panel",
    paths: at("/api/system/status", "/sonar/api/system/status", "/sonarqube/api/system/status"),
    once: true,
    volatile: true,
    prove: answering((json) =>
      typeof json.id === "string" &&
      typeof json.version === "string" &&
      /^(?:UP|DOWN|STARTING|RESTARTING|DB_MIGRATION_\w+)$/.test(short(json.status))
        ? { version: short(json.version) }
        : null,
    ),
  },
  login("consul_panel", ["/ui/", "/ui"], /^Consul(?: by HashiCorp)?$/, /consul-ui\/|consul-ui%2F|id=["']consul-/),
  login("kubernetes_dashboard", ["/", "/dashboard/"], /^Kubernetes Dashboard$/, /<kd-root|kd-app/, {
    everywhere: true,
  }),
  login(
    "zabbix_panel",
    ["/", "/zabbix/", "/zabbix/index.php"],
    /\bZabbix$/,
    /name=["']autologin["']|jsLoader\.php|zabbix\.php\?action=/,
  ),
  {
    rule: "portainer_panel",
    paths: at("/api/status", "/api/system/status"),
    once: true,
    volatile: true,
    prove: answering((json) =>
      typeof json.Version === "string" && typeof json.InstanceID === "string" ? { version: short(json.Version) } : null,
    ),
  },
  login(
    "gitlab_sign_up",
    ["/users/sign_up", "/gitlab/users/sign_up"],
    /\bGitLab$/,
    /name=["'](?:new_user|user)\[email\]["']/,
  ),
  {
    rule: "graphql_ide",
    paths: at("/graphiql", "/playground", "/graphql-playground", "/graphql", "/api/graphql"),
    once: true,
    html: true,
    request: { headers: { accept: "text/html" } },
    prove: ({ text }) => {
      const title = titleOf(text);
      const isConsole =
        (/^(?:GraphiQL|GraphQL Playground|Altair|Apollo (?:Server|Sandbox|Studio)|GraphQL Voyager|GraphQL Console)\b/i.test(
          title,
        ) &&
          /graphiql(?:\.min)?\.js|GraphiQL\.|GraphQLPlayground\.init|AltairGraphQL\.init|EmbeddedSandbox|embeddable-sandbox|GraphQLVoyager/.test(
            text,
          )) ||
        /new window\.EmbeddedSandbox\(/.test(text);
      return isConsole ? shownTitle(text) : null;
    },
  },
  {
    rule: "swagger_ui",
    paths: at(
      ..."/swagger-ui/index.html /swagger-ui.html /swagger-ui/ /swagger/index.html /swagger/ /api/docs /docs /redoc".split(
        " ",
      ),
    ),
    once: true,
    html: true,
    prove: ({ text }) =>
      /SwaggerUIBundle\s*\(|swagger-ui-bundle(?:\.min)?\.js|swagger-ui\.js|<redoc\s[^>]{0,300}spec-url|Redoc\.init\(|redoc\.standalone\.js/.test(
        text,
      ) &&
      /swagger|redoc/i.test(
        `${titleOf(text)} ${/<(?:div|redoc)[^>]{0,200}(?:id=["']swagger-ui["']|spec-url)/.exec(text)?.[0] ?? ""}`,
      )
        ? shownTitle(text)
        : null,
  },
];

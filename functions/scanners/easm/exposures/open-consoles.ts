import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { at, type Page, type Probe, type Proof, titleOf } from "./probe.ts";
import { ADMIN_INTERFACES, CWE_306, exposure, RESCAN } from "./texts.ts";

const open = (
  product: string,
  risk: string,
  lock: string,
  docs: string,
  own: Pick<Rule, "severity" | "cvss_score">,
): Rule =>
  exposure({
    title: `${product} open without a login`,
    description: `${product} answers requests of strangers that need a login by good practice. Only one thing was read.`,
    ...own,
    cwe_id: "CWE-306",
    risk,
    remediation: `Require a login for ${product}, or take it off the internet.`,
    steps: [
      lock,
      "Limit it to the addresses of those who need it, or put it behind a VPN or single sign-on.",
      "Look through its logs and settings for what strangers did; replace the credentials that it holds.",
      RESCAN,
    ],
    references: [CWE_306, ADMIN_INTERFACES, docs],
  });

const MEDIUM = { severity: "medium", cvss_score: 5.3 } as const;
const HIGH = { severity: "high", cvss_score: 7.5 } as const;
const CRITICAL = { severity: "critical", cvss_score: 9.8 } as const;

/** Rules about administration and data that strangers reach without a login. */
export const openConsoleRules = {
  grafana_anonymous: open(
    "Grafana",
    "Dashboards tell the inside of systems and business, and data sources can be asked through them.",
    "Set auth.anonymous enabled to false, or to an organisation that holds nothing private.",
    "https://grafana.com/docs/grafana/latest/setup-grafana/configure-security/configure-authentication/anonymous-auth/",
    MEDIUM,
  ),
  kibana_open: open(
    "Kibana",
    "All data of the Elasticsearch cluster behind it can be read, and mostly changed.",
    "Turn on security in Elasticsearch and give Kibana a login.",
    "https://www.elastic.co/guide/en/kibana/current/using-kibana-with-security.html",
    HIGH,
  ),
  jenkins_open: open(
    "Jenkins",
    "Jobs, their logs and artefacts are readable, and may hold sources and credentials.",
    "Take the right Overall/Read from anonymous users.",
    "https://www.jenkins.io/doc/book/security/access-control/",
    MEDIUM,
  ),
  airflow_open: open(
    "Apache Airflow",
    "Workflows can be read and started; they run code and hold the logins of data sources.",
    "Set an auth backend other than allow_all for the API, and AUTH_ROLE_PUBLIC to nothing.",
    "https://airflow.apache.org/docs/apache-airflow/stable/security/api.html",
    HIGH,
  ),
  solr_admin: open(
    "Apache Solr",
    "All indexed data can be read and changed, and by way of its settings often code is run on the server.",
    "Turn on the authentication plugin and limit the port to the application servers.",
    "https://solr.apache.org/guide/solr/latest/deployment-guide/securing-solr.html",
    HIGH,
  ),
  prometheus_server: open(
    "Prometheus",
    "It tells all monitored hosts with their inner addresses, and every figure about them.",
    "Put a login in front of it (web.config.file, basic_auth_users).",
    "https://prometheus.io/docs/operating/security/",
    MEDIUM,
  ),
  traefik_dashboard: open(
    "The Traefik dashboard",
    "It tells all routes and the servers behind them, internal ones included.",
    "Set api.insecure to false and put a middleware with a login in front of the dashboard.",
    "https://doc.traefik.io/traefik/operations/dashboard/",
    MEDIUM,
  ),
  hadoop_yarn: open(
    "The Hadoop YARN resource manager",
    "Strangers may submit applications, which run any code on the cluster.",
    "Turn on Kerberos and limit the port to the cluster.",
    "https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-common/SecureMode.html",
    CRITICAL,
  ),
  flink_dashboard: open(
    "The Apache Flink dashboard",
    "Strangers may upload and start jobs, which run any code on the cluster.",
    "Set web.submit.enable to false and limit the port to the administrators.",
    "https://nightlies.apache.org/flink/flink-docs-stable/docs/deployment/security/security-ssl/",
    CRITICAL,
  ),
  spark_master: open(
    "The Apache Spark master",
    "It tells all workers and applications with their settings, and may take jobs of strangers.",
    "Set spark.acls.enable and a login filter, and limit the ports to the cluster.",
    "https://spark.apache.org/docs/latest/security.html",
    HIGH,
  ),
  mongo_express: open(
    "mongo-express",
    "All databases behind it can be read, changed and deleted.",
    "Set ME_CONFIG_BASICAUTH, or remove it from production.",
    "https://github.com/mongo-express/mongo-express",
    CRITICAL,
  ),
  node_red: open(
    "Node-RED",
    "Strangers may change the flows, which run any code on the server.",
    "Set adminAuth in settings.js.",
    "https://nodered.org/docs/user-guide/runtime/securing-node-red",
    CRITICAL,
  ),
  druid_monitor: open(
    "The Alibaba Druid monitor",
    "It shows queries, addresses and sessions of the application.",
    "Set loginUsername and loginPassword of StatViewServlet, or turn the servlet off.",
    "https://github.com/alibaba/druid/wiki",
    MEDIUM,
  ),
  jmx_console: open(
    "The JBoss JMX console",
    "Management beans can be called, by which code is deployed on the server.",
    "Remove the console or secure it in its web.xml.",
    "https://nvd.nist.gov/vuln/detail/CVE-2010-0738",
    CRITICAL,
  ),
} as const satisfies Record<string, Rule>;

type OpenConsole = keyof typeof openConsoleRules;

const NAMES_MAX = 10;
const short = (value: unknown): string => `${value}`.slice(0, 100);

/** One harmless read of an interface for programs. */
const reading = (
  rule: OpenConsole,
  paths: readonly string[],
  read: (json: ReturnType<typeof parseJson>) => Proof["evidence"] | null,
): Probe<OpenConsole> => ({
  rule,
  paths: at(...paths),
  once: true,
  volatile: true,
  request: { headers: { accept: "application/json" }, bytesMax: 524_288 },
  prove: ({ text }) => {
    const evidence = read(parseJson(text));
    return evidence === null ? null : { evidence };
  },
});

const showing = (rule: OpenConsole, paths: readonly string[], title: RegExp, marker: RegExp): Probe<OpenConsole> => ({
  rule,
  paths: at(...paths),
  once: true,
  html: true,
  prove: ({ text }: Page) =>
    title.test(titleOf(text)) && marker.test(text) ? { evidence: { title: titleOf(text).slice(0, 100) } } : null,
});

/** How each of them is known. */
export const openConsoleProbes: readonly Probe<OpenConsole>[] = [
  reading("grafana_anonymous", ["/api/org", "/grafana/api/org"], (json) =>
    isRecord(json) &&
    typeof json.id === "number" &&
    typeof json.name === "string" &&
    isRecord(json.address) &&
    "address1" in json.address
      ? { organisation: short(json.name) }
      : null,
  ),
  reading("kibana_open", ["/api/spaces/space", "/kibana/api/spaces/space"], (json) => {
    const spaces = Array.isArray(json) ? json.filter(isRecord) : [];
    const isList =
      spaces.length > 0 &&
      spaces.every(
        ({ id, name, disabledFeatures }) =>
          typeof id === "string" && typeof name === "string" && Array.isArray(disabledFeatures),
      );
    return isList
      ? {
          spaces: spaces
            .map(({ id }) => short(id))
            .sort()
            .slice(0, NAMES_MAX),
        }
      : null;
  }),
  reading("jenkins_open", ["/api/json", "/jenkins/api/json"], (json) =>
    isRecord(json) && json._class === "hudson.model.Hudson" && Array.isArray(json.jobs)
      ? {
          jobs: json.jobs
            .filter(isRecord)
            .map(({ name }) => short(name))
            .sort()
            .slice(0, NAMES_MAX),
        }
      : null,
  ),
  reading("airflow_open", ["/api/v1/dags?limit=1", "/airflow/api/v1/dags?limit=1"], (json) =>
    isRecord(json) &&
    Array.isArray(json.dags) &&
    typeof json.total_entries === "number" &&
    json.dags.every((dag) => isRecord(dag) && typeof dag.dag_id === "string")
      ? { interface: "dags" }
      : null,
  ),
  reading("solr_admin", ["/solr/admin/info/system?wt=json"], (json) =>
    isRecord(json) && isRecord(json.lucene) && typeof json.lucene["solr-spec-version"] === "string"
      ? { solr: short(json.lucene["solr-spec-version"]) }
      : null,
  ),
  reading("prometheus_server", ["/api/v1/status/buildinfo", "/prometheus/api/v1/status/buildinfo"], (json) =>
    isRecord(json) &&
    json.status === "success" &&
    isRecord(json.data) &&
    typeof json.data.version === "string" &&
    typeof json.data.goVersion === "string"
      ? { version: short(json.data.version) }
      : null,
  ),
  reading("traefik_dashboard", ["/api/overview", "/traefik/api/overview"], (json) => {
    const http = isRecord(json) && isRecord(json.http) ? json.http : {};
    return isRecord(http.routers) && typeof http.routers.total === "number" && isRecord(http.middlewares)
      ? { interface: "overview" }
      : null;
  }),
  reading("hadoop_yarn", ["/ws/v1/cluster/info"], (json) => {
    const info = isRecord(json) && isRecord(json.clusterInfo) ? json.clusterInfo : {};
    return typeof info.hadoopVersion === "string" && typeof info.resourceManagerVersion === "string"
      ? { hadoop: short(info.hadoopVersion) }
      : null;
  }),
  reading("flink_dashboard", ["/config", "/flink/config"], (json) =>
    isRecord(json) && typeof json["flink-version"] === "string" && "flink-revision" in json
      ? { flink: short(json["flink-version"]) }
      : null,
  ),
  showing(
    "spark_master",
    ["/", "/spark/"],
    /^Spark Master at spark:\/\//,
    /<strong>(?:REST )?URL:<\/strong>|Alive Workers/,
  ),
  showing(
    "mongo_express",
    ["/", "/mongo-express/"],
    /^Home - Mongo Express$/,
    /name=["']database["']|Databases<\/h\d>/,
  ),
  reading("node_red", ["/settings", "/nodered/settings", "/red/settings"], (json) =>
    isRecord(json) &&
    typeof json.httpNodeRoot === "string" &&
    typeof json.version === "string" &&
    isRecord(json.editorTheme) &&
    json.user === undefined
      ? { version: short(json.version) }
      : null,
  ),
  showing("druid_monitor", ["/druid/index.html"], /^Druid Stat Index$/, /druid\.common\.js|Druid Monitor/),
  showing(
    "jmx_console",
    ["/jmx-console/"],
    /^JBoss JMX Management Console|^MBean Inspector/,
    /JMX Agent View|HtmlAdaptor\?action=/,
  ),
];

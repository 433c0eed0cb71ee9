import type { RawResponse } from "../raw/http.ts";
import { get, type Oracle } from "./oracle.ts";

type Proof = (body: string, response: RawResponse) => boolean;

const typeOf = (response: RawResponse): string => String(response.headers["content-type"]);

/** A page with each of the marks. */
const markup =
  (...marks: readonly string[]): Proof =>
  (body, response) =>
    typeOf(response).includes("html") && marks.every((mark) => body.includes(mark));

/** Text that is no page and has the mark. */
const file =
  (mark: RegExp): Proof =>
  (body, response) =>
    !typeOf(response).includes("html") && mark.test(body);

const parsed =
  (mark: RegExp): Proof =>
  (body, response) =>
    typeOf(response).includes("json") && mark.test(body);

const proofs: Readonly<Record<string, Proof>> = {
  netrc: file(/^machine \S+\nlogin \S+\npassword \w+\n/),
  pgpass: file(/^\S+:5432:shop:shop:\w+\n$/),
  mysql_client_config: file(/^\[client\]\n.*\npassword = "\w+"$/m),
  git_credentials: file(/^https:\/\/deploy:\w+@/),
  pypirc: file(/^\[pypi\]\n[\s\S]*^password = \w+$/m),
  composer_auth: parsed(/^\{"http-basic":\{"[^"]+":\{"username":"shop","password":"\w+"/),
  s3cfg: file(/^access_key = \w+\nsecret_key = \w+$/m),
  kubeconfig: file(/^kind: Config$[\s\S]*^ {4}token: \w+$/m),
  gcp_service_account: parsed(/^\{"type":"service_account".*-----BEGIN PRIVATE KEY-----/),
  rails_secrets: file(/^ {2}secret_key_base: [0-9a-f]+$/m),
  cvs_repository: file(/^\/index\.php\/1\.14\//),
  bzr_repository: file(/^Bazaar-NG meta directory, format \d\n$/),
  package_manifest: parsed(/^\{"name":.*"require":\{"php"/),
  vendor_folder: parsed(/^\{"packages":\[\{"name":"[^"]+","version":/),
  spring_properties: file(/^spring\.datasource\.password=\w+$/m),
  php_config_backup: file(/^<\?php\n[\s\S]*\$db_password = '\w+';/),
  terraform_state: parsed(/"terraform_version":.*"resources":\[\{/),
  terraform_variables: file(/^region[\s\S]*_password = "\w+"$/m),
  docker_compose: file(/^services:\n {2}web:\n {4}image:/),
  web_config: file(/^<\?xml.*\n<configuration>\n\s+<system\.web>/),
  htaccess: file(/^RewriteEngine On\nRewriteCond /),
  web_xml: file(/^<\?xml.*\n<web-app /),
  shell_history: file(/^cd \S+\nls -la\nmysql /),
  wp_debug_log: file(/^\[\d\d-\w{3}-\d{4} .*\] PHP Warning: /),
  laravel_log: file(/^\[\d{4}-.*\] production\.ERROR: /),
  error_log: file(/^\[\w{3} \w{3} .*\] \[core:error\] /),
  symfony_profiler: markup("<title>Symfony Profiler</title>", '<div id="sidebar">'),
  laravel_telescope: markup("<script>window.Telescope = {"),
  laravel_horizon: markup("<script>window.Horizon = {"),
  laravel_ignition: parsed(/^\{"can_execute_commands":(true|false)\}$/),
  rails_info: markup('<td class="name">Rails version</td><td class="value">'),
  actuator_details: parsed(/^\{"contexts":\{"application":\{"mappings":/),
  jolokia: parsed(/^\{"request":\{"type":"version"\},"value":\{"agent":/),
  nginx_status: file(/^Active connections: \d+ \nserver accepts/),
  php_fpm_status: file(/^pool: +www\nprocess manager: /),
  haproxy_stats: markup("<title>Statistics Report for HAProxy</title>", "<h2>Statistics Report for pid"),
  go_pprof: markup("<title>/debug/pprof/</title>", "<a href='goroutine?debug=1'>"),
  go_expvar: parsed(/^\{"cmdline":\[.*"memstats":\{/),
  cross_domain_policy: file(/<cross-domain-policy>\s+<allow-access-from domain="\*"/),
  security_txt: file(/^Contact: mailto:\S+\nExpires: /),
  wp_xmlrpc: (body, { status }) => status === 405 && body === "XML-RPC server accepts POST requests only.",
  setup_page: markup("Installation</title>", '<input name="weblog_title">'),
  grafana_anonymous: parsed(/^\{"id":1,"name":"Main Org\.","address":\{/),
  kibana_open: parsed(/^\[\{"id":"default".*"disabledFeatures":\[/),
  jenkins_open: parsed(/^\{"_class":"hudson\.model\.Hudson".*"jobs":\[/),
  airflow_open: parsed(/^\{"dags":\[\{"dag_id":/),
  solr_admin: parsed(/"lucene":\{"solr-spec-version":/),
  prometheus_server: parsed(/^\{"status":"success","data":\{.*"goVersion":/),
  traefik_dashboard: parsed(/^\{"http":\{"routers":\{"total":\d/),
  hadoop_yarn: parsed(/^\{"clusterInfo":\{.*"hadoopVersion":/),
  flink_dashboard: parsed(/"flink-version":.*"flink-revision":/),
  spark_master: markup("<title>Spark Master at spark://", "Alive Workers"),
  mongo_express: markup("<title>Home - Mongo Express</title>", '<input name="database">'),
  node_red: parsed(/^\{"httpNodeRoot":.*"editorTheme":/),
  druid_monitor: markup("<title>Druid Stat Index</title>", 'src="js/druid.common.js"'),
  jmx_console: markup("<title>JBoss JMX Management Console</title>", "JMX Agent View"),
  grafana_panel: markup("<title>Grafana</title>", "<script>window.grafanaBootData = "),
  kibana_panel: markup("<title>Elastic</title>", "<kbn-injected-metadata"),
  jenkins_panel: markup("[Jenkins]</title>", 'action="j_spring_security_check"'),
  tomcat_manager: (_, { status, headers }) =>
    status === 401 && headers["www-authenticate"] === 'Basic realm="Tomcat Manager Application"',
  airflow_panel: markup("Airflow</title>", '<img src="/static/pin_32.png">'),
  argocd_panel: parsed(/^\{"Version":"v\d[^"]*"\}$/),
  rabbitmq_panel: markup("<title>RabbitMQ Management</title>", "<script "),
  pgadmin_panel: markup("<title>pgAdmin 4</title>", "<form "),
  phppgadmin_panel: markup("<title>phpPgAdmin</title>", "<frameset"),
  hosting_panel: markup("<title>Plesk Obsidian", '<input name="login_name">'),
  hasura_console: markup("<title>Hasura Console</title>", "<script>window.__env = "),
  minio_console: markup("<title>MinIO Console</title>", "<script "),
  nexus_panel: markup("Nexus Repository</title>", "<script "),
  artifactory_panel: parsed(/^\{"version":.*"addons":\[/),
  sonarqube_panel: parsed(/^\{"id":"\w+","version":"[^"]+","status":"UP"\}$/),
  consul_panel: markup("<title>Consul by HashiCorp</title>", '<meta name="consul-ui/'),
  kubernetes_dashboard: markup("<title>Kubernetes Dashboard</title>", "<kd-root>"),
  zabbix_panel: markup("Zabbix</title>", 'name="autologin"'),
  portainer_panel: parsed(/^\{"Version":.*"InstanceID":/),
  gitlab_sign_up: markup("GitLab</title>", '<input name="new_user[email]">'),
  graphql_ide: markup("<title>GraphiQL</title>", "<script "),
  swagger_ui: markup("<title>Swagger UI</title>", "<script "),
  default_page: markup("<title>Welcome to nginx!</title>", "successfully installed and working"),
};

/** Statuses of things that show although the answer is no success. */
const refusals: Readonly<Record<string, number>> = { wp_xmlrpc: 405, tomcat_manager: 401 };

/** The proof is there, and is not also under a path that nobody made. */
const oracle =
  (rule: string, proof: Proof): Oracle =>
  async (claim) => {
    const expected = refusals[rule] ?? 200;
    const shown = await get(claim, claim.path);
    if (shown.status !== expected || !proof(shown.body.toString(), shown)) return false;
    const control = await get(claim, "/nobody-made-this-5c1e9d");
    return !(control.status === expected && proof(control.body.toString(), control));
  };

/** The application itself is what is claimed: it answers whatever path nobody made in this way. */
const everywhere =
  (...marks: readonly string[]): Oracle =>
  async (claim) => {
    const answer = await get(claim, "/nobody-made-this-5c1e9d");
    return answer.status === 404 && marks.every((mark) => answer.body.includes(mark));
  };

export const depthOracles: Readonly<Record<string, Oracle>> = {
  ...Object.fromEntries(Object.entries(proofs).map(([rule, proof]) => [`easm.exposures.${rule}`, oracle(rule, proof)])),
  "easm.exposures.django_debug": everywhere("Request URL:</th>", "<code>DEBUG = True</code>"),
  "easm.exposures.rails_debug": everywhere("Exception caught</title>", "<code>Rails.root: "),
};

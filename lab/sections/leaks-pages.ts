import { json, page, type Reply, reply, text } from "../web/reply.ts";
import type { Leak } from "./leaks.ts";

const leak = (rule: string, path: string, shown: Reply, nearMiss: Reply, why: string): Leak => ({
  rule,
  path,
  leak: shown,
  nearMiss,
  why,
});

const xml = (body: string): Reply => reply(200, "application/xml", body);

/** Pages and policies of servers and sites. */
export const serverLeaks: readonly Leak[] = [
  leak(
    "nginx_status",
    "/nginx_status",
    text(
      "Active connections: 3 \nserver accepts handled requests\n 1180 1180 4012 \nReading: 0 Writing: 1 Waiting: 2 \n",
    ),
    text("Active connections: between 3 and 12 trains an hour.\n"),
    "A timetable.",
  ),
  leak(
    "php_fpm_status",
    "/fpm-status",
    text(
      "pool:                 www\nprocess manager:      dynamic\nstart time:           12/Mar/2024:08:15:01 +0000\naccepted conn:        12073\n",
    ),
    text("pool: open from 9 to 5\nmanager: Mrs. Brook\n"),
    "A swimming pool.",
  ),
  leak(
    "haproxy_stats",
    "/haproxy-status",
    page("Statistics Report for HAProxy", "<h1>HAProxy version 2.8.3</h1><h2>Statistics Report for pid 811</h2>"),
    page("Statistics report", "<h1>Report</h1><p>HAProxy handled all of it.</p>"),
    "A report about it.",
  ),
  leak(
    "go_pprof",
    "/debug/pprof/",
    page("/debug/pprof/", "<p>Types of profiles available:</p><a href='goroutine?debug=1'>goroutine</a>"),
    page("Profiles", "<h1>/debug/pprof/</h1><p>How to read goroutine profiles.</p>"),
    "An article.",
  ),
  leak(
    "go_expvar",
    "/debug/vars",
    json({ cmdline: ["/usr/bin/umbrella", "-v"], memstats: { Alloc: 100, Sys: 200 } }),
    json({ cmdline: "see the manual", memstats: null }),
    "The words without the figures.",
  ),
  leak(
    "cross_domain_policy",
    "/crossdomain.xml",
    xml('<?xml version="1.0"?>\n<cross-domain-policy>\n  <allow-access-from domain="*" />\n</cross-domain-policy>\n'),
    xml(
      '<?xml version="1.0"?>\n<cross-domain-policy>\n  <!-- <allow-access-from domain="*" /> -->\n  <allow-access-from domain="*.umbrella.test" />\n</cross-domain-policy>\n',
    ),
    "Only its own names; the open entry is a comment.",
  ),
  leak(
    "security_txt",
    "/.well-known/security.txt",
    text("Contact: mailto:security@umbrella.test\nExpires: 2030-01-01T00:00:00Z\nPreferred-Languages: en\n"),
    text("For questions of security contact the porter.\n"),
    "A sentence without the fields.",
  ),
  leak(
    "wp_xmlrpc",
    "/xmlrpc.php",
    reply(405, "text/plain; charset=utf-8", "XML-RPC server accepts POST requests only.", { allow: "POST" }),
    reply(403, "text/plain", "XML-RPC server accepts POST requests only from our own network."),
    "Forbidden.",
  ),
  leak(
    "setup_page",
    "/wp-admin/install.php",
    page(
      "WordPress &rsaquo; Installation",
      '<h1>Welcome</h1><form id="setup" method="post" action="install.php?step=2"><input name="weblog_title"><input name="admin_password" type="password"></form>',
    ),
    page(
      "WordPress &rsaquo; Installation",
      "<h1>Already Installed</h1><p>You appear to have already installed WordPress.</p>",
    ),
    "It is installed already.",
  ),
];

/** Consoles that need no login. */
export const openConsoleLeaks: readonly Leak[] = [
  leak(
    "grafana_anonymous",
    "/grafana/api/org",
    json({
      id: 1,
      name: "Main Org.",
      address: { address1: "", address2: "", city: "", zipCode: "", state: "", country: "" },
    }),
    json({ message: "Unauthorized", id: 1 }, 401),
    "Needs a login.",
  ),
  leak(
    "kibana_open",
    "/kibana/api/spaces/space",
    json([
      {
        id: "default",
        name: "Default",
        description: "This is your default space!",
        disabledFeatures: [],
        _reserved: true,
      },
    ]),
    json([{ id: "default", name: "Parking space 1" }]),
    "Parking spaces.",
  ),
  leak(
    "jenkins_open",
    "/jenkins/api/json",
    json({
      _class: "hudson.model.Hudson",
      mode: "NORMAL",
      jobs: [{ name: "deploy", url: "https://tools.umbrella.test/job/deploy/" }],
    }),
    json({ _class: "hudson.model.FreeStyleProject", name: "badge" }),
    "One published badge.",
  ),
  leak(
    "airflow_open",
    "/airflow/api/v1/dags?limit=1",
    json({ dags: [{ dag_id: "nightly", is_paused: false }], total_entries: 1 }),
    json({ detail: null, status: 401, title: "Unauthorized", dags: [] }, 401),
    "Needs a login.",
  ),
  leak(
    "solr_admin",
    "/solr/admin/info/system?wt=json",
    json({
      responseHeader: { status: 0 },
      lucene: { "solr-spec-version": "8.11.2", "solr-impl-version": "8.11.2" },
      jvm: {},
    }),
    json({ lucene: "a first name" }),
    "The word in other data.",
  ),
  leak(
    "prometheus_server",
    "/prometheus/api/v1/status/buildinfo",
    json({
      status: "success",
      data: { version: "2.48.0", revision: "6d80b30", branch: "HEAD", goVersion: "go1.21.4" },
    }),
    json({ status: "success", data: { version: "2.48.0" } }),
    "The build of something else.",
  ),
  leak(
    "traefik_dashboard",
    "/traefik/api/overview",
    json({
      http: { routers: { total: 4, warnings: 0, errors: 0 }, services: { total: 3 }, middlewares: { total: 1 } },
      features: {},
    }),
    json({ http: { routers: "two, in the cellar" } }),
    "An inventory.",
  ),
  leak(
    "hadoop_yarn",
    "/ws/v1/cluster/info",
    json({ clusterInfo: { id: 1, state: "STARTED", hadoopVersion: "3.3.6", resourceManagerVersion: "3.3.6" } }),
    json({ clusterInfo: "Grapes grow in clusters." }),
    "Grapes.",
  ),
  leak(
    "flink_dashboard",
    "/flink/config",
    json({ "refresh-interval": 3000, "flink-version": "1.18.0", "flink-revision": "a5548cc" }),
    json({ "refresh-interval": 3000, name: "flink" }),
    "A configuration of something else.",
  ),
  leak(
    "spark_master",
    "/spark/",
    page(
      "Spark Master at spark://10.0.6.1:7077",
      "<ul><li><strong>URL:</strong> spark://10.0.6.1:7077</li><li><strong>Alive Workers:</strong> 2</li></ul>",
    ),
    page("Spark Master", "<h1>Spark Master</h1><p>Training for electricians.</p>"),
    "A course.",
  ),
  leak(
    "mongo_express",
    "/mongo-express/",
    page("Home - Mongo Express", '<h4>Databases</h4><form method="post"><input name="database"></form>'),
    page("Mongo Express", "<h1>Mongo Express</h1><p>Parcels in two days.</p>"),
    "A parcel service.",
  ),
  leak(
    "node_red",
    "/nodered/settings",
    json({ httpNodeRoot: "/", version: "3.1.0", context: { default: "memory" }, editorTheme: { page: {} } }),
    json({ type: "credentials", prompts: [{ id: "username" }] }),
    "Asks for a login.",
  ),
  leak(
    "druid_monitor",
    "/druid/index.html",
    page("Druid Stat Index", '<script src="js/druid.common.js"></script><a href="index.html">Druid Monitor</a>'),
    page("Druids", "<h1>Druid Stat Index</h1><p>How many druids there were.</p>"),
    "An article.",
  ),
  leak(
    "jmx_console",
    "/jmx-console/",
    page(
      "JBoss JMX Management Console",
      "<h1>JMX Agent View</h1><a href='HtmlAdaptor?action=inspectMBean'>jboss.system</a>",
    ),
    page("JMX", "<h1>JBoss JMX Management Console</h1><p>Was removed.</p>"),
    "A notice.",
  ),
];

/** Panels with a login, and documentation. */
export const panelLeaks: readonly Leak[] = [
  leak(
    "grafana_panel",
    "/grafana/login",
    page("Grafana", '<div id="reactRoot"></div><script>window.grafanaBootData = {"settings":{}};</script>'),
    page("Grafana at Umbrella", "<h1>Grafana</h1><p>Ask for window.grafanaBootData in the chat.</p>"),
    "A page about it.",
  ),
  leak(
    "kibana_panel",
    "/kibana/login",
    page("Elastic", '<kbn-injected-metadata data="{}"></kbn-injected-metadata><div class="kbnWelcomeView"></div>'),
    page("Elastic bands", "<h1>Elastic</h1><p>Rubber bands of all sizes.</p>"),
    "Rubber bands.",
  ),
  leak(
    "jenkins_panel",
    "/jenkins/login",
    page("Sign in [Jenkins]", '<form action="j_spring_security_check" method="post"><input name="j_username"></form>'),
    page("Jenkins", "<h1>Mr. Jenkins</h1><p>Your contact for builds.</p>"),
    "A person.",
  ),
  leak(
    "tomcat_manager",
    "/manager/html",
    reply(
      401,
      "text/html",
      "<html><head><title>401 Unauthorized</title></head><body><h1>401 Unauthorized</h1></body></html>",
      {
        "www-authenticate": 'Basic realm="Tomcat Manager Application"',
      },
    ),
    reply(
      401,
      "text/html",
      "<html><head><title>401</title></head><body>For the manager of the Tomcat café.</body></html>",
      {
        "www-authenticate": 'Basic realm="Café"',
      },
    ),
    "Another realm.",
  ),
  leak(
    "airflow_panel",
    "/airflow/login/",
    page("Sign In - Airflow", '<img src="/static/pin_32.png"><form method="post"><input name="username"></form>'),
    page("Airflow", "<h1>Airflow</h1><p>Ventilation of offices.</p>"),
    "Ventilation.",
  ),
  leak(
    "argocd_panel",
    "/api/version",
    json({ Version: "v2.9.3+6eba5be" }),
    json({ Version: "2.9.3", build: 41 }),
    "The version of something else.",
  ),
  leak(
    "rabbitmq_panel",
    "/rabbitmq/",
    page("RabbitMQ Management", '<script src="js/ejs-1.0.min.js"></script><div id="outer"></div>'),
    page("RabbitMQ Management", "<h1>How we run RabbitMQ</h1>"),
    "An article with the very title.",
  ),
  leak(
    "pgadmin_panel",
    "/pgadmin4/login",
    page(
      "pgAdmin 4",
      '<link rel="shortcut icon" href="/pgadmin4/static/favicon.ico"><form method="post" action="/pgadmin4/authenticate/login"></form>',
    ),
    page("pgAdmin 4 handbook", "<h1>pgAdmin 4</h1>"),
    "A handbook.",
  ),
  leak(
    "phppgadmin_panel",
    "/phppgadmin/",
    reply(
      200,
      "text/html",
      '<!doctype html><html><head><title>phpPgAdmin</title></head><frameset cols="190,*"><frame src="browser.php"><frame src="intro.php"></frameset></html>',
    ),
    page("phpPgAdmin", "<p>phpPgAdmin has moved.</p>"),
    "A notice.",
  ),
  leak(
    "hosting_panel",
    "/login_up.php",
    page("Plesk Obsidian 18.0.57", '<div id="plesk-ui"></div><form method="post"><input name="login_name"></form>'),
    page("Plesk hosting", "<h1>Hosting with Plesk Obsidian</h1>"),
    "An offer.",
  ),
  leak(
    "hasura_console",
    "/console",
    page(
      "Hasura Console",
      '<script>window.__env = {"consoleMode":"server","isAdminSecretSet":true,"serverVersion":"v2.36.0"};</script>',
    ),
    page("Hasura for beginners", "<h1>Hasura</h1>"),
    "A course.",
  ),
  leak(
    "minio_console",
    "/minio/login",
    page("MinIO Console", '<div id="root"></div><script src="/minio/static/js/main.9f1.js"></script>'),
    page("MinIO Console tips", "<h1>MinIO Console</h1>"),
    "Tips.",
  ),
  leak(
    "nexus_panel",
    "/nexus/",
    page("Sonatype Nexus Repository", '<script src="/nexus/static/rapture/nexus-rapture-prod.js"></script>'),
    page("Nexus", "<h1>Nexus Repository of ideas</h1>"),
    "Ideas.",
  ),
  leak(
    "artifactory_panel",
    "/artifactory/api/system/version",
    json({ version: "7.71.5", revision: "77105900", addons: ["build"], license: "x" }),
    json({ version: "7.71.5" }),
    "The version of something else.",
  ),
  leak(
    "sonarqube_panel",
    "/sonarqube/api/system/status",
    json({ id: "147B411E", version: "10.3.0.82913", status: "UP" }),
    json({ status: "UP", version: "1" }),
    "The health of something else.",
  ),
  leak(
    "consul_panel",
    "/ui/",
    page(
      "Consul by HashiCorp",
      '<link rel="icon" href="/ui/assets/favicon.ico"><meta name="consul-ui/config/environment" content="%7B%7D">',
    ),
    page("Consul", "<h1>The consul</h1><p>Office hours on Mondays.</p>"),
    "A diplomat.",
  ),
  leak(
    "kubernetes_dashboard",
    "/dashboard/",
    page("Kubernetes Dashboard", "<kd-root></kd-root>"),
    page("Kubernetes Dashboard", "<h1>How to read the Kubernetes Dashboard</h1>"),
    "An article with the very title.",
  ),
  leak(
    "zabbix_panel",
    "/zabbix/",
    page(
      "Umbrella: Zabbix",
      '<form action="index.php" method="post"><input name="name"><input type="checkbox" name="autologin"></form>',
    ),
    page("Zabbix", "<h1>Why we chose Zabbix</h1>"),
    "An article.",
  ),
  leak(
    "portainer_panel",
    "/api/status",
    json({ Version: "2.19.4", InstanceID: "299ab403-70a8-4c05-92f7-bf7a994d50df" }),
    json({ Version: "2.19.4", Status: "fine" }),
    "The status of something else.",
  ),
  leak(
    "gitlab_sign_up",
    "/users/sign_up",
    page(
      "Sign up · GitLab",
      '<form id="new_new_user" method="post"><input name="new_user[email]"><input name="new_user[username]"></form>',
    ),
    page("Sign in · GitLab", '<form method="post"><input name="user[login]"></form>'),
    "Only those who have an account get in.",
  ),
  leak(
    "graphql_ide",
    "/graphiql",
    page(
      "GraphiQL",
      '<div id="graphiql"></div><script src="https://unpkg.com/graphiql/graphiql.min.js" integrity="sha384-x"></script>',
    ),
    page("GraphiQL", "<h1>GraphiQL is off in production.</h1>"),
    "A notice with the very title.",
  ),
  leak(
    "swagger_ui",
    "/swagger-ui/index.html",
    page("Swagger UI", '<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script>'),
    page("Swagger UI", "<h1>Swagger UI</h1><p>Our interface is described in the handbook.</p>"),
    "A notice with the very title.",
  ),
];

const UNKNOWN = "/palisade/no-such-page";

/** Applications that show unknown paths to their developers, each a site of its own. */
export const debugLeaks: readonly Leak[] = [
  leak(
    "django_debug",
    UNKNOWN,
    reply(
      404,
      "text/html",
      "<!doctype html><html><head><title>Page not found at /palisade/no-such-page</title></head><body><h1>Page not found</h1><table><tr><th>Request URL:</th><td>x</td></tr></table><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p></body></html>",
    ),
    reply(
      404,
      "text/html",
      "<!doctype html><html><head><title>Page not found at all</title></head><body><p>Set <code>DEBUG = True</code> to see more.</p></body></html>",
    ),
    "An error page that tells how to see more.",
  ),
  leak(
    "rails_debug",
    UNKNOWN,
    reply(
      404,
      "text/html",
      "<!doctype html><html><head><title>Action Controller: Exception caught</title></head><body><h1>Routing Error</h1><p><code>Rails.root: /srv/app</code></p></body></html>",
    ),
    reply(
      404,
      "text/html",
      "<!doctype html><html><head><title>Routing Error</title></head><body><h1>Routing Error</h1></body></html>",
    ),
    "An error page of another product.",
  ),
  leak(
    "default_page",
    "/",
    page(
      "Welcome to nginx!",
      "<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p>",
    ),
    page("Welcome to nginx training", "<h1>Welcome to nginx!</h1><p>The course begins at nine.</p>"),
    "A course.",
  ),
];

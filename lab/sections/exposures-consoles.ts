import type { LabHost, Section } from "../model.ts";
import { json, type LabRequest, page, type Responder, text } from "../web/reply.ts";
import { homeSite } from "../web/site.ts";
import { type UsualRule, usualPath } from "./usual-paths.ts";

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: 8443, respond }],
});

const lamp = homeSite("Hooli", {
  "/server-status": page(
    "Apache Status",
    "<h1>Apache Server Status for www.hooli.test (via 10.0.0.8)</h1><dl><dt>Server Version: Apache</dt><dt>Server MPM: event</dt><dt>Server uptime: 3 days 4 hours</dt><dt>Total accesses: 120394 - Total Traffic: 1.2 GB</dt></dl>",
  ),
  "/phpinfo.php": page(
    "PHP 8.1.2 - phpinfo()",
    '<div class="center"><table><tr class="h"><td><h1 class="p">PHP Version 8.1.2</h1></td></tr></table><table><tr><td class="e">System </td><td class="v">Linux web 6.1.0</td></tr><tr><td class="e">Loaded Configuration File </td><td class="v">/etc/php/php.ini</td></tr></table></div>',
  ),
  "/adminer.php": page(
    "Login - Adminer",
    '<h1><a href="https://www.adminer.org/" target="_blank" rel="noreferrer noopener" id="h1">Adminer</a> <span class="version">4.8.1</span></h1><form action="" method="post"><select name="auth[driver]"><option value="server">MySQL</option></select><input name="auth[server]"><input name="auth[username]"></form>',
  ),
  "/phpmyadmin/": page(
    "phpMyAdmin",
    '<div id="page_content"><h1>Welcome to <bdo dir="ltr" lang="en">phpMyAdmin</bdo></h1><form method="post" id="login_form" action="index.php" name="login_form"><input type="text" name="pma_username" id="input_username"><input type="password" name="pma_password" id="input_password"></form></div>',
  ),
});

const spring = homeSite("Hooli API", {
  "/actuator/env": json({
    activeProfiles: ["prod"],
    propertySources: [
      {
        name: "systemEnvironment",
        properties: { DB_URL: { value: "jdbc:postgresql://10.0.3.9/api" }, DB_PASSWORD: { value: "******" } },
      },
    ],
  }),
  // As Spring Boot lists what it exposes; fetching the dump itself is what no scanner may do, so there is none.
  "/actuator": json({
    _links: {
      self: { href: "https://api.hooli.test/actuator", templated: false },
      env: { href: "https://api.hooli.test/actuator/env", templated: false },
      heapdump: { href: "https://api.hooli.test/actuator/heapdump", templated: false },
    },
  }),
  "/openapi.json": json({
    openapi: "3.0.3",
    info: { title: "Hooli API", version: "2.1" },
    paths: { "/orders": { get: { responses: { "200": { description: "Orders" } } } } },
  }),
  "/metrics": text(
    '# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.\n# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 12.47\n# HELP http_requests_total Requests.\n# TYPE http_requests_total counter\nhttp_requests_total{code="200"} 1027\n',
  ),
});

const dotnet = homeSite("Hooli shop", {
  "/appsettings.json": json({
    Logging: { LogLevel: { Default: "Information" } },
    ConnectionStrings: { Default: "Server=10.0.3.4;Database=Shop;User Id=shop;Password=nB6tw3Kp;" },
  }),
  "/elmah.axd": page(
    "Error log for /LM/W3SVC/2/ROOT on WEB01 (Page #1)",
    '<h1 id="PageTitle">Error Log for <span id="ApplicationName">ROOT on WEB01</span></h1><p>Errors 1 to 15 of total 15 (page 1 of 1).</p><table id="ErrorLog"><tr><th>Host</th><th>Code</th><th>Type</th></tr></table><p id="Footer">Powered by <a href="http://elmah.googlecode.com/">ELMAH</a>, version 1.2.14706.955.</p>',
  ),
  "/trace.axd": page(
    "Trace",
    '<span class="tracecontent"><table><tr><td><h1>Application Trace</h1></td></tr><tr><td><h2>ROOT</h2></td></tr><tr><td>[ <a href="Trace.axd?clear=1">clear current trace</a> ]</td></tr><tr><td>Physical Directory:C:\\inetpub\\shop\\</td></tr></table><table><tr><th>Requests to this Application</th></tr></table></span>',
  ),
});

const python = homeSite("Umbrella lab", {
  "/console": page(
    "Console // Werkzeug Debugger",
    '<script>var CONSOLE_MODE = true, EVALEX = true, EVALEX_TRUSTED = true, SECRET = "kq3Vn8ZtXw";</script><div class="debugger"><h1>Interactive Console</h1><div class="explanation">In this console you can execute Python expressions in the context of the application.</div><div class="console"><div class="inner">The Console requires JavaScript.</div></div><div class="footer">Brought to you by <strong class="arthur">DON\'T PANIC</strong>, your friendly Werkzeug powered traceback interpreter.</div></div>',
  ),
  "/config/database.yml": text(
    "production:\n  adapter: postgresql\n  encoding: unicode\n  database: lab\n  username: lab\n  password: hW8zr2Qd\n  host: 10.0.3.11\n",
  ),
});

const jenkins = homeSite("Umbrella builds", {
  "/script": page(
    "Script Console [Jenkins]",
    '<h1>Script Console</h1><p>Type in an arbitrary <a href="https://www.groovy-lang.org">Groovy script</a> and execute it on the server.</p><pre>println(Jenkins.instance.pluginManager.plugins)</pre><form action="script" method="post"><textarea id="script" name="script" class="script"></textarea><button name="Submit" class="jenkins-button">Run</button></form>',
    { "x-jenkins": "2.426.1" },
  ),
});

const schema = {
  data: {
    __schema: {
      queryType: { name: "Query" },
      mutationType: null,
      subscriptionType: null,
      types: [
        { kind: "OBJECT", name: "Query", fields: [{ name: "me", args: [], type: { kind: "SCALAR", name: "String" } }] },
        { kind: "SCALAR", name: "String", fields: null },
      ],
      directives: [],
    },
  },
};

/** A GraphQL endpoint over POST, and GET with `query`. */
const graphql = (request: LabRequest) => {
  const query = request.method === "POST" ? request.body : decodeURIComponent(request.target.split("query=")[1] ?? "");
  if (query === "") return json({ errors: [{ message: "Must provide query string." }] }, 400);
  if (query.includes("__schema")) return json(schema);
  return json({ data: { __typename: "Query" } });
};

const truth = (rule: UsualRule, host: string, why: string) => ({
  rule: `easm.exposures.${rule}`,
  host,
  port: 8443,
  path: usualPath(rule),
  why,
});

/** Consoles, debug pages and interfaces that answer strangers. */
export const exposuresConsoles: Section = {
  hosts: [
    https("www.hooli.test", lamp),
    https("api.hooli.test", spring),
    https("shop.hooli.test", dotnet),
    https("dev.umbrella.test", python),
    https("jenkins.umbrella.test", jenkins),
    https("api.umbrella.test", homeSite("Umbrella API", { "/graphql": graphql })),
  ],
  truths: [
    truth("server_status", "www.hooli.test", "Requests in progress and client addresses."),
    truth("phpinfo", "www.hooli.test", "The whole PHP configuration."),
    truth("adminer", "www.hooli.test", "A database login page."),
    truth("phpmyadmin", "www.hooli.test", "A database login page."),
    truth("actuator_env", "api.hooli.test", "The environment of the application."),
    truth("actuator_heapdump", "api.hooli.test", "Offers the application's memory."),
    truth("api_document", "api.hooli.test", "Describes every operation."),
    truth("prometheus_metrics", "api.hooli.test", "Inner figures of the application."),
    truth("appsettings", "shop.hooli.test", "A connection string with its password."),
    truth("elmah", "shop.hooli.test", "Errors with their requests."),
    truth("trace_axd", "shop.hooli.test", "Requests with their cookies."),
    truth("werkzeug_console", "dev.umbrella.test", "Runs Python for strangers."),
    truth("database_config", "dev.umbrella.test", "The database password."),
    truth("jenkins_script_console", "jenkins.umbrella.test", "Runs Groovy for strangers."),
    truth("graphql_introspection", "api.umbrella.test", "Tells its whole schema."),
  ],
  decoys: [],
};

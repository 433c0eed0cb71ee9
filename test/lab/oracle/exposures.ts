import type { RawResponse } from "../raw/http.ts";
import { get, type Oracle } from "./oracle.ts";

type Proof = (body: string, response: RawResponse) => boolean;

const isHtml = (response: RawResponse): boolean => String(response.headers["content-type"]).includes("html");

/** Bytes that are no page and begin so. */
const begins =
  (...starts: readonly string[]): Proof =>
  (body, response) =>
    !isHtml(response) && starts.some((start) => body.startsWith(start));

/** Text that is no page and has the marker. */
const file =
  (marker: RegExp): Proof =>
  (body, response) =>
    !isHtml(response) && marker.test(body);

const markup =
  (...markers: readonly string[]): Proof =>
  (body, response) =>
    isHtml(response) && markers.every((marker) => body.includes(marker));

const parsed =
  (marker: RegExp): Proof =>
  (body, response) =>
    String(response.headers["content-type"]).includes("json") && marker.test(body);

const proofs: Readonly<Record<string, Proof>> = {
  git_repository: file(/^(ref: refs\/\S+|[0-9a-f]{40})\n$/),
  svn_repository: begins("SQLite format 3\0"),
  hg_repository: begins("\0\0\0\x01", "\0\x01\0\x01", "\0\x03\0\x01"),
  env_file: file(/^(DB_PASSWORD|APP_KEY)=\S+$/m),
  aws_credentials: file(/^aws_secret_access_key = \S{40}$/m),
  npmrc_token: file(/:_authToken=npm_\w{36}$/m),
  docker_config: parsed(/"auth":"[\w+/=]+"/),
  private_key: file(/^-----BEGIN (EC |RSA )?PRIVATE KEY-----\n/),
  htpasswd: file(/^\w+:\$apr1\$/m),
  ds_store: begins("\0\0\0\x01Bud1"),
  editor_sftp_config: parsed(/"host":.*"password":/),
  server_status: markup("<title>Apache Status</title>", "Server uptime:"),
  phpinfo: markup("phpinfo()</title>", '<h1 class="p">PHP Version'),
  actuator_env: parsed(/^\{"activeProfiles".*"propertySources":/),
  actuator_heapdump: parsed(/^\{"_links":\{"self":.*"heapdump":\{"href":"[^"]+\/heapdump"/),
  sql_dump: file(/^-- MySQL dump \d/),
  backup_archive: begins("PK\x03\x04"),
  wp_config_backup: file(/define\( 'DB_PASSWORD', '\w+' \)/),
  wp_users: parsed(/^\[\{"id":1,"name":"\w+".*"slug":/),
  database_config: file(/^\s+adapter: \w+[\s\S]*^\s+password: \S+$/m),
  appsettings: parsed(/"ConnectionStrings":.*Password=\w+/),
  elmah: markup("Error Log for", "Powered by", "ELMAH"),
  trace_axd: markup("Application Trace", "Requests to this Application"),
  adminer: markup("<title>Login - Adminer</title>", 'name="auth[driver]"'),
  phpmyadmin: markup("phpMyAdmin", 'name="pma_username"'),
  werkzeug_console: markup("Werkzeug", "EVALEX = true, EVALEX_TRUSTED = true"),
  jenkins_script_console: markup("Script Console [Jenkins]", '<textarea id="script"'),
  api_document: parsed(/^\{"openapi":"3\.\d.*"paths":\{"\//),
  graphql_introspection: parsed(/^\{"data":\{"__schema":\{"queryType"/),
  prometheus_metrics: file(/^# HELP \w+ .*\n# TYPE \w+ (counter|gauge)\n\w+ [\d.]+$/m),
  directory_listing: markup("<title>Index of /", "Parent Directory</a>"),
  bucket_listing: (body, response) =>
    String(response.headers["content-type"]).includes("xml") && body.includes("<Contents><Key>"),
};

/** Introspection is asked by POST; everything else is fetched. */
const graphqlQuestion = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"query":"{__schema{queryType{name}types{name}}}"}',
};

const question = (rule: string) => (rule === "graphql_introspection" ? graphqlQuestion : {});

/** The proof is there, and is not also under a path that nobody made. */
const oracle =
  (rule: string, proof: Proof): Oracle =>
  async (claim) => {
    const shown = await get(claim, claim.path, question(rule));
    if (shown.status !== 200 || !proof(shown.body.toString("latin1"), shown)) return false;
    const control = await get(claim, "/nobody-made-this-5c1e9d", question(rule));
    return !(control.status === 200 && proof(control.body.toString("latin1"), control));
  };

export const exposureOracles: Readonly<Record<string, Oracle>> = Object.fromEntries(
  Object.entries(proofs).map(([rule, proof]) => [`easm.exposures.${rule}`, oracle(rule, proof)]),
);

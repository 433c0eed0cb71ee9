import type { Section } from "../model.ts";
import { bytes, json, page, type Reply, reply, text } from "../web/reply.ts";
import { homeSite } from "../web/site.ts";
import { type UsualRule, usualPath } from "./usual-paths.ts";

const tutorial = (title: string, sample: string): Reply => page(title, `<h1>${title}</h1><pre>${sample}</pre>`);

/** For each rule something at the very path that a scanner asks for, which comes as close as harmless content can. */
const nearMisses: Readonly<Record<Exclude<UsualRule, "bucket_listing">, readonly [Reply, string]>> = {
  git_repository: [tutorial("How HEAD works", "ref: refs/heads/main"), "An HTML lesson that quotes HEAD."],
  svn_repository: [text("SQLite format is what wc.db is stored in.\n"), "A sentence about the format."],
  hg_repository: [bytes(Buffer.alloc(64)), "Zeros, which are no revision log of any version."],
  env_file: [tutorial("Settings", "DB_PASSWORD=changeme\nAPP_KEY=generated"), "An HTML lesson that quotes settings."],
  aws_credentials: [text("[default]\nregion = eu-west-1\noutput = json\n"), "A profile without keys."],
  npmrc_token: [text(`//registry.npmjs.org/:_authToken=\${NPM_TOKEN}\n`), "The token is in the environment, not here."],
  docker_config: [json({ auths: {}, credsStore: "secretservice" }), "The logins are in the system's key store."],
  private_key: [
    text("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----\n"),
    "A public key.",
  ],
  htpasswd: [text("admin: ask the office\nguest: ask the office\n"), "Names and no hashes."],
  ds_store: [text("Bud1 is how a .DS_Store begins.\n"), "The marker in a sentence."],
  editor_sftp_config: [json({ name: "example", remotePath: "/" }), "No host, no login."],
  server_status: [tutorial("Server status", "All servers are up."), "A company's status page."],
  phpinfo: [tutorial("Using phpinfo()", "&lt;?php phpinfo(); // shows PHP Version"), "An article about phpinfo()."],
  actuator_env: [json({ status: 401, error: "Unauthorized", path: "/actuator/env" }, 401), "Needs a login."],
  actuator_heapdump: [
    json({ _links: { self: { href: "/actuator" }, health: { href: "/actuator/health" } } }),
    "An index without the dump.",
  ],
  sql_dump: [text("-- How to make a MySQL dump\n-- mysqldump --databases shop\n"), "A note on how to make one."],
  backup_archive: [reply(200, "application/zip", "This archive has moved.\n"), "Text under an archive's type."],
  wp_config_backup: [text("<?php // DB_PASSWORD is set in the environment\n"), "A comment."],
  wp_users: [
    json(
      { code: "rest_user_cannot_view", message: "Sorry, you are not allowed to list users.", data: { status: 401 } },
      401,
    ),
    "Needs a login.",
  ],
  database_config: [text("en:\n  database: Database\n  adapter_help: Which adapter?\n"), "Texts of a user interface."],
  appsettings: [json({ theme: "dark", connection: "wifi" }), "Settings of another kind."],
  elmah: [reply(403, "text/html; charset=utf-8", "<h1>Error Log for administrators only</h1>"), "Forbidden."],
  trace_axd: [tutorial("Trace", "Application Trace is off on this server."), "Only says that it is off."],
  adminer: [tutorial("Adminer is gone", "Use the console instead of Adminer."), "A notice."],
  phpmyadmin: [reply(403, "text/html; charset=utf-8", "<title>403</title>phpMyAdmin: access denied"), "Forbidden."],
  werkzeug_console: [tutorial("Game consoles", "Interactive console games for everybody."), "A shop for games."],
  jenkins_script_console: [
    reply(403, "text/html; charset=utf-8", "<title>Script Console [Jenkins]</title>Log in"),
    "Forbidden.",
  ],
  api_document: [json({ title: "openapi", paths: "none" }), "The words without the structure."],
  graphql_introspection: [
    json({ errors: [{ message: "GraphQL introspection is not allowed, but the query contained __schema." }] }, 400),
    "Introspection is off; the error quotes the question.",
  ],
  prometheus_metrics: [tutorial("Metrics", "# HELP us measure\n# TYPE anything"), "An HTML page about metrics."],
  directory_listing: [tutorial("Index of our uploads policy", "Uploads are kept for 30 days."), "A policy page."],
};

const host = "docs.acme.test";

const isNearMiss = (rule: string): rule is keyof typeof nearMisses => Object.hasOwn(nearMisses, rule);

const rules = Object.keys(nearMisses).filter(isNearMiss);

/** The GraphQL endpoint is asked with POST, so it answers every method. */
const routes = Object.fromEntries(
  rules.map((rule) => {
    const answer = nearMisses[rule][0];
    return [usualPath(rule), rule === "graphql_introspection" ? () => answer : answer];
  }),
);

/** A site about system administration with an honest 404, whose articles have the names of leaks. */
export const documentation: Section = {
  hosts: [{ names: [host], services: [{ kind: "https", port: 8443, respond: homeSite("Acme handbook", routes) }] }],
  truths: [],
  decoys: rules.map((rule) => ({
    resembles: `easm.exposures.${rule}`,
    host,
    port: 8443,
    path: usualPath(rule),
    why: nearMisses[rule][1],
  })),
};

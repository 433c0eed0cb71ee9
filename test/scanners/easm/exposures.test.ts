import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../../../functions/scanners/easm/exposures/settings.ts";
import { controlPaths, isSamePage, similarity } from "../../../functions/scanners/easm/exposures/soft-404.ts";
import { exposures } from "../../../functions/scanners/easm/exposures.ts";
import { readPage } from "../../../functions/scanners/easm/shared/html.ts";
import { isPlaceholder, redactSecret } from "../../../functions/scanners/easm/shared/redact.ts";
import { netBench, webApp } from "./net-bench.ts";

const bench = netBench();

const scan = async (listener: RequestListener) => bench.scan(exposures, webApp(await bench.web(listener)));

/** Serves these paths and an honest 404. */
const files =
  (served: Readonly<Record<string, string | Buffer>>): RequestListener =>
  (request, response) => {
    // GraphQL is asked for its name by GET before its schema by POST.
    const isKnock = request.method === "GET" && request.url?.startsWith("/graphql?query=");
    const body = isKnock ? served["/graphql"] && '{"data":{"__typename":"Query"}}' : served[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? "Not found");
  };

const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA".repeat(8)}\n-----END RSA PRIVATE KEY-----\n`;
const tar = Buffer.alloc(512);
tar.write("site/index.php", 0);
tar.write("ustar", 257);
const zip = Buffer.alloc(60);
zip.writeUInt32BE(0x504b0304);
zip.writeUInt16LE(9, 26);
zip.write("index.php", 30);
const listing = (path: string) =>
  `<html><head><title>Index of ${path}</title></head><body><h1>Index of ${path}</h1><a href="../">../</a><a href="a.csv">a.csv</a></body></html>`;
const secret = "Tr0ub4dor-and-3-more";

const leaks: readonly (readonly [string, string, string | Buffer])[] = [
  ["git_repository", "/.git/HEAD", "ref: refs/heads/main\n"],
  ["svn_repository", "/.svn/wc.db", Buffer.from("SQLite format 3\0 and so on")],
  ["hg_repository", "/.hg/requires", "dotencode\nfncache\nrevlogv1\nstore\n"],
  ["env_file", "/.env", `APP_ENV=production\nDB_PASSWORD="${secret}"\n`],
  [
    "aws_credentials",
    "/.aws/credentials",
    "[default]\naws_access_key_id = AKIAQQQQWWWWEEEERRRR\naws_secret_access_key = abcdefghijklmnopqrstuvwxyz0123456789ABCD\n",
  ],
  ["npmrc_token", "/.npmrc", "//registry.npmjs.org/:_authToken=npm_a1b2c3d4e5f6\n"],
  [
    "docker_config",
    "/.docker/config.json",
    JSON.stringify({ auths: { "ghcr.io": { auth: Buffer.from("me:secretpw").toString("base64") } } }),
  ],
  ["private_key", "/id_rsa", key],
  ["htpasswd", "/.htpasswd", "admin:$apr1$abcdefgh$0123456789abcdefghijkl\n"],
  ["ds_store", "/.DS_Store", Buffer.from("0000000142756431000010000000", "hex")],
  ["editor_sftp_config", "/.vscode/sftp.json", JSON.stringify({ host: "h", username: "u", password: secret })],
  ["wp_config_backup", "/wp-config.php.bak", `<?php define('DB_NAME', 'wp'); define('DB_PASSWORD', '${secret}');`],
  [
    "database_config",
    "/config/database.yml",
    `production:\n  adapter: mysql2\n  database: shop\n  password: ${secret}\n`,
  ],
  ["appsettings", "/appsettings.json", JSON.stringify({ ConnectionStrings: { Main: `Server=db;Password=${secret}` } })],
  [
    "server_status",
    "/server-status",
    "<html><title>Apache Status</title><dt>Server Version: Apache/2.4.58</dt></html>",
  ],
  [
    "phpinfo",
    "/phpinfo.php",
    "<!DOCTYPE html><html><title>PHP 8.2.1 - phpinfo()</title><h1>PHP Version 8.2.1</h1></html>",
  ],
  [
    "actuator_env",
    "/actuator/env",
    JSON.stringify({
      activeProfiles: [],
      propertySources: [{ name: "system", properties: { "db.password": { value: "******" } } }],
    }),
  ],
  ["actuator_heapdump", "/actuator", JSON.stringify({ _links: { heapdump: { href: "/actuator/heapdump" } } })],
  ["elmah", "/elmah.axd", "<html><h1>Error Log for ROOT</h1>Powered by ELMAH</html>"],
  ["trace_axd", "/trace.axd", "<html><h1>Application Trace</h1>Requests to this Application</html>"],
  ["sql_dump", "/backup.sql.gz", gzipSync("-- MySQL dump 10.13\nCREATE TABLE `u` (id int);\n")],
  ["backup_archive", "/backup.zip", zip],
  ["backup_archive", "/site.tar.gz", gzipSync(tar)],
  ["adminer", "/adminer.php", '<html><title>Login - Adminer</title><select name="auth[driver]"></select></html>'],
  ["phpmyadmin", "/phpmyadmin/", '<html><title>phpMyAdmin</title><input name="pma_username"></html>'],
  [
    "werkzeug_console",
    "/console",
    "<html><title>Console // Werkzeug Debugger</title><script>var CONSOLE_MODE = true, EVALEX = true, EVALEX_TRUSTED = false;</script></html>",
  ],
  [
    "jenkins_script_console",
    "/script",
    '<html><title>Script Console [Jenkins]</title><h1>Script Console</h1><textarea name="script"></textarea></html>',
  ],
  ["wp_users", "/wp-json/wp/v2/users", JSON.stringify([{ id: 1, name: "Ann", slug: "ann", link: "https://x/" }])],
  ["api_document", "/openapi.json", JSON.stringify({ openapi: "3.0.3", info: {}, paths: { "/a": {} } })],
  [
    "graphql_introspection",
    "/graphql",
    JSON.stringify({ data: { __schema: { queryType: { name: "Query" }, types: [{ name: "Query" }] } } }),
  ],
  ["prometheus_metrics", "/metrics", '# HELP up Up.\n# TYPE up gauge\nup{job="a"} 1\n'],
  ["directory_listing", "/uploads/", listing("/uploads/")],
  [
    "bucket_listing",
    "/",
    "<?xml version='1.0'?><ListBucketResult><Name>b</Name><Contents><Key>a.txt</Key></Contents></ListBucketResult>",
  ],
];

describe("true leaks", () => {
  test("each is found at its path, and no secret is shown", async () => {
    const { detections } = await scan(files(Object.fromEntries(leaks.map(([, path, body]) => [path, body]))));
    const found = detections.map(({ rule, path, evidence }) => [rule, path ?? evidence.path]).sort();
    expect(found).toEqual(leaks.map(([rule, path]) => [rule, path]).sort());
    const shown = JSON.stringify(detections);
    for (const hidden of [secret, "npm_a1b2c3d4e5f6", "AKIAQQQQWWWWEEEERRRR", "MIIEpAIBAAKCAQEA", "secretpw"]) {
      expect(shown).not.toContain(hidden);
    }
  });

  test("one file under several paths is reported once", async () => {
    const served = { "/backup.zip": zip, "/old.zip": zip };
    const { detections } = await scan(files(served));
    expect(detections.map(({ path }) => path)).toEqual(["/backup.zip"]);
  });

  test("an environment without secrets is high and not critical", async () => {
    const { detections } = await scan(files({ "/.env": "APP_ENV=production\nAPP_PORT=80\n" }));
    expect(detections).toMatchObject([{ rule: "env_file", severity: { value: "high" } }]);
  });
});

describe("hosts that answer everything", () => {
  const everything = Object.fromEntries(leaks.map(([, path, body]) => [path, body]));
  const html = "<!doctype html><html><title>Shop</title><body>ref: refs/heads/main Index of / phpinfo()</body></html>";

  test.each<[string, RequestListener]>([
    ["one page for all paths", (_, response) => response.setHeader("content-type", "text/html").end(html)],
    ["a leak for all paths", (_, response) => response.end("ref: refs/heads/main\n")],
    ["settings for all paths", (_, response) => response.end("APP_KEY=base64abc\nDB_PASSWORD=hunter2hunter2\n")],
    [
      "a leak for each file name in any folder",
      (request, response) => {
        const path = Object.keys(everything).find((each) => each !== "/" && request.url?.endsWith(each));
        response.writeHead(path ? 200 : 404).end(path ? everything[path] : "no");
      },
    ],
    [
      "JSON that repeats the request",
      (request, response) => response.end(JSON.stringify({ path: request.url, data: null })),
    ],
    ["redirects to a login", (_, response) => response.writeHead(302, { location: "/login" }).end()],
    ["redirects without end", (request, response) => response.writeHead(302, { location: request.url ?? "/" }).end()],
    [
      "a firewall's refusal",
      (_, response) => response.writeHead(403, { "content-type": "text/html" }).end("<html>Access denied</html>"),
    ],
    [
      "a refusal with status 200",
      (request, response) => response.end(`<html>Request to ${request.url} blocked, id 142857143</html>`),
    ],
  ])("%s", async (_, listener) => {
    expect((await scan(listener)).detections).toEqual([]);
  });

  test("a host that stops answering is given up after twenty failures and is not clean", async () => {
    let requests = 0;
    const port = await bench.web((request, response) => {
      requests++;
      if (request.url === "/") response.end("hello");
      else response.writeHead(503).end();
    });
    await expect(bench.scan(exposures, webApp(port))).rejects.toMatchObject({ name: "NetError" });
    expect(requests).toBeLessThan(40);
  });
});

describe("near misses", () => {
  test("placeholders, public parts and articles are no leaks", async () => {
    const { detections } = await scan(
      files({
        "/.npmrc": `//registry.npmjs.org/:_authToken=\${NPM_TOKEN}\n`,
        "/.docker/config.json": JSON.stringify({ auths: { "ghcr.io": {} }, credsStore: "desktop" }),
        "/id_rsa": key.replaceAll("RSA PRIVATE", "PUBLIC"),
        "/key.pem": `How to make a key:\n${key}`,
        "/.htpasswd": "admin:secret\n",
        "/.vscode/sftp.json": JSON.stringify({ host: "h", username: "u", privateKeyPath: "~/.ssh/id" }),
        "/config/database.yml": "production:\n  adapter: mysql2\n  database: shop\n  password: <%= ENV['DB'] %>\n",
        "/appsettings.json": JSON.stringify({ Logging: {}, AllowedHosts: "*" }),
        "/backup.zip": "PK is not enough",
        "/backup.tar.gz": gzipSync("<html>no such file</html>"),
        "/actuator/env": JSON.stringify({ activeProfiles: [], propertySources: [] }),
        "/graphql": JSON.stringify({ errors: [{ message: "introspection of __schema is off" }] }),
        "/uploads/": listing("/downloads/"),
        "/phpinfo.php": "<html><title>phpinfo() explained</title><p>PHP Version 8.2</p></html>",
        "/.env": "DEBUG=1\nThis file explains\nhow settings work\nand more\n",
      }),
    );
    expect(detections).toEqual([]);
  });
});

describe("evidence", () => {
  test("has the hash of a file only where the file cannot be guessed from it", async () => {
    const { detections } = await scan(files({ "/.env": `APP_ENV=live\nDB_PASSWORD=${secret}\n`, "/id_rsa": key }));
    const [environment, privateKey] = detections;
    expect(environment?.evidence).toEqual({
      keys: ["APP_ENV", "DB_PASSWORD"],
      secrets: [{ key: "DB_PASSWORD", starts_with: "Tr", length: "16-31" }],
    });
    expect(privateKey?.evidence).toHaveProperty("sha256");
  });

  test("of a page that is made anew for each request is the same each time", async () => {
    let requests = 0;
    const busy: RequestListener = (request, response) => {
      requests += 1;
      const url = request.url ?? "";
      if (/^\/elmah(\.axd)?$/.test(url))
        response.end(`<html><h1>Error Log for ROOT</h1>ELMAH, visit ${requests}</html>`);
      else if (url === "/metrics") response.end(`# TYPE up gauge\nup ${requests}\n`);
      else response.writeHead(404).end("Not found");
    };
    const once = await scan(busy);
    const again = await scan(busy);
    const told = ({ detections }: typeof once) =>
      detections.map(({ rule, path, evidence }) => ({ rule, path, evidence }));
    expect(told(again)).toEqual(told(once));
    expect(told(once).map(({ rule, path }) => [rule, path])).toEqual([
      ["elmah", undefined],
      ["prometheus_metrics", undefined],
    ]);
    expect(once.detections[0]?.evidence).toEqual({ path: "/elmah.axd", marker: "Error Log for" });
  });

  test("of settings nested without end is that of the first levels", async () => {
    const deep = `${'{"a":'.repeat(5000)}{}${"}".repeat(5000)}`;
    const settings = `{"Main":{"Password":"${secret}"},"Deep":${deep}}`;
    const { rules, missed } = await scan(files({ "/appsettings.json": settings }));
    expect({ rules, missed }).toEqual({ rules: ["appsettings"], missed: [] });
  });
});

describe("pages", () => {
  test("with more children in one place than a call has arguments, or without end of depth, are read", () => {
    expect(readPage(`<title>Wide</title>${"<br>".repeat(200_000)}`).title).toBe("Wide");
    expect(readPage(`<title>Deep</title>${"<b>".repeat(20_000)}<form>`)).toMatchObject({
      title: "Deep",
      hasForm: false,
    });
  });
});

describe("helpers", () => {
  const token = (length: number) => "q".repeat(length);

  test("control paths have the form of the path", () => {
    const q = "q".repeat(12);
    expect(controlPaths("/.env", token)).toEqual([`/.${q}`, `/${q}/.env`]);
    expect(controlPaths("/backup.tar.gz", token)).toEqual([`/${q}.tar.gz`, `/${q}/backup.tar.gz`]);
    expect(controlPaths("/.git/HEAD", token)).toEqual([`/.git/${q}`, `/${q}/.git/HEAD`]);
    expect(controlPaths("/uploads/", token)).toEqual([`/${q}/`, `/${q}/uploads/`]);
    expect(controlPaths("/?list=1", token)[1]).toBe(`/${q}/?list=1`);
  });

  test("pages that differ in the repeated path alone are the same", () => {
    const page = (path: string) => ({ path, status: 404, text: `<p>Sorry, ${path} was not found on this server</p>` });
    expect(isSamePage(page("/a/long/path/to/nowhere.zip"), page("/x.zip"))).toBe(true);
    expect(isSamePage({ path: "/a", status: 200, text: "ref: refs/heads/main" }, page("/b"))).toBe(false);
    expect(similarity("", "")).toBe(1);
    expect(similarity("one two", "three four")).toBe(0);
  });

  test("settings are told from prose, and secrets from placeholders", () => {
    expect(settingsOf("A_B=1\nC_D='x y'\n")).toEqual([
      { key: "A_B", value: "1" },
      { key: "C_D", value: "x y" },
    ]);
    expect(settingsOf("status=ok\nuptime=5\n")).toBeNull();
    expect(["", "changeme", `\${X}`, "<password>", "your-key-here"].every(isPlaceholder)).toBe(true);
    expect(redactSecret("abcdefgh1234")).toEqual({ starts_with: "", length: "<16" });
    expect(redactSecret("abcdefgh12345678")).toEqual({ starts_with: "ab", length: "16-31" });
    expect(redactSecret("abcdefgh".repeat(4))).toEqual({ starts_with: "ab", length: "32+" });
  });
});

test("bodies made to keep patterns busy are judged all the same", async () => {
  const bodies = [
    "\n".repeat(65_536),
    "<h1".repeat(20_000),
    "<host ".repeat(10_000),
    "-----BEGIN PRIVATE KEY-----".repeat(2_400),
  ];
  let turn = 0;
  const { detections } = await scan((_, response) => response.end(bodies[turn++ % bodies.length]));
  expect(detections).toEqual([]);
});

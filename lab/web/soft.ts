import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { zip } from "./files.ts";
import {
  type Answer,
  bytes,
  document,
  escapeHtml,
  json,
  type LabRequest,
  missing,
  page,
  redirect,
  reply,
  text,
} from "./reply.ts";

/*
 * Sites that give the same kind of answer to every path. What looks like proof on one of them proves nothing, as a
 * path that nobody can have put there gets it too.
 */

/** An error page with status 200 that is a little different each time, as pages with request ids are. */
export const softNotFound = (request: LabRequest): Answer => {
  if (request.path === "/") return page("Acme beta", "<h1>Beta</h1>");
  const id = createHash("sha256").update(request.target).digest("hex").slice(0, 16);
  return page("Page not found", `<h1>Sorry</h1><p>We could not find that page.</p><small>Request ${id}</small>`);
};

/** A single-page application: its index for every path, its routes known to the browser only. */
export const singlePageApp = (): Answer =>
  page("Acme app", '<div id="root"></div><script type="module" src="/assets/index-4e1f.js"></script>');

const markers = [
  "ref: refs/heads/main",
  "[core]\n\trepositoryformatversion = 0",
  "DB_PASSWORD=secret\nAPP_KEY=base64:x",
  "[default]\naws_access_key_id = AKIA",
  "//registry.npmjs.org/:_authToken=npm_x",
  '{"auths":{"registry":{"auth":"eA=="}}}',
  "-----BEGIN RSA PRIVATE KEY-----",
  "admin:$apr1$x$y",
  "phpinfo()",
  "PHP Version 8.1.2",
  "Apache Server Status",
  "Index of /",
  "Parent Directory",
  "-- MySQL dump",
  "Error Log for",
  "Application Trace",
  "Adminer",
  "phpMyAdmin",
  "Werkzeug Debugger EVALEX = true",
  "Script Console Jenkins",
  '{"openapi":"3.0.0"}',
  "__schema",
  "# HELP x",
  "ListBucketResult",
  '{"propertySources":[]}',
  "ConnectionStrings",
  "adapter: mysql2",
  '{"password":"x","host":"y"}',
];

/** A wiki that shows what was asked for, and lists markers of well-known leaks on every page. */
export const reflecting = (request: LabRequest): Answer =>
  page(
    "Search",
    `<h1>Nothing found for ${escapeHtml(request.target)}</h1><pre>${markers.map(escapeHtml).join("\n")}</pre>`,
  );

/** An API that echoes the request as JSON. */
export const echoing = (request: LabRequest): Answer =>
  json({ ok: true, method: request.method, path: request.path, target: request.target, body: request.body });

/** Sends everybody to the login page first. */
export const loginFirst = (request: LabRequest): Answer =>
  request.path === "/login"
    ? page("Log in", '<form method="post" action="/login"><input name="user"><button>Log in</button></form>', {
        "set-cookie": "__Host-session=1b9e; Path=/; Secure; HttpOnly; SameSite=Lax",
      })
    : redirect(`/login?next=${encodeURIComponent(request.target)}`);

/** Redirects to itself for ever. */
export const looping = (request: LabRequest): Answer => redirect(request.path);

/** A web application firewall that blocks whatever is not the front page. */
export const firewalled = (request: LabRequest): Answer =>
  request.path === "/"
    ? page("Acme admin", "<h1>Admin</h1><p>Use the company network.</p>")
    : reply(
        403,
        "text/html; charset=utf-8",
        document("Request blocked", "<h1>Request blocked</h1><p>Incident 71f0.</p>"),
      );

/** Errors as text with status 200, in lines that look like settings. */
export const textErrors = (request: LabRequest): Answer =>
  request.path === "/"
    ? page("Acme status", "<h1>All systems work</h1>")
    : text(`ERROR=not_found\nREQUEST_PATH=${request.path}\nSECRET_LEVEL=none\nAPP_STATE=ok\n`);

const emptyArchive = zip("readme.txt", "There is nothing to download under this name.\n");

/** A download gateway: an archive with a notice for every name. */
export const downloads = (request: LabRequest): Answer =>
  request.path === "/" ? page("Acme downloads", "<h1>Downloads</h1>") : bytes(emptyArchive);

/** Sends everybody to a name that is not the customer's. */
export const leaving = (request: LabRequest): Answer =>
  redirect(request.urlOf("https", "forum.outside.test", 8443, request.target));

const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20), { level: 9 });

/** A site with a sound front page and an honest 404 whose usual leaks answer in ways that hurt a careless client. */
export const hostile = (request: LabRequest): Answer => {
  switch (request.path) {
    case "/":
      return page("Acme archive", "<h1>Archive</h1>");
    case "/backup.sql":
      return (response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        const drip = setInterval(() => response.write(" "), 250);
        response.on("close", () => clearInterval(drip));
      };
    case "/backup.zip":
      return (response) => {
        const chunk = Buffer.alloc(65_536);
        response.writeHead(200, { "content-type": "application/octet-stream" });
        const fill = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", fill);
        fill();
      };
    case "/.env":
      return reply(200, "text/plain", bomb, { "content-encoding": "gzip" });
    case "/openapi.json":
      return (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "4096" });
        response.write('{"openapi":"3.0.0","info":{"title":"cut', () => response.destroy());
      };
    case "/.git/HEAD":
      return (response) => {
        response.destroy();
      };
    default:
      return missing();
  }
};

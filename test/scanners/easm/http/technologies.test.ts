import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../../../../functions/net/net.ts";
import { iconHash, murmur3 } from "../../../../functions/scanners/easm/http/favicon.ts";
import { knownTechnologies, technologiesOf } from "../../../../functions/scanners/easm/http/technologies.ts";
import { http } from "../../../../functions/scanners/easm/http.ts";
import { readPage } from "../../../../functions/scanners/easm/shared/html.ts";
import { netBench, webService } from "../net-bench.ts";

const bench = netBench();

const answer = (headers: Readonly<Record<string, string | readonly string[]>>): HttpResponse => {
  const lines = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  return {
    url: "http://127.0.0.1/",
    status: 200,
    headers: lines,
    body: Buffer.alloc(0),
    truncated: false,
    redirects: [],
    ip: "127.0.0.1",
    header: (name) => lines[name]?.[0] ?? null,
    text: () => "",
  };
};

const shown = (headers: Readonly<Record<string, string | readonly string[]>>, html = "") =>
  technologiesOf([answer(headers)], readPage(html), html);

test("at least one hundred and fifty are known", () => {
  expect(knownTechnologies.length).toBeGreaterThanOrEqual(150);
});

describe("headers", () => {
  test.each([
    [
      { server: "Apache/2.4.58 (Ubuntu) OpenSSL/3.0.2 PHP/8.1.2" },
      ["Apache HTTP Server 2.4.58", "OpenSSL 3.0.2", "PHP 8.1.2"],
    ],
    [{ server: "Apache-Coyote/1.1" }, ["Apache Tomcat"]],
    [{ server: "Jetty(9.4.51.v20230217)" }, ["Jetty 9.4.51.v20230217"]],
    [{ server: "Microsoft-IIS/10.0", "x-aspnet-version": "4.0.30319" }, ["ASP.NET 4.0.30319", "Microsoft IIS 10.0"]],
    [{ server: "TornadoServer/6.3" }, ["TornadoServer 6.3"]],
    [{ server: "Werkzeug/2.3.7 Python/3.11.4" }, ["Python 3.11.4", "Werkzeug 2.3.7"]],
    [{ "x-powered-by": "Express", "set-cookie": ["_gitlab_session=1; Path=/"] }, ["Express", "GitLab"]],
    [{ "set-cookie": ["BIGipServerpool=1", "webvpn=2"] }, ["Cisco ASA VPN", "F5 BIG-IP"]],
    [{ "x-jenkins": "2.426.1" }, ["Jenkins 2.426.1"]],
    [{ server: "nothing known" }, []],
  ])("%j", (headers, expected) => {
    expect(shown(headers)).toEqual(expected);
  });
});

describe("scripts", () => {
  test.each([
    ["/js/jquery-3.7.1.min.js", ["jQuery 3.7.1"]],
    ["https://ajax.googleapis.com/ajax/libs/jquery/3.4.1/jquery.min.js", ["jQuery 3.4.1"]],
    ["https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/js/bootstrap.bundle.min.js", ["Bootstrap 5.3.2"]],
    ["/bootstrap-4.3.1-dist/js/bootstrap.min.js", ["Bootstrap 4.3.1"]],
    ["https://unpkg.com/react@18.2.0/umd/react.production.min.js", ["React 18.2.0"]],
    ["https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js", ["AngularJS 1.8.2"]],
    ["/wp-includes/js/jquery/jquery.min.js?ver=3.7.1", ["WordPress", "jQuery 3.7.1"]],
    ["/js/jquery.min.js?v=1.12.4", ["jQuery"]],
    ["/js/jquery.min.js?ver=20240101", ["jQuery"]],
    ["/js/jquery-3.7.0-rc1.min.js", []],
    ["/js/jquery-slider-1.4.2.min.js", []],
    ["/js/jquery-ui-1.13.2.min.js", ["jQuery UI 1.13.2"]],
    ["/js/d3.v5.min.js", ["D3"]],
    ["https://browser.sentry-cdn.com/7.81.1/bundle.min.js", ["Sentry 7.81.1"]],
    ["/js/react.js/1.0.0/app.js", []],
    ["/reactive.js", []],
  ])("%s", (src, expected) => {
    expect(shown({}, `<script src="${src}"></script>`)).toEqual(expected);
  });
});

test("elements of the page", () => {
  const page =
    '<meta name="generator" content="Docusaurus v3.0.1"><meta name="csrf-param" content="authenticity_token"><div id="___gatsby"></div>';
  expect(shown({}, page)).toEqual(["Docusaurus 3.0.1", "Gatsby", "Ruby on Rails"]);
  expect(shown({}, "<h3>Apache Tomcat/9.0.30</h3>")).toEqual(["Apache Tomcat 9.0.30"]);
});

describe("the icon", () => {
  const icon = Buffer.from("00000100010010100000010020006804000016000000", "hex");

  test("is hashed as the published algorithm has it", () => {
    expect(murmur3(Buffer.from(""))).toBe(0);
    expect(murmur3(Buffer.from("foo"))).toBe(-156908512);
    expect(iconHash(icon)).toBe(murmur3(Buffer.from(`${icon.toString("base64")}\n`)));
  });

  const favicon = async (listener: RequestListener) =>
    (await bench.scan(http, webService(await bench.web(listener)))).assets[0]?.attributes;

  test("is an attribute of the application, from where the page says or from the usual place", async () => {
    const at =
      (path: string, html: string): RequestListener =>
      (request, response) => {
        if (request.url === "/") response.setHeader("content-type", "text/html").end(html);
        else if (request.url === path) response.end(icon);
        else response.writeHead(404).end("no");
      };
    expect(await favicon(at("/favicon.ico", "<p>hello</p>"))).toMatchObject({ favicon: iconHash(icon) });
    expect(await favicon(at("/i.png", '<link rel="shortcut icon" href="/i.png">'))).toMatchObject({
      favicon: iconHash(icon),
    });
  });

  test("is none where a page comes in its place, or nothing", async () => {
    const spa: RequestListener = (_, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><p>hello</p>");
    const none: RequestListener = (request, response) =>
      response.writeHead(request.url === "/" ? 200 : 404).end("hello");
    expect(await favicon(spa)).not.toHaveProperty("favicon");
    expect(await favicon(none)).not.toHaveProperty("favicon");
  });
});

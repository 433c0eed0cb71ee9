import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { technologiesOf } from "../../../functions/scanners/easm/http/technologies.ts";
import { http } from "../../../functions/scanners/easm/http.ts";
import { readPage } from "../../../functions/scanners/easm/shared/html.ts";
import { netBench, webService } from "./net-bench.ts";

const bench = netBench();

const html =
  (body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...headers });
    response.end(body);
  };

describe("web applications", () => {
  test("one per name, with title, technologies and firewall", async () => {
    const page =
      '<title>Shop</title><meta name="generator" content="WordPress 6.4.3"><script src="/js/jquery-3.7.1.min.js"></script>';
    const port = await bench.web(html(page, { server: "nginx/1.25.3", "x-sucuri-id": "1" }));
    const names = ["a.example.test", "b.example.test"];
    const { assets } = await bench.scan(http, webService(port, { names }));
    expect(assets.map((asset) => asset.value)).toEqual(names.map((name) => `http://${name}:${port}`));
    expect(assets[0]?.attributes).toMatchObject({
      title: "Shop",
      status_code: 200,
      technologies: ["WordPress 6.4.3", "jQuery 3.7.1", "nginx 1.25.3"],
      waf: "Sucuri",
    });
  });

  test("names out of scope are not asked", async () => {
    const hosts: string[] = [];
    const port = await bench.web((request, response) => {
      hosts.push(request.headers.host ?? "");
      response.end("hello");
    });
    await bench.scan(http, webService(port, { names: ["a.example.test", "other.invalid"] }));
    expect(new Set(hosts)).toEqual(new Set([`a.example.test:${port}`]));
  });

  test("a server that only redirects, loops or refuses the name is none", async () => {
    const redirects = (location: string) => bench.web((_, response) => response.writeHead(302, { location }).end());
    const elsewhere = await redirects("https://www.example.test/");
    const loop = await redirects("/again");
    const outside = await redirects("https://login.invalid/");
    const refuses = await bench.web((_, response) => response.writeHead(421).end());
    for (const port of [elsewhere, loop, outside, refuses]) {
      expect(await bench.scan(http, webService(port))).toMatchObject({ assets: [], detections: [] });
    }
  });

  test("an application whose first page sends to a login elsewhere is one", async () => {
    const port = await bench.web((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: "https://login.invalid/" }).end()
        : response.writeHead(404).end("no such page"),
    );
    expect((await bench.scan(http, webService(port))).assets).toHaveLength(1);
  });

  test("a service that is not HTTP is left alone, and one that is gone throws", async () => {
    expect((await bench.scan(http, webService(1, { protocol: "ssh" }))).assets).toEqual([]);
    await expect(bench.scan(http, webService(1))).rejects.toMatchObject({ name: "NetError", code: "refused" });
  });
});

describe("missing HTTPS", () => {
  test("a page over plain HTTP on a host without HTTPS", async () => {
    const port = await bench.web(html("<form></form>"));
    const { detections } = await bench.scan(http, webService(port, { names: ["a.example.test"] }));
    expect(detections).toMatchObject([{ rule: "plain_http_only", evidence: { has_form: true } }]);
  });

  test("JSON over plain HTTP is no page", async () => {
    const port = await bench.web((_, response) => response.setHeader("content-type", "application/json").end("{}"));
    expect((await bench.scan(http, webService(port))).rules).toEqual([]);
  });

  test("an HTTPS service that gives no answer leaves the question open", async () => {
    const port = await bench.web(html("<p>hello</p>"));
    const known = { service: [webService(1, { tls: true })] };
    const { rules, missed } = await bench.scan(http, webService(port), { known });
    expect({ rules, missed }).toEqual({ rules: [], missed: [`http://127.0.0.1:${port}`] });
  });
});

describe("names that could not be visited", () => {
  test("are told by their origin, and the others are judged", async () => {
    const port = await bench.web((request, response) => {
      if (request.headers.host?.startsWith("b.")) request.socket.destroy();
      else response.end("hello");
    });
    const names = ["a.example.test", "b.example.test", "c.example.test"];
    const { assets, missed } = await bench.scan(http, webService(port, { names }));
    expect(assets.map(({ value }) => value)).toEqual([
      `http://a.example.test:${port}`,
      `http://c.example.test:${port}`,
    ]);
    expect(missed).toEqual([`http://b.example.test:${port}`]);
  });

  test("are told when there are too many of them", async () => {
    const port = await bench.web((_, response) => response.writeHead(421).end());
    const names = Array.from({ length: 202 }, (_, index) => `n${index + 100}.example.test`);
    const { missed } = await bench.scan(http, webService(port, { names }));
    expect(missed).toEqual([`http://n300.example.test:${port}`, `http://n301.example.test:${port}`]);
  });

  test("do not hold back what an earlier name gave", async () => {
    const release = Promise.withResolvers<void>();
    const port = await bench.web((request, response) => {
      if (request.headers.host?.startsWith("a.")) response.end("hello");
      else release.promise.then(() => response.end("late"));
    });
    const names = ["a.example.test", "b.example.test"];
    const { assets } = await bench.scan(http, webService(port, { names }), { onEmission: () => release.resolve() });
    expect(assets).toHaveLength(2);
  });
});

test("markup in comments shows no technology", () => {
  const page = '<!-- <meta name="generator" content="WordPress 5.0"> -->';
  expect(technologiesOf([], readPage(page), "")).toEqual([]);
});

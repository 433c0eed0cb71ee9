import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../../../../functions/net/net.ts";
import { judgeContent } from "../../../../functions/scanners/easm/headers/content.ts";
import { headers } from "../../../../functions/scanners/easm/headers.ts";
import { readPage } from "../../../../functions/scanners/easm/shared/html.ts";
import { netBench, webApp } from "../net-bench.ts";

const bench = netBench();

const judge = (html: string, scheme: "http" | "https" = "https", policy?: string) => {
  const response: HttpResponse = {
    url: `${scheme}://www.example.test/shop/`,
    status: 200,
    headers: policy === undefined ? {} : { "content-security-policy": [policy] },
    body: Buffer.from(html),
    truncated: false,
    redirects: [],
    ip: "127.0.0.1",
    header: () => null,
    text: () => html,
  };
  return judgeContent({
    scheme,
    host: "www.example.test",
    response,
    answers: [response],
    page: readPage(html),
    now: new Date(0),
  });
};

const rules = (...given: Parameters<typeof judge>) => judge(...given).map(({ rule }) => rule);

describe("over HTTPS", () => {
  test.each([
    ['<img src="http://cdn.example.test/a.png">', ["mixed_content"]],
    ['<iframe src="http://www.example.test/f"></iframe>', ["mixed_content"]],
    ['<base href="http://www.example.test/"><img src="a.png">', ["mixed_content"]],
    ['<a href="http://www.example.test/">link</a>', []],
    ['<img src="//cdn.example.test/a.png"><img src="/a.png">', []],
    ['<!-- <img src="http://cdn.example.test/a.png"> -->', []],
    ['<form action="http://www.example.test/login"></form>', ["insecure_form"]],
    ['<form action="/login"></form><form></form>', []],
    ['<script src="https://cdn.elsewhere.invalid/a.js"></script>', ["sri_missing"]],
    ['<link rel="stylesheet" href="https://cdn.elsewhere.invalid/a.css">', ["sri_missing"]],
    ['<script src="https://cdn.elsewhere.invalid/a.js" integrity="sha384-abc"></script>', []],
    ['<script src="https://static.example.test/a.js"></script>', []],
    ['<link rel="icon" href="https://cdn.elsewhere.invalid/a.ico"><img src="https://cdn.elsewhere.invalid/a.png">', []],
    ['<input type="password">', []],
  ])("%s", (html, expected) => {
    expect(rules(html)).toEqual(expected);
  });

  test("browsers mend what the policy tells them to", () => {
    expect(rules('<img src="http://cdn.example.test/a.png">', "https", "upgrade-insecure-requests")).toEqual([]);
  });

  test("addresses are told without their queries, the same in whatever order", () => {
    const [one] = judge('<img src="http://b.example.test/a?t=1"><img src="http://a.example.test/a?t=2">');
    expect(one?.evidence).toEqual({
      kinds: ["image"],
      addresses: ["http://a.example.test/a", "http://b.example.test/a"],
    });
  });
});

describe("over plain HTTP", () => {
  test("a page that asks for a password", () => {
    expect(rules('<form><input type="PASSWORD"></form>', "http")).toEqual(["login_over_http"]);
    expect(rules('<div><input type="password"></div>', "http")).toEqual(["login_over_http"]);
    expect(rules('<form><input type="text"></form><p>password</p>', "http")).toEqual([]);
  });

  test("is told by the scanner", async () => {
    const port = await bench.web((_, response) =>
      response.setHeader("content-type", "text/html").end('<form><input type="password"></form>'),
    );
    expect((await bench.scan(headers, webApp(port))).rules).toContain("login_over_http");
  });
});

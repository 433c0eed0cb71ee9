import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../../../../functions/net/net.ts";
import { BlockWatch } from "../../../../functions/scanners/easm/exposures/block-watch.ts";
import type { Probe } from "../../../../functions/scanners/easm/exposures/probe.ts";
import { tryProbe } from "../../../../functions/scanners/easm/exposures/prove.ts";
import { exposures } from "../../../../functions/scanners/easm/exposures.ts";
import { netBench, webApp } from "../net-bench.ts";

const bench = netBench();

const scan = async (listener: RequestListener) => bench.scan(exposures, webApp(await bench.web(listener)));

/** Serves these paths and an honest 404. */
const files =
  (served: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    const body = served[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? "Not found");
  };

const answer = (text: string): HttpResponse => ({
  url: "http://127.0.0.1/",
  status: 200,
  headers: {},
  body: Buffer.from(text),
  truncated: false,
  redirects: [],
  ip: "127.0.0.1",
  header: () => null,
  text: () => text,
});

describe("what cannot be judged", () => {
  const leaking = files({ "/.git/HEAD": "ref: refs/heads/main\n" });
  const scanAt = async (listener: RequestListener) => {
    const app = webApp(await bench.web(listener));
    return { value: app.value, ...(await bench.scan(exposures, app)) };
  };
  let refusals = 1000;
  const refuse = (response: Parameters<RequestListener>[1]) => response.writeHead(403).end(`Denied, id ${++refusals}`);

  test("nothing, where all is answered", async () => {
    expect(await scanAt(leaking)).toMatchObject({ rules: ["git_repository"], missed: [] });
  });

  test("an application behind a firewall that shuts the scanner out on the way keeps what was found", async () => {
    let requests = 0;
    const { value, rules, missed } = await scanAt((request, response) =>
      ++requests > 30 ? refuse(response) : leaking(request, response),
    );
    expect(rules).toEqual(["git_repository"]);
    expect(missed).toEqual([value]);
    expect(requests).toBeLessThan(80);
  });

  test("an application whose firewall refuses nearly all probes, though not the harmless paths", async () => {
    const { value, missed } = await scanAt((request, response) =>
      /^\/(\w*zq7x\w*)?$/.test(request.url ?? "") ? response.writeHead(404).end("no") : refuse(response),
    );
    expect(missed).toEqual([value]);
  });

  test("an application whose first page is refused now", async () => {
    const { value, missed } = await scanAt((_, response) => refuse(response));
    expect(missed).toEqual([value]);
  });

  test("a site that refuses all strangers' paths from the start is judged", async () => {
    const { missed } = await scanAt((request, response) =>
      request.url === "/" ? response.end("hello") : response.writeHead(403).end(`${request.url} is for members`),
    );
    expect(missed).toEqual([]);
  });

  test("a path that gives no answer", async () => {
    const { value, rules, missed } = await scanAt((request, response) =>
      request.url === "/.env" ? request.socket.destroy() : leaking(request, response),
    );
    expect(rules).toEqual(["git_repository"]);
    expect(missed).toEqual([value]);
  });
});

describe("requests that would do harm are not made", () => {
  test("no heap dump is asked for, and no POST sent to what is not GraphQL", async () => {
    const asked: string[] = [];
    const serve = files({ "/actuator": JSON.stringify({ _links: { heapdump: { href: "/actuator/heapdump" } } }) });
    const { rules } = await scan((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      serve(request, response);
    });
    expect(rules).toEqual(["actuator_heapdump"]);
    expect(asked.filter((line) => line.includes("heapdump") || line.startsWith("POST"))).toEqual([]);
    expect(asked).toContain("GET /graphql?query=%7B__typename%7D");
  });
});

describe("a proof that fails on what it is shown", () => {
  const thrower: Probe<"thrower"> = {
    rule: "thrower",
    paths: () => ["/a"],
    prove: () => {
      throw new RangeError("too deep");
    },
  };

  test("costs its own probe only", async () => {
    const app = webApp(1);
    const response = answer("text");
    const visit = async () => response;
    const watch = new BlockWatch(visit, String);
    const { signal } = new AbortController();
    const tried = await tryProbe(thrower, app, { visit, watch, token: String, signal });
    expect(tried).toEqual({ hits: [], undecided: ["thrower /a"] });
  });
});

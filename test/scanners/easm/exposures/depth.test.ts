import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { exposures } from "../../../../functions/scanners/easm/exposures.ts";
import { depthLeaks } from "../../../../lab/sections/exposures-depth.ts";
import type { Leak } from "../../../../lab/sections/leaks.ts";
import type { Reply } from "../../../../lab/web/reply.ts";
import { netBench, webApp } from "../net-bench.ts";

const bench = netBench();

const scan = async (listener: RequestListener) => bench.scan(exposures, webApp(await bench.web(listener)));

/** Serves each reply at its path, and an honest 404. */
const serving =
  (replies: ReadonlyMap<string, Reply>): RequestListener =>
  (request, response) => {
    const reply = replies.get(request.url ?? "");
    if (reply === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    else response.writeHead(reply.status, { ...reply.headers } as Record<string, string>).end(reply.body);
  };

/** Those whose path is theirs alone; of the applications that answer everything each has a scan of its own. */
const atPaths = depthLeaks.filter(({ path, rule }) => path !== "/" && !rule.endsWith("_debug"));
const isOwn = ({ path }: Leak) => path !== "/" && !path.startsWith("/palisade/");

const secretsOf = (leaks: readonly Leak[]): readonly string[] =>
  leaks.flatMap(({ leak }) =>
    [...leak.body.toString().matchAll(/(?:password|secret_key|token)["']?\s*[:= ]\s*"?(\w{9,})/gi)].map(
      ([, secret]) => secret ?? "",
    ),
  );

describe("what products leave open", () => {
  test("is found at its path, each by its own rule, without a secret shown", async () => {
    const { detections } = await scan(serving(new Map(atPaths.map(({ path, leak }) => [path, leak]))));
    const found = detections.map(({ rule, path, evidence }) => `${rule} ${path ?? evidence.path}`).sort();
    expect(found).toEqual(atPaths.map(({ rule, path }) => `${rule} ${path}`).sort());
    const shown = JSON.stringify(detections);
    expect(secretsOf(atPaths).length).toBeGreaterThanOrEqual(8);
    for (const secret of secretsOf(atPaths)) expect(shown).not.toContain(secret);
  });

  test("is not what comes close to it", async () => {
    const { detections } = await scan(
      serving(new Map(depthLeaks.filter(isOwn).map(({ path, nearMiss }) => [path, nearMiss]))),
    );
    expect(detections).toEqual([]);
  });

  test("is not what one text for every name holds", async () => {
    const everything = depthLeaks.map(({ leak }) => leak.body.toString()).join("\n\n");
    expect((await scan((_, response) => response.end(everything))).detections).toEqual([]);
  });

  test("is not what is served for a file name in any folder", async () => {
    const files = depthLeaks.filter((each) => isOwn(each) && !/panel|console|dashboard/.test(each.rule));
    const { detections } = await scan((request, response) => {
      const name = (request.url ?? "").split("/").at(-1);
      const hit = files.find(({ path }) => path.split("/").at(-1) === name && name !== "");
      if (hit === undefined) response.writeHead(404).end("no");
      else response.writeHead(hit.leak.status, { ...hit.leak.headers } as Record<string, string>).end(hit.leak.body);
    });
    expect(detections).toEqual([]);
  });

  test.each(depthLeaks.filter((each) => each.rule.endsWith("_debug")))(
    "$rule is found where every unknown path is answered so",
    async ({ rule, leak }) => {
      const { detections } = await scan((request, response) => {
        if (request.url === "/") response.end("hello");
        else response.writeHead(leak.status, { "content-type": "text/html" }).end(leak.body);
      });
      expect(detections.map((each) => each.rule)).toEqual([rule]);
    },
  );

  test("is the same in a rescan", async () => {
    const listener = serving(new Map(atPaths.map(({ path, leak }) => [path, leak])));
    const port = await bench.web(listener);
    const [one, other] = [await bench.scan(exposures, webApp(port)), await bench.scan(exposures, webApp(port))];
    expect(other.detections).toEqual(one.detections);
  });
});

describe("requests", () => {
  test("are at most 340 where nothing is there, and a page is asked for once", async () => {
    const asked = new Map<string, number>();
    await scan((request, response) => {
      asked.set(request.url ?? "", (asked.get(request.url ?? "") ?? 0) + 1);
      response.writeHead(404).end("Not found");
    });
    const total = [...asked.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(340);
    expect(asked.get("/login")).toBe(1);
  });

  test("all rules of the scanner are at least sixty-five", () => {
    expect(Object.keys(exposures.rules).length).toBeGreaterThanOrEqual(65);
  });
});

describe("severity", () => {
  const at = async (path: string, body: string) =>
    (await scan(serving(new Map([[path, { status: 200, headers: { "content-type": "text/plain" }, body }]]))))
      .detections;

  test("rises where a file holds credentials", async () => {
    const compose = "services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_PASSWORD: kV7qz2Xw9L\n";
    expect(await at("/docker-compose.yml", compose)).toMatchObject([{ severity: { value: "high" } }]);
    const config =
      '<configuration><connectionStrings><add connectionString="Server=db;Password=kV7qz2Xw9L;"/></connectionStrings></configuration>';
    expect(await at("/web.config", config)).toMatchObject([{ rule: "web_config", severity: { value: "high" } }]);
    const installed = JSON.stringify([{ name: "phpunit/phpunit", version: "5.6.2" }]);
    expect(await at("/vendor/composer/installed.json", installed)).toMatchObject([{ severity: { value: "high" } }]);
    expect(await at("/_ignition/health-check", '{"can_execute_commands":true}')).toMatchObject([
      { severity: { value: "high" } },
    ]);
  });

  test("does not where they stand elsewhere", async () => {
    const compose = `services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_PASSWORD: \${DB_PASSWORD}\n`;
    const [found] = await at("/docker-compose.yml", compose);
    expect(found?.rule).toBe("docker_compose");
    expect(found?.severity).toBeUndefined();
  });
});

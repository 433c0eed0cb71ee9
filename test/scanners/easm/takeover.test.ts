import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import { pageWords, unclaimedMark } from "../../../functions/scanners/easm/http/takeover-markers.ts";
import { http } from "../../../functions/scanners/easm/http.ts";
import { type CertificateKind, newIssuer } from "../../../lab/certificates/issue.ts";
import { a, cname } from "../../../lab/dns/records.ts";
import { webService } from "./net-bench.ts";
import { scanZones, zoneOf } from "./zone-bench.ts";

const servers: Server[] = [];
afterEach(async () => {
  const closing = servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)));
  await Promise.all(closing);
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const NO_PROJECT = "<h1>project not found</h1>";
const answers =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end(body);

interface Site {
  readonly listener: RequestListener;
  /** Where old.shop.test leads. */
  readonly target?: string;
  /** An HTTPS service of the same name. */
  readonly certificate?: { readonly kind: CertificateKind; readonly names: readonly string[] };
}

async function scan({ listener, target = "shop-old.surge.sh", certificate }: Site) {
  const port = await listening(createServer(listener));
  const known: AssetOf<"service">[] = [];
  const trustedRoots: string[] = [];
  if (certificate) {
    const issuer = await newIssuer(new Date());
    const credentials = await issuer.issue(certificate.kind, certificate.names);
    trustedRoots.push(issuer.rootCertificate);
    const secure = await listening(createHttpsServer(credentials, listener));
    known.push(webService(secure, { names: ["old.shop.test"], tls: true }));
  }
  const zones = [
    zoneOf("shop.test", [cname("old.shop.test", target), a("own.shop.test", "127.0.0.1")]),
    zoneOf("surge.sh", [a("shop-old.surge.sh", "127.0.0.1")]),
    zoneOf("github.io", [a("shop.github.io", "127.0.0.1")]),
    zoneOf("host.test", [a("edge.host.test", "127.0.0.1"), cname("shop.host.test", "shop-old.surge.sh")]),
  ];
  const { failure, missed, detections } = await scanZones(http, {
    target: webService(port, { names: ["old.shop.test"] }),
    zones,
    known,
    trustedRoots,
  });
  return { failure, missed, detections: detections.filter(({ rule }) => rule === "unclaimed_provider_page") };
}

describe("an alias into the zone of a hosting service", () => {
  it("that says it knows no such project can be claimed", async () => {
    const asked: string[] = [];
    const { detections } = await scan({
      listener: (request, response) => {
        asked.push(`${request.headers.host?.split(":")[0]} ${request.url}`);
        answers(404, NO_PROJECT)(request, response);
      },
    });
    expect(detections).toEqual([
      {
        type: "detection",
        rule: "unclaimed_provider_page",
        asset: { kind: "host", value: "old.shop.test" },
        matched_at: "old.shop.test",
        evidence: { provider: "Surge.sh", alias_to: "shop-old.surge.sh", page_says: ["project not found"] },
      },
    ]);
    expect(new Set(asked.map((each) => each.split(" ")[0]))).toEqual(new Set(["old.shop.test"]));
    expect(asked.filter((each) => each.endsWith(" /")).length).toBeGreaterThanOrEqual(2);
  });

  it("is found at the end of a chain too", async () => {
    const { detections } = await scan({ listener: answers(404, NO_PROJECT), target: "shop.host.test" });
    expect(detections).toMatchObject([{ evidence: { provider: "Surge.sh" } }]);
  });

  it("is low where the service may ask for a proof", async () => {
    const page = "<p>There isn&rsquo;t a  GitHub Pages\n site here.</p>";
    const { detections } = await scan({ listener: answers(404, page), target: "shop.github.io" });
    expect(detections).toMatchObject([{ evidence: { provider: "GitHub Pages" }, severity: { value: "low" } }]);
  });

  it("is nobody's to claim when a certificate is valid for the name", async () => {
    const certificate = { kind: "good", names: ["old.shop.test"] } as const;
    expect((await scan({ listener: answers(404, NO_PROJECT), certificate })).detections).toEqual([]);
  });

  it.each([
    ["another name", { kind: "good", names: ["www.surge.sh"] }],
    ["nobody trusts", { kind: "self_signed", names: ["old.shop.test"] }],
  ] as const)("can be claimed whatever a certificate for %s says", async (_, certificate) => {
    expect((await scan({ listener: answers(404, NO_PROJECT), certificate })).detections).toHaveLength(1);
  });

  it.each<[string, RequestListener]>([
    [
      "whose first page is a site",
      (request, response) =>
        answers(request.url === "/" ? 200 : 404, request.url === "/" ? "<h1>Shop</h1>" : NO_PROJECT)(request, response),
    ],
    [
      "whose first page alone says so",
      (request, response) => answers(404, request.url === "/" ? NO_PROJECT : "gone")(request, response),
    ],
    ["that says so with another status", answers(200, NO_PROJECT)],
    ["that says something else", answers(404, "<h1>Not found</h1>")],
  ])("%s is claimed", async (_, listener) => {
    expect((await scan({ listener })).detections).toEqual([]);
  });

  it("that stops saying so while it is looked at is claimed", async () => {
    let visits = 0;
    const listener: RequestListener = (request, response) => {
      if (request.url === "/") visits += 1;
      answers(visits > 1 ? 200 : 404, visits > 1 ? "<h1>Shop</h1>" : NO_PROJECT)(request, response);
    };
    expect((await scan({ listener })).detections).toEqual([]);
  });

  it("that gives no answer is missed, name and all", async () => {
    const listener: RequestListener = (request) => request.socket.destroy();
    const { failure, missed } = await scan({ listener });
    expect(failure).toMatchObject({ name: "NetError" });
    expect(missed).toContain("old.shop.test");
  });
});

it("the same words on a server of somebody else, or of the customer's own, say nothing", async () => {
  expect((await scan({ listener: answers(404, NO_PROJECT), target: "edge.host.test" })).detections).toEqual([]);
  expect((await scan({ listener: answers(404, NO_PROJECT), target: "own.shop.test" })).detections).toEqual([]);
});

describe("the mark of a service", () => {
  it.each([
    ["shop.s3-website-eu-west-1.amazonaws.com", "AWS S3", true],
    ["shop.ghost.io", "Ghost", true],
    ["shop.herokudns.com", "Heroku", false],
    ["cname.vercel-dns.com", "Vercel", false],
    ["proxy-ssl.webflow.com", "Webflow", false],
  ])("of %s is that of %s", (name, provider, isFree) => {
    expect(unclaimedMark(name)).toMatchObject({ provider, isFree });
  });

  it.each(["notgithub.io", "github.com", "shop.azurewebsites.net", "shop.test"])("of %s is unknown", (name) => {
    expect(unclaimedMark(name)).toBeNull();
  });

  it("is looked for in words, however they are written", () => {
    expect(pageWords("There ISN&#8217;T\n\ta  page")).toBe("there isn't a page");
    for (const name of ["a.surge.sh", "a.github.io", "a.helpjuice.com", "a.worksites.net"]) {
      for (const word of unclaimedMark(name)?.words ?? []) expect(pageWords(word)).toBe(word);
    }
  });
});

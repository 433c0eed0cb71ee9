import { describe, expect, it } from "vitest";
import { redirectHop } from "../../functions/net/http-redirect.ts";
import type { HttpRequest } from "../../functions/net/net.ts";
import { a, dnsServer, httpServer, loopbackNet, zone } from "./support.ts";

/** A server whose every path but `/end` redirects to where `location` says. */
const redirecting = (location: (path: string) => string, status = 302) =>
  httpServer((request, response) => {
    if (request.url === "/end") response.end("the end");
    else response.writeHead(status, { location: location(request.url ?? "") }).end("moved");
  });

describe("a redirect", () => {
  it("is not followed unless asked for", async () => {
    const origin = await redirecting(() => "/end");
    expect(await loopbackNet().http.request(`${origin}/`)).toMatchObject({
      status: 302,
      redirects: [],
      url: `${origin}/`,
    });
  });

  it("is followed as far as asked for", async () => {
    const origin = await redirecting((path) => (path === "/3" ? "/end" : `/${Number(path.slice(1)) + 1}`));
    const { http } = loopbackNet();
    const response = await http.request(`${origin}/0`, { redirectsMax: 4 });
    expect(response.text()).toBe("the end");
    expect(response.url).toBe(`${origin}/end`);
    expect(response.redirects).toEqual([0, 1, 2, 3].map((step) => `${origin}/${step}`));
    expect(await http.request(`${origin}/0`, { redirectsMax: 2 })).toMatchObject({ status: 302, url: `${origin}/2` });
  });

  it("that loops ends at the bound, whatever bound is asked for", async () => {
    let asked = 0;
    const origin = await redirecting(() => {
      asked += 1;
      return "/again";
    });
    const response = await loopbackNet().http.request(`${origin}/`, { redirectsMax: 1_000_000 });
    expect(response.status).toBe(302);
    expect(asked).toBe(21);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "http://10.0.0.1/",
    "http://127.0.0.2/",
    "http://2130706434/",
    "http://elsewhere.test/",
    "//notexample.test/",
    "http://quiet.example.test/",
    "http://www.example.test@127.0.0.1/",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://%zz/",
  ])("to %s is the answer itself", async (location) => {
    const origin = await redirecting(() => location);
    const { http } = loopbackNet({ scope: { exclude: ["quiet.example.test"] } });
    const response = await http.request(`${origin}/`, { redirectsMax: 5 });
    expect(response).toMatchObject({ status: 302, url: `${origin}/`, redirects: [] });
    expect(response.header("location")).toBe(location);
  });

  it("to a name in scope with a private address is the answer itself", async () => {
    const { resolver } = await dnsServer(zone({ "A intra.example.test": [a("intra.example.test", "10.0.0.1")] }));
    const origin = await redirecting(() => "http://intra.example.test/");
    const response = await loopbackNet({ config: { resolver } }).http.request(`${origin}/`, { redirectsMax: 5 });
    expect(response).toMatchObject({ status: 302, url: `${origin}/` });
  });

  it("to a host that cannot be reached fails, naming that host", async () => {
    const origin = await redirecting(() => "http://127.0.0.1:1/x");
    await expect(loopbackNet().http.request(`${origin}/`, { redirectsMax: 5 })).rejects.toMatchObject({
      code: "refused",
      message: "http://127.0.0.1:1/x: connection refused (ECONNREFUSED)",
    });
  });

  it("keeps to the time of the whole request", async () => {
    const origin = await httpServer((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/hang" }).end();
    });
    await expect(loopbackNet().http.request(`${origin}/`, { redirectsMax: 5, timeoutMs: 100 })).rejects.toMatchObject({
      code: "timeout",
    });
  });
});

describe("the request after a redirect", () => {
  const from = "https://www.example.test/a/b?c";
  const hop = (location: string, status = 302, request: HttpRequest = {}) =>
    redirectHop(from, status, { location: [location] }, request);

  it.each([
    ["/x", "https://www.example.test/x"],
    ["x", "https://www.example.test/a/x"],
    ["?q", "https://www.example.test/a/b?q"],
    ["//other.test/", "https://other.test/"],
    ["http://www.example.test/#here", "http://www.example.test/"],
    [Buffer.from("/é").toString("latin1"), "https://www.example.test/%C3%A9"],
  ])("to %j goes to %s", (location, url) => {
    expect(hop(location)?.url).toBe(url);
  });

  it.each([
    [301, "POST", "GET", false],
    [302, "POST", "GET", false],
    [303, "POST", "GET", false],
    [303, "PUT", "GET", false],
    [303, "HEAD", "HEAD", true],
    [302, "PUT", "PUT", true],
    [307, "POST", "POST", true],
    [308, "POST", "POST", true],
  ])("%i of %s is %s, body kept: %s", (status, method, next, keepsBody) => {
    const request = { method, body: "x", headers: { "content-type": "text/plain", "x-a": "1" } };
    const { headers, ...rest } = hop("/x", status, request)?.request ?? {};
    expect(rest).toEqual({ method: next, ...(keepsBody ? { body: "x" } : {}) });
    expect(headers).toEqual(keepsBody ? request.headers : { "x-a": "1" });
  });

  it("takes credentials and address nowhere else", () => {
    const headers = { authorization: "Basic x", cookie: "a=1", host: "v.test", "x-a": "1" };
    const request = { headers, ip: "192.0.2.1" };
    expect(hop("/x", 302, request)?.request).toMatchObject(request);
    expect(hop("https://other.test/", 302, request)?.request).toEqual({ method: "GET", headers: { "x-a": "1" } });
    expect(hop("http://www.example.test/", 302, request)?.request).toEqual({
      method: "GET",
      headers: { "x-a": "1" },
      ip: "192.0.2.1",
    });
  });

  it.each([200, 201, 300, 304, 305, 306, 404])("is none after status %i", (status) => {
    expect(hop("/x", status)).toBeNull();
  });
});

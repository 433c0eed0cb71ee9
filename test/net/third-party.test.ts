import { createServer } from "node:https";
import { describe, expect, it } from "vitest";
import { sharedIssuer } from "../../lab/certificates/issue.ts";
import { a, dnsServer, listening, loopbackNet, zone } from "./support.ts";

const SOURCE = "logs.example.org";

/** A public source outside the scope that redirects one of its paths into it. */
async function source() {
  const { cert, key } = await (await sharedIssuer(new Date())).issue("good", [SOURCE]);
  const server = createServer({ cert, key }, (request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: "https://www.example.test/" }).end();
    else response.end(`${request.method} names`);
  });
  const port = await listening(server);
  const { resolver } = await dnsServer(
    zone({ [`A ${SOURCE}`]: [a(SOURCE, "127.0.0.1")], "A other.example.org": [a("other.example.org", "127.0.0.1")] }),
  );
  return { port, config: { resolver } };
}

describe("a public source that the deployment may ask", () => {
  it("is read by https GET although it is out of scope", async () => {
    const { port, config } = await source();
    const { http } = loopbackNet({ config, thirdPartyHosts: [SOURCE] });
    expect((await http.request(`https://${SOURCE}:${port}/`)).text()).toBe("GET names");
  });

  it("leads nowhere else", async () => {
    const { port, config } = await source();
    const { http } = loopbackNet({ config, thirdPartyHosts: [SOURCE] });
    expect(await http.request(`https://${SOURCE}:${port}/away`, { redirectsMax: 5 })).toMatchObject({
      status: 302,
      redirects: [],
    });
  });

  it.each([
    ["by another method", `https://${SOURCE}`, { method: "POST" }],
    ["in the clear", `http://${SOURCE}`, {}],
    ["under another name of its address", "https://other.example.org", {}],
    ["below its name", `https://x.${SOURCE}`, {}],
  ])("is out of scope %s", async (_, origin, request) => {
    const { port, config } = await source();
    const { http } = loopbackNet({ config, thirdPartyHosts: [SOURCE] });
    await expect(http.request(`${origin}:${port}/`, request)).rejects.toMatchObject({ code: "out_of_scope" });
  });

  it("is not reached at a private address, when the customer excludes it, or when it was not named", async () => {
    const { port, config } = await source();
    const url = `https://${SOURCE}:${port}/`;
    const refused = async (options: Parameters<typeof loopbackNet>[0]) =>
      loopbackNet(options)
        .http.request(url)
        .then(
          () => "answered",
          (error: { code: string }) => error.code,
        );
    expect(await refused({ config: { ...config, allowedCidrs: [] }, thirdPartyHosts: [SOURCE] })).toBe(
      "blocked_address",
    );
    expect(await refused({ config, scope: { exclude: [SOURCE] }, thirdPartyHosts: [SOURCE] })).toBe("out_of_scope");
    expect(await refused({ config })).toBe("out_of_scope");
  });
});

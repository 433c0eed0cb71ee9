import type { Decoy, LabHost, Section } from "../model.ts";
import { json, type LabRequest, missing, page, type Reply, type Responder, reply } from "../web/reply.ts";
import { site } from "../web/site.ts";

const PORT = 8443;

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: PORT, respond }],
});

const script = (body: string): Reply => reply(200, "text/javascript; charset=utf-8", body);

const pageWith = (title: string, ...scripts: readonly string[]): Reply =>
  page(title, `<h1>${title}</h1>${scripts.map((src) => `<script src="${src}"></script>`).join("")}`);

/** Secrets are put together here, so that no scanner of sources takes them for real ones. */
const made = (...parts: readonly string[]): string => parts.join("");

const awsKey = made("AK", "IA", "4TZ7QXNB2LVWMKRE");
const stripeKey = made("sk", "_live_", "q7Lm2Xw9Rt4Yv6Bn1Kc8Jd3H");
const gitlabToken = made("gl", "pat-", "x8Zt1mKxV0q5LbW3yNfC");

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that ended long ago. */
const expired = `${base64({ alg: "HS256", typ: "JWT" })}.${base64({ sub: "admin", exp: 1_600_000_000 })}.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw`;

const leaking = site({
  "/": pageWith("Umbrella assets", "/js/app.js", "/js/vendor.js"),
  "/js/app.js": script(
    `!function(){var k={key:"${awsKey}",pay:"${stripeKey}"};fetch("/api",{headers:k})}();\n//# sourceMappingURL=app.js.map\n`,
  ),
  "/js/vendor.js": script(`export const token = '${gitlabToken}';\n`),
  "/js/app.js.map": json({ version: 3, file: "app.js", sources: ["src/app.ts"], names: [], mappings: "AAAA" }),
});

/** Examples of documentation, keys made for browsers, hashes, and a map that is not there. */
const examples = site({
  "/": pageWith("Umbrella media", "/js/docs.js"),
  "/js/docs.js": script(
    `var a="${made("AKIA", "IOSFODNN7EXAMPLE")}",b="${made("pk", "_live_", "q7Lm2Xw9Rt4Yv6Bn1Kc8Jd3H")}",c="${made("sk", "_test_", "q7Lm2Xw9Rt4Yv6Bn1Kc8Jd3H")}",d="${made("gl", "pat-", "xxxxxxxxxxxxxxxxxxxx")}";\n//# sourceMappingURL=docs.js.map\n`,
  ),
});

/** Long random-looking values that are no secrets, an expired token, and a map inside the script. */
const noise = site({
  "/": pageWith("Umbrella images", "/js/noise.js"),
  "/js/noise.js": script(
    `var h="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",u="3b241101-e2bb-4255-8caf-4136c566a962",t="${expired}",w="XAKIA4TZ7QXNB2LVWMKREX";\n//# sourceMappingURL=data:application/json;base64,e30=\n`,
  ),
});

/** The same map for every name, and a page where a script should be. */
const everywhere = (request: LabRequest) => {
  if (request.path === "/") return pageWith("Umbrella delivery", "/js/cdn.js", "/js/gone.js");
  if (request.path === "/js/cdn.js") return script("var a = 1;\n//# sourceMappingURL=cdn.js.map\n");
  if (request.path.endsWith(".map")) return json({ version: 3, sources: ["x.ts"], names: [], mappings: "AAAA" });
  return request.path === "/js/gone.js" ? page("Gone", `<pre>${awsKey}</pre>`) : missing();
};

const truth = (rule: string, host: string, why: string, parameter?: string) => ({
  rule: `easm.scripts.${rule}`,
  host,
  port: PORT,
  why,
  ...(parameter === undefined ? {} : { parameter }),
});

const decoysOn = (host: string, secret: string, map: string): readonly Decoy[] => [
  { resembles: "easm.scripts.secret_in_script", host, port: PORT, why: secret },
  { resembles: "easm.scripts.source_map_exposed", host, port: PORT, why: map },
];

/** The digests by which the secrets are told apart: the beginning of their SHA-256. */
const aws = "aws_access_key_id 680be4e209cb64dd";
const stripe = "stripe_secret_key 2b637516af3931a1";
const gitlab = "gitlab_token 3222084aa8cfd485";

/** What scripts give away. */
export const scripts: Section = {
  hosts: [
    https("assets.umbrella.test", leaking),
    https("media.umbrella.test", examples),
    https("img.umbrella.test", noise),
    https("cdn.umbrella.test", everywhere),
  ],
  truths: [
    truth("secret_in_script", "assets.umbrella.test", "A key id of AWS.", aws),
    truth("secret_in_script", "assets.umbrella.test", "A key that moves money.", stripe),
    truth("secret_in_script", "assets.umbrella.test", "A token of a code server.", gitlab),
    truth("source_map_exposed", "assets.umbrella.test", "The sources behind the script."),
  ],
  decoys: [
    ...decoysOn(
      "media.umbrella.test",
      "Examples, and keys that are made for browsers or tests.",
      "The map is not there.",
    ),
    ...decoysOn("img.umbrella.test", "Hashes, and a token that has ended.", "The map is in the script."),
    ...decoysOn("cdn.umbrella.test", "The key stands on an error page.", "One map for every name."),
    ...decoysOn("www.acme.test", "No scripts.", "No scripts."),
  ],
};

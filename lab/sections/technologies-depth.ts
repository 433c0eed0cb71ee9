import type { Socket } from "node:net";
import type { Decoy, LabHost, Section } from "../model.ts";
import { page, type Responder } from "../web/reply.ts";
import { homeSite, site } from "../web/site.ts";

const PORT = 8443;

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: PORT, respond }],
});

const scripts = (...sources: readonly string[]): string =>
  sources.map((src) => `<script src="${src}"></script>`).join("");

/** Versions that published weaknesses affect, and one that nobody maintains. */
const outdated = page(
  "Umbrella magazine",
  `<h1>Magazine</h1>${scripts("/js/underscore-1.12.0.min.js", "/js/jquery-3.4.1.min.js")}`,
  {
    server: "nginx/1.25.3",
    "x-powered-by": "PHP/7.4.33",
  },
);

/** The first versions in which the same weaknesses are mended. */
const mended = page(
  "Umbrella blog",
  `<h1>Blog</h1>${scripts("/js/underscore-1.12.1.min.js", "/js/jquery-3.5.0.min.js", "/js/lodash-4.17.21.min.js")}`,
  { server: "nginx/1.27.1" },
);

/** Numbers that only say when the site was changed, a main version, and plugins with numbers of their own. */
const cacheBusters = page(
  "Umbrella culture",
  `<h1>Culture</h1><meta name="generator" content="Drupal 11">${scripts("/js/jquery.min.js?v=1.12.4", "/js/bootstrap.min.js?ver=3.3.7", "/js/jquery-slider-1.4.2.min.js", "/js/lodash-fp-1.0.1.js")}`,
  { server: "nginx" },
);

/** Words about versions in text and comments. */
const prose = page(
  "Umbrella museum",
  "<h1>Museum</h1><!-- <script src='/js/jquery-1.4.2.min.js'></script> --><p>Server: Apache/2.4.49, nginx/1.10.3 and PHP/5.2.17 in room 4.</p>",
);

/** Loads parts in the clear and foreign scripts unchecked, and sends a form in the clear. */
const careless = page(
  "Umbrella cart",
  '<h1>Cart</h1><img src="http://pictures.outside.test/a.png"><script src="https://scripts.outside.test/a.js"></script><form method="post" action="http://cart.umbrella.test/order"><input name="item"></form>',
);

/** Integrity, own names and addresses without a scheme. */
const careful = page(
  "Umbrella orders",
  '<h1>Orders</h1><img src="//pictures.outside.test/a.png"><script src="https://scripts.outside.test/a.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K"></script><script src="https://media.umbrella.test/js/x.js"></script><form method="post" action="/order"><input name="item"></form>',
);

/** Links in the clear, which load nothing, and the same addresses as text. */
const links = page(
  "Umbrella links",
  '<h1>Links</h1><a href="http://www.outside.test/">Outside</a><!-- <script src="http://scripts.outside.test/a.js"></script> --><pre>&lt;form action="http://x.outside.test/"&gt;</pre><template><img src="http://pictures.outside.test/a.png"></template>',
);

/** Browsers load the parts of this page over HTTPS, as it tells them to. */
const upgraded = page(
  "Umbrella press",
  '<h1>Press</h1><img src="http://pictures.outside.test/a.png"><script src="/js/press.js"></script>',
  {
    "content-security-policy":
      "upgrade-insecure-requests; default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
);

const truth = (rule: string, host: string, why: string, parameter?: string) => ({
  rule: `easm.${rule}`,
  host,
  port: PORT,
  why,
  ...(parameter === undefined ? {} : { parameter }),
});

const decoysOn = (host: string, rules: readonly string[], why: string, port = PORT): readonly Decoy[] =>
  rules.map((rule) => ({ resembles: `easm.${rule}`, host, port, why }));

const versions = ["http.vulnerable_version", "http.end_of_life"];
const contents = ["headers.mixed_content", "headers.insecure_form", "headers.sri_missing"];

/** Versions with known weaknesses, and what pages load. */
export const technologiesDepth: Section = {
  hosts: [
    https("magento.umbrella.test", site({ "/": outdated })),
    {
      names: ["sftp.umbrella.test"],
      services: [
        {
          kind: "tcp",
          port: 2222,
          converse: (socket: Socket) => {
            socket.write("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n");
          },
        },
      ],
    },
    https("wp.umbrella.test", site({ "/": mended })),
    https("drupal.umbrella.test", site({ "/": cacheBusters })),
    https("joomla.umbrella.test", site({ "/": prose })),
    https("cart.umbrella.test", site({ "/": careless })),
    https("order.umbrella.test", site({ "/": careful })),
    https("links.umbrella.test", homeSite("Umbrella links", { "/": links })),
    https("press.umbrella.test", site({ "/": upgraded })),
  ],
  truths: [
    truth("http.vulnerable_version", "magento.umbrella.test", "nginx before 1.26.2.", "nginx CVE-2024-7347"),
    truth(
      "http.vulnerable_version",
      "magento.umbrella.test",
      "Underscore before 1.12.1.",
      "Underscore.js CVE-2021-23358",
    ),
    truth("http.vulnerable_version", "magento.umbrella.test", "jQuery before 3.5.0.", "jQuery CVE-2020-11022"),
    truth("http.vulnerable_version", "magento.umbrella.test", "jQuery before 3.5.0.", "jQuery CVE-2020-11023"),
    truth("http.end_of_life", "magento.umbrella.test", "PHP 7.4 ended in 2022.", "PHP"),
    truth("headers.version_disclosed", "magento.umbrella.test", "nginx/1.25.3.", "server"),
    truth("headers.version_disclosed", "magento.umbrella.test", "PHP/7.4.33.", "x-powered-by"),
    truth("headers.version_disclosed", "wp.umbrella.test", "nginx/1.27.1.", "server"),
    ...["nginx CVE-2024-7347", "nginx CVE-2022-41741", "nginx CVE-2021-23017"].map((parameter) =>
      truth("http.vulnerable_version", "www.globex.test", "nginx 1.18.0.", parameter),
    ),
    ...["OpenSSH CVE-2024-6387", "OpenSSH CVE-2023-48795", "OpenSSH CVE-2023-38408"].map((parameter) => ({
      ...truth(
        "http.vulnerable_version",
        "sftp.umbrella.test",
        "OpenSSH 9.2p1, if Debian has not mended it.",
        parameter,
      ),
      port: 2222,
    })),
    truth("http.end_of_life", "www.globex.test", "PHP 7.4 ended in 2022.", "PHP"),
    truth("headers.mixed_content", "cart.umbrella.test", "A picture in the clear."),
    truth("headers.insecure_form", "cart.umbrella.test", "An order in the clear."),
    truth("headers.sri_missing", "cart.umbrella.test", "A foreign script, unchecked."),
    { rule: "easm.headers.login_over_http", host: "portal.globex.test", port: 8080, why: "A password in the clear." },
  ],
  decoys: [
    ...decoysOn("wp.umbrella.test", versions, "The first versions in which it is mended."),
    ...decoysOn("drupal.umbrella.test", versions, "Numbers of the site and of plugins, and a main version alone."),
    ...decoysOn("joomla.umbrella.test", versions, "Versions in text and comments."),
    ...decoysOn(
      "git.acme.test",
      ["http.vulnerable_version"],
      "Not the portable release, which is what is affected.",
      2222,
    ),
    ...decoysOn("order.umbrella.test", contents, "Checked, its own, or over the page's own scheme."),
    ...decoysOn("links.umbrella.test", contents, "Links, comments and text load nothing."),
    ...decoysOn("press.umbrella.test", contents, "The policy makes browsers use HTTPS."),
    ...decoysOn("docs.globex.test", ["headers.login_over_http"], "A page that asks for nothing.", 8080),
    ...decoysOn("www.acme.test", ["headers.login_over_http"], "Redirects to https.", 8080),
    ...decoysOn("id.acme.test", ["headers.login_over_http"], "The form comes after a redirect to https.", 8080),
  ],
};

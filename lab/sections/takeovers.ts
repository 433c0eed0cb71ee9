import type { Decoy, Section } from "../model.ts";
import { document, page, reply } from "../web/reply.ts";
import { site } from "../web/site.ts";

const html = (status: number, title: string, body: string) =>
  reply(status, "text/html; charset=utf-8", document(title, body));

const noProject = () => html(404, "project not found", "<h1>project not found</h1>");
const noPages = () =>
  html(404, "Site not found", "<h1>404</h1><p><strong>There isn&#39;t a GitHub Pages site here.</strong></p>");

const decoy = (host: string, why: string): Decoy => ({ resembles: "easm.http.unclaimed_provider_page", host, why });

/** Aliases into the zones of hosting services, claimed and not; the aliases are in `dns/takeovers.ts`. */
export const takeovers: Section = {
  hosts: [
    {
      names: ["umbrella-shop.surge.sh"],
      aliases: ["shop.umbrella.test"],
      needsOwnAddress: true,
      services: [{ kind: "http", port: 8080, respond: noProject, anyName: true }],
    },
    {
      names: ["umbrella-docs.github.io"],
      aliases: ["docs.umbrella.test"],
      needsOwnAddress: true,
      services: [{ kind: "http", port: 8080, respond: noPages, anyName: true }],
    },
    {
      names: ["umbrella-blog.github.io"],
      aliases: ["blog.umbrella.test"],
      needsOwnAddress: true,
      services: [
        {
          kind: "http",
          port: 8080,
          respond: (request) =>
            request.path === "/"
              ? page("Umbrella blog", "<h1>Blog</h1><p>Why it says: There isn't a GitHub Pages site here.</p>")
              : noPages(),
        },
      ],
    },
    {
      names: ["umbrella-store.surge.sh"],
      aliases: ["store.umbrella.test"],
      needsOwnAddress: true,
      services: [{ kind: "https", port: 8443, respond: noProject }],
    },
    {
      names: ["stats.uptimerobot.com"],
      aliases: ["status.umbrella.test"],
      needsOwnAddress: true,
      services: [
        {
          kind: "http",
          port: 8080,
          respond: site({ "/": html(404, "Nothing yet", "<h1>Page not found</h1><p>Monitors are being set up.</p>") }),
        },
      ],
    },
    {
      names: ["help.umbrella.test"],
      needsOwnAddress: true,
      services: [{ kind: "http", port: 8080, respond: noProject }],
    },
  ],
  truths: [
    {
      rule: "easm.http.unclaimed_provider_page",
      host: "shop.umbrella.test",
      why: "An alias to a hosting service that knows no such project.",
    },
    {
      rule: "easm.http.unclaimed_provider_page",
      host: "docs.umbrella.test",
      why: "An alias to a hosting service that knows no such site.",
    },
    {
      rule: "easm.http.plain_http_only",
      host: "blog.umbrella.test",
      port: 8080,
      why: "A site without HTTPS.",
    },
  ],
  decoys: [
    decoy("blog.umbrella.test", "Claimed: the first page is the customer's, and quotes what others show."),
    decoy("store.umbrella.test", "Its certificate is valid for the name, so that somebody has claimed it."),
    decoy("status.umbrella.test", "The error page of a claimed site; other paths have another one."),
    decoy("help.umbrella.test", "An address of the customer's own, no alias."),
    decoy("web.acme.test", "An alias to a provider that serves the site."),
    decoy("www.acme.test", "The customer's own server."),
    decoy("www.hooli.test", "The customer's own server."),
    ...["shop.umbrella.test", "docs.umbrella.test", "help.umbrella.test"].map((host) => ({
      resembles: "easm.http.plain_http_only",
      host,
      port: 8080,
      why: "Serves nothing but an error.",
    })),
  ],
};

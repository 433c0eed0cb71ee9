import type { HttpResponse } from "../../../net/net.ts";
import type { PageFacts } from "../shared/html.ts";

/**
 * Where a technology shows. Each pattern is tried on its place only; group 1, when it matches, is the version.
 * `header` and `cookie` name the header or cookie; an empty pattern means that its presence is enough.
 */
interface Mark {
  readonly name: string;
  readonly header?: readonly [string, RegExp];
  readonly cookie?: RegExp;
  readonly generator?: RegExp;
  readonly script?: RegExp;
  readonly html?: RegExp;
}

const any = /(?:)/;

/** Characters of a header or script address that are looked at: real ones are shorter. */
const SOURCE_MAX = 300;

/** Composed from what the products document or visibly send themselves. */
const marks: readonly Mark[] = [
  { name: "nginx", header: ["server", /^nginx(?:\/([\d.]+))?/i] },
  { name: "OpenResty", header: ["server", /^openresty(?:\/([\d.]+))?/i] },
  { name: "Apache HTTP Server", header: ["server", /^Apache(?:\/([\d.]+))?(?!-Coyote|\/.*Tomcat)/] },
  { name: "Apache Tomcat", header: ["server", /Apache-Coyote|Tomcat(?:\/([\d.]+))?/] },
  { name: "Microsoft IIS", header: ["server", /^Microsoft-IIS(?:\/([\d.]+))?/] },
  { name: "Microsoft HTTPAPI", header: ["server", /^Microsoft-HTTPAPI(?:\/([\d.]+))?/] },
  { name: "Kestrel", header: ["server", /^Kestrel/] },
  { name: "Caddy", header: ["server", /^Caddy/] },
  { name: "LiteSpeed", header: ["server", /^LiteSpeed/] },
  { name: "lighttpd", header: ["server", /^lighttpd(?:\/([\d.]+))?/] },
  { name: "Jetty", header: ["server", /^Jetty(?:\(([\w.]+)\))?/] },
  { name: "Gunicorn", header: ["server", /^gunicorn(?:\/([\d.]+))?/] },
  { name: "uvicorn", header: ["server", /^uvicorn/] },
  { name: "Werkzeug", header: ["server", /Werkzeug(?:\/([\d.]+))?/] },
  { name: "Python", header: ["server", /\bPython(?:\/([\d.]+))?/] },
  { name: "OpenSSL", header: ["server", /OpenSSL(?:\/([\d.]+\w?))?/] },
  { name: "Envoy", header: ["server", /^envoy/] },
  { name: "Varnish", header: ["via", /varnish(?:[^,]*\/([\d.]+))?/i] },
  { name: "Varnish", header: ["x-varnish", any] },
  { name: "Squid", header: ["server", /^squid(?:\/([\d.]+))?/i] },
  { name: "Traefik", header: ["server", /^traefik/i] },
  { name: "Cloudflare", header: ["server", /^cloudflare/] },
  { name: "Amazon CloudFront", header: ["x-amz-cf-id", any] },
  { name: "Amazon S3", header: ["server", /^AmazonS3/] },
  { name: "Akamai", header: ["server", /^AkamaiGHost/] },
  { name: "Fastly", header: ["x-fastly-request-id", any] },
  { name: "Vercel", header: ["x-vercel-id", any] },
  { name: "Netlify", header: ["x-nf-request-id", any] },
  { name: "GitHub Pages", header: ["server", /^GitHub\.com/] },
  { name: "Heroku", header: ["via", /vegur/] },
  { name: "PHP", header: ["x-powered-by", /\bPHP(?:\/([\d.]+))?/] },
  { name: "PHP", header: ["server", /\bPHP(?:\/([\d.]+))?/] },
  { name: "PHP", cookie: /^PHPSESSID$/ },
  { name: "ASP.NET", header: ["x-aspnet-version", /([\d.]+)/] },
  { name: "ASP.NET", header: ["x-powered-by", /^ASP\.NET/] },
  { name: "ASP.NET", cookie: /^ASP\.NET_SessionId$/ },
  { name: "ASP.NET Core", cookie: /^\.AspNetCore\./ },
  { name: "ASP.NET MVC", header: ["x-aspnetmvc-version", /([\d.]+)/] },
  { name: "Express", header: ["x-powered-by", /^Express/] },
  { name: "Next.js", header: ["x-powered-by", /^Next\.js(?: ([\d.]+))?/] },
  { name: "Next.js", html: /<script id="__NEXT_DATA__"/ },
  { name: "Nuxt", html: /<div id="__nuxt"/ },
  { name: "Java Servlet", cookie: /^JSESSIONID$/ },
  { name: "Spring Boot", header: ["x-application-context", any] },
  { name: "Ruby on Rails", header: ["x-runtime", /^[\d.]+$/] },
  { name: "Phusion Passenger", header: ["x-powered-by", /Phusion Passenger(?: ([\d.]+))?/] },
  { name: "Laravel", cookie: /^laravel_session$/ },
  { name: "Django", cookie: /^csrftoken$/ },
  { name: "WordPress", generator: /^WordPress(?: ([\d.]+))?/i },
  { name: "WordPress", html: /\/wp-(?:content|includes)\// },
  { name: "Drupal", header: ["x-generator", /^Drupal(?: ([\d.]+))?/] },
  { name: "Drupal", generator: /^Drupal(?: ([\d.]+))?/ },
  { name: "Joomla", generator: /^Joomla!?(?: ([\d.]+))?/ },
  { name: "TYPO3", generator: /^TYPO3(?: CMS)?(?: ([\d.]+))?/ },
  { name: "Ghost", generator: /^Ghost(?: ([\d.]+))?/ },
  { name: "Hugo", generator: /^Hugo ([\d.]+)/ },
  { name: "Jekyll", generator: /^Jekyll(?: v?([\d.]+))?/ },
  { name: "Magento", cookie: /^(?:X-Magento-Vary|mage-cache-storage)$/ },
  { name: "Shopify", header: ["x-shopid", any] },
  { name: "Wix", header: ["x-wix-request-id", any] },
  { name: "Squarespace", header: ["server", /^Squarespace/] },
  { name: "MediaWiki", generator: /^MediaWiki(?: ([\d.]+))?/ },
  { name: "Confluence", header: ["x-confluence-request-time", any] },
  { name: "Jenkins", header: ["x-jenkins", /([\d.]+)/] },
  { name: "GitLab", cookie: /^_gitlab_session$/ },
  { name: "Grafana", html: /<title>Grafana<\/title>/ },
  { name: "Kibana", header: ["kbn-name", any] },
  { name: "Keycloak", html: /\/resources\/[^"']{1,100}\/login\/keycloak/ },
  { name: "phpMyAdmin", cookie: /^phpMyAdmin/ },
  { name: "Swagger UI", html: /swagger-ui(?:-bundle)?\.(?:js|css)/ },
  { name: "React", script: /(?:^|\/)react(?:-dom)?[.@-]v?([\d.]*\d)?[^/]*\.js/ },
  { name: "Vue.js", script: /(?:^|\/)vue[.@-]v?([\d.]*\d)?[^/]*\.js/ },
  { name: "Angular", html: /\sng-version="([\d.]+)"/ },
  { name: "AngularJS", script: /angular(?:js)?[/.@-]v?([\d.]*\d)?[^/]*(?:\/angular)?(?:\.min)?\.js/ },
  { name: "jQuery", script: /jquery(?:\/|@|-|\.)v?([\d.]*\d)?[^/]*(?:\/jquery)?(?:\.min|\.slim)*\.js/ },
  { name: "Bootstrap", script: /bootstrap(?:\/|@|-|\.)v?([\d.]*\d)?.*\.js/ },
];

/** Names of cookies that an answer sets. */
export const cookieNames = (response: HttpResponse): readonly string[] =>
  (response.headers["set-cookie"] ?? []).map((line) => line.split("=", 1)[0]?.trim() ?? "");

/** Technologies that the answers and their page show, sorted, each as `name` or `name version`. */
export function technologiesOf(answers: readonly HttpResponse[], page: PageFacts, html: string): readonly string[] {
  const versions = new Map<string, string>();
  for (const mark of marks) {
    const match =
      answers.map((answer) => matchHeaders(mark, answer)).find((each) => each !== null) ?? matchPage(mark, page, html);
    if (match !== null) versions.set(mark.name, match[1] ?? versions.get(mark.name) ?? "");
  }
  return [...versions].map(([name, version]) => `${name} ${version}`.trim()).sort();
}

function matchHeaders(mark: Mark, response: HttpResponse): RegExpExecArray | null {
  if (mark.header) {
    const [name, pattern] = mark.header;
    const value = response.header(name);
    return value === null ? null : pattern.exec(value.slice(0, SOURCE_MAX));
  }
  const { cookie } = mark;
  if (cookie)
    return (
      cookieNames(response)
        .map((name) => cookie.exec(name))
        .find((match) => match !== null) ?? null
    );
  return null;
}

function matchPage(mark: Mark, page: PageFacts, html: string): RegExpExecArray | null {
  const { generator, script } = mark;
  if (generator) return generator.exec(page.meta.get("generator") ?? "");
  if (script)
    return page.scripts.map((src) => script.exec(src.slice(-SOURCE_MAX))).find((match) => match !== null) ?? null;
  return mark.html ? mark.html.exec(html) : null;
}

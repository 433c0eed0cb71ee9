import type { Rule } from "../../../domain/rule.ts";
import { printable } from "../shared/printable.ts";
import { at, type Probe, titleOf } from "./probe.ts";
import { ADMIN_INTERFACES, CWE_306, MISCONFIGURATION, openPage as page } from "./texts.ts";

/** Rules about policies, first pages and interfaces that a site came with. */
export const siteRules = {
  cross_domain_policy: page(
    {
      title: "Cross-domain policy trusts every site",
      description: "crossdomain.xml or clientaccesspolicy.xml lets every site read answers.",
      cwe_id: "CWE-942",
      risk: "Programs that honour the policy may read what a visitor may read, from any site.",
    },
    "Delete the file, or name the sites that may read.",
    "https://cwe.mitre.org/data/definitions/942.html",
  ),
  security_txt: page(
    {
      title: "security.txt published",
      description: "The site says by a security.txt file whom to tell about weaknesses.",
      severity: "info",
      cvss_score: 0,
      cwe_id: null,
      finding_class: "inventory",
      risk: "None: this is good practice. The contacts must be read and the file renewed before it expires.",
    },
    "Check that the contacts are read and that the date of expiry is in the future.",
    "https://www.rfc-editor.org/rfc/rfc9116",
  ),
  default_page: page(
    {
      title: "Default page of a web server",
      description: "The site shows the page that a web server brings along.",
      severity: "info",
      cvss_score: 0,
      cwe_id: "CWE-1188",
      finding_class: "issue",
      risk: "The server was set up and left; such hosts are seldom updated, and their other defaults are likely there too.",
    },
    "Take the host down where nobody needs it, or put the site in place.",
    ADMIN_INTERFACES,
  ),
  wp_xmlrpc: page(
    {
      title: "XML-RPC interface of WordPress open",
      description: "xmlrpc.php takes requests from everybody.",
      risk: "Passwords can be tried many at a time, past limits of the login page, and the site can be made to call other hosts.",
    },
    "Deny xmlrpc.php on the web server where no application uses it.",
    "https://developer.wordpress.org/advanced-administration/security/hardening/",
  ),
  setup_page: {
    ...page(
      {
        title: "Installation page open to everybody",
        description: "The page by which an application is set up for the first time answers.",
        severity: "high",
        cvss_score: 8.1,
        cwe_id: "CWE-306",
        risk: "Whoever comes first sets the application up with a database of their own, becomes its administrator and runs code on the server.",
      },
      "Finish the installation or delete the application at once.",
      ADMIN_INTERFACES,
    ),
    references: [CWE_306, MISCONFIGURATION, ADMIN_INTERFACES],
  },
} as const satisfies Record<string, Rule>;

/** Title and a further marker of the pages that servers bring along. */
const DEFAULTS: readonly (readonly [product: string, title: RegExp, marker: RegExp])[] = [
  ["nginx", /^Welcome to nginx!$/, /successfully installed and\s+working/],
  [
    "Apache HTTP Server (Debian, Ubuntu)",
    /^Apache2 (?:Ubuntu|Debian) Default Page: It works$/,
    /\/var\/www\/html\/index\.html/,
  ],
  [
    "Apache HTTP Server (Red Hat)",
    /^(?:Apache )?HTTP Server Test Page|^Test Page for the (?:Apache|HTTP Server)/,
    /\/var\/www\/html|welcome\.conf/,
  ],
  ["Apache HTTP Server", /^$|^It works!$/, /^\s*<html>\s*<body>\s*<h1>It works!<\/h1>\s*<\/body>\s*<\/html>\s*$/i],
  [
    "Microsoft IIS",
    /^(?:IIS Windows(?: Server)?|IIS\d|Internet Information Services)$/,
    /iis(?:start|-85|-8)?\.(?:png|htm)|welcome\.png|linkid=/i,
  ],
  ["Apache Tomcat", /^Apache Tomcat\/\d/, /successfully installed Tomcat/],
  ["lighttpd", /^Welcome page$/, /lighttpd/],
  ["Caddy", /^Caddy works!$/, /Congratulations/],
  ["Jetty", /^Eclipse Jetty|^Welcome to Jetty/, /Jetty/],
  ["OpenResty", /^Welcome to OpenResty!$/, /successfully installed/],
];

/** What the first page of an installation has, of products that let everybody finish it. */
const SETUPS: readonly (readonly [product: string, title: RegExp, marker: RegExp])[] = [
  [
    "WordPress",
    /^WordPress\b.{0,40}(?:Installation|Setup Configuration File)/,
    /name=["'](?:weblog_title|dbname|language)["']|step=1/,
  ],
  ["Drupal", /\bDrupal\b/, /install\.php\?|class="[^"]{0,100}install-page|Choose language/],
  ["Joomla", /^Joomla!? (?:Web )?Installer|Joomla!? Installation/, /name=["']jform\[(?:site_name|admin_email)\]/],
  ["Nextcloud", /^(?:Nextcloud|ownCloud)$/, /name=["']adminlogin["']/],
  ["phpBB", /phpBB.{0,40}Installation/i, /install\/app\.php/],
  ["Moodle", /^Installation - Moodle/, /name=["']lang["']/],
];

/** How each of them is known. */
export const siteProbes: readonly Probe<keyof typeof siteRules>[] = [
  {
    rule: "cross_domain_policy",
    paths: at("/crossdomain.xml", "/clientaccesspolicy.xml"),
    prove: ({ text }) => {
      // An entry in a comment is none.
      const xml = text
        .split("<!--")
        .map((part, index) => (index === 0 ? part : part.split("-->").slice(1).join("-->")))
        .join("");
      const flash =
        /<cross-domain-policy[\s>]/.test(xml) && /<allow-access-from\s[^>]{0,200}?domain\s*=\s*["']\*["']/.test(xml);
      const silverlight =
        /<access-policy[\s>]/.test(xml) && /<domain\s[^>]{0,200}?uri\s*=\s*["'](?:https?:\/\/)?\*["']/.test(xml);
      return flash || silverlight ? { evidence: { policy: flash ? "cross-domain-policy" : "access-policy" } } : null;
    },
  },
  {
    rule: "security_txt",
    paths: at("/.well-known/security.txt", "/security.txt"),
    once: true,
    prove: ({ text }) => {
      const contacts = [...text.matchAll(/^contact:[ \t]*((?:mailto:|https:\/\/|tel:)\S{3,300})[ \t]*\r?$/gim)].map(
        ([, uri]) => uri ?? "",
      );
      const expires =
        /^expires:[ \t]*(\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2}))[ \t]*\r?$/im.exec(text)?.[1] ?? null;
      return contacts.length === 0
        ? null
        : {
            evidence: {
              contacts: contacts.slice(0, 5).map((each) => printable(Buffer.from(each), 200)),
              expires,
              signed: text.startsWith("-----BEGIN PGP SIGNED MESSAGE-----"),
            },
          };
    },
  },
  {
    rule: "default_page",
    paths: at("/"),
    once: true,
    html: true,
    prove: ({ text }) => productOf(DEFAULTS, text),
  },
  {
    rule: "wp_xmlrpc",
    paths: at("/xmlrpc.php"),
    once: true,
    statuses: [405, 200],
    prove: ({ text }) =>
      /^XML-RPC server accepts POST requests only\.\s*$/.test(text)
        ? { evidence: { answer: "XML-RPC server accepts POST requests only." } }
        : null,
  },
  {
    rule: "setup_page",
    paths: at(
      "/wp-admin/install.php",
      "/wp-admin/setup-config.php",
      "/core/install.php",
      "/installation/index.php",
      "/install.php",
    ),
    once: true,
    html: true,
    prove: ({ text }) => (/type=["']password["']|<form\b/i.test(text) ? productOf(SETUPS, text) : null),
  },
];

function productOf(table: typeof DEFAULTS, text: string) {
  const title = titleOf(text);
  const product = table.find(([, titled, marker]) => titled.test(title) && marker.test(text))?.[0];
  return product === undefined ? null : { evidence: { product } };
}

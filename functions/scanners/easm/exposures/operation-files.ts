import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { isPlaceholder, namesSecret, redactSecret } from "../shared/redact.ts";
import { at, HEAD_OF_FILE, type Probe, raised } from "./probe.ts";
import { projectFile as project } from "./texts.ts";

const HIGH = { severity: "high", cvss_score: 7.5 } as const;
const LOW = { severity: "low", cvss_score: 3.7 } as const;

/** Rules about files by which servers and infrastructure are set up. */
export const operationRules = {
  terraform_state: project(
    "Terraform state readable from the web",
    "the state of a Terraform project",
    {
      ...HIGH,
      risk: "The state lists the whole infrastructure, with the passwords and keys of its resources in clear text.",
    },
    "https://developer.hashicorp.com/terraform/language/state/sensitive-data",
  ),
  terraform_variables: project(
    "Terraform variables readable from the web",
    "a file of Terraform variables that holds credentials",
    { ...HIGH, risk: "Credentials of this kind give access to the infrastructure." },
    "https://developer.hashicorp.com/terraform/language/values/variables",
  ),
  docker_compose: project(
    "Docker Compose file readable from the web",
    "a Docker Compose file",
    {
      ...LOW,
      risk: "It names the services behind the application, their versions and ports, and often their passwords.",
    },
    "https://docs.docker.com/compose/how-tos/environment-variables/best-practices/",
  ),
  web_config: project(
    "IIS configuration readable from the web",
    "a web.config file",
    {
      severity: "medium",
      cvss_score: 5.3,
      risk: "It shows how the application is built and guarded, and may hold connection strings and keys.",
    },
    "https://learn.microsoft.com/en-us/aspnet/core/host-and-deploy/iis/web-config",
  ),
  htaccess: project(
    "Apache configuration readable from the web",
    "an .htaccess file",
    { ...LOW, risk: "It shows which paths are guarded and how, and where the password files are." },
    "https://httpd.apache.org/docs/2.4/howto/htaccess.html",
  ),
  web_xml: project(
    "Deployment descriptor readable from the web",
    "the WEB-INF folder of a Java application",
    {
      severity: "medium",
      cvss_score: 5.3,
      risk: "The folder holds the configuration and the classes of the application, which can be turned back into source code.",
    },
    "https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#directory-structure",
  ),
} as const satisfies Record<string, Rule>;

const NAMES_MAX = 10;

/** How each of them is known. */
export const operationProbes: readonly Probe<keyof typeof operationRules>[] = [
  {
    rule: "terraform_state",
    paths: at("/terraform.tfstate", "/.terraform/terraform.tfstate"),
    guessable: true,
    request: { bytesMax: 1_048_576 },
    prove: ({ text, response }) => {
      const head = text.slice(0, 2000);
      const version = /"terraform_version"\s*:\s*"([\d.]{3,20}[\w-]{0,20})"/.exec(head)?.[1];
      const isState = /^\s*\{/.test(head) && /"version"\s*:\s*\d/.test(head) && /"(?:serial|lineage)"\s*:/.test(head);
      if (version === undefined || !isState || (!response.truncated && !isRecord(parseJson(text)))) return null;
      const types = [...text.matchAll(/"type"\s*:\s*"([a-z\d]+_[a-z\d_]{1,60})"/g)].map(([, type]) => type ?? "");
      return { evidence: { terraform_version: version, resources: [...new Set(types)].sort().slice(0, NAMES_MAX) } };
    },
  },
  {
    rule: "terraform_variables",
    guessable: true,
    paths: at("/terraform.tfvars"),
    prove: ({ text }) => {
      const secrets = [...text.matchAll(/^[ \t]*([a-z][\w-]{0,80})[ \t]*=[ \t]*"([^"\n]{4,300})"/gm)].filter(
        ([, key = "", value = ""]) => namesSecret(key) && !isPlaceholder(value),
      );
      const hasOtherText = /^[ \t]*[^#\s\w"[\]{}/]/m.test(text);
      if (secrets.length === 0 || hasOtherText) return null;
      return {
        evidence: {
          secrets: secrets.slice(0, NAMES_MAX).map(([, key = "", value = ""]) => ({ key, ...redactSecret(value) })),
        },
      };
    },
  },
  {
    rule: "docker_compose",
    guessable: true,
    paths: at("/docker-compose.yml", "/docker-compose.yaml"),
    prove: ({ text }) => {
      const images = [...text.matchAll(/^[ \t]+image:[ \t]*["']?([\w./:@-]{2,200})/gm)].map(([, image]) => image ?? "");
      const hasBuild = /^[ \t]+build:/m.test(text);
      if (!/^services:[ \t]*\r?$/m.test(text) || (images.length === 0 && !hasBuild)) return null;
      const secret = [
        ...text.matchAll(
          /^[ \t]{1,40}(?:-[ \t]{1,4})?["']?([A-Z][A-Z\d_]{2,80})["']?[ \t]*[=:][ \t]*["']?([^\s"'#]{4,200})/gm,
        ),
      ].some(
        ([, key = "", value = ""]) => namesSecret(key) && !/^\$|^\/run\/secrets/.test(value) && !isPlaceholder(value),
      );
      return raised({ images: [...new Set(images)].sort().slice(0, NAMES_MAX) }, secret);
    },
  },
  {
    rule: "web_config",
    guessable: true,
    paths: at("/web.config", "/web.config.bak"),
    prove: ({ text }) => {
      const isConfig = /^\s*(?:<\?xml[^>]{0,100}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<configuration[\s>]/.test(text);
      const sections = [...text.matchAll(/<(system\.web|system\.webServer|connectionStrings|appSettings)[\s>]/g)].map(
        ([, name]) => name ?? "",
      );
      if (!isConfig || sections.length === 0) return null;
      const password = /\b(?:password|pwd)\s*=\s*([^;"'<>\s]{3,200})/i.exec(text)?.[1];
      const key = /\b(?:validationKey|decryptionKey)="([0-9A-Fa-f]{16,256})/.test(text);
      return raised(
        { sections: [...new Set(sections)].sort() },
        key || (password !== undefined && !isPlaceholder(password)),
      );
    },
  },
  {
    rule: "htaccess",
    paths: at("/.htaccess"),
    prove: ({ text }) => {
      const lines = text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== "" && !line.startsWith("#"));
      const directives = lines.filter((line) => HTACCESS.test(line)).map((line) => line.split(/[\s>]/, 1)[0] ?? "");
      return directives.length >= 2 && directives.length >= lines.length / 2
        ? { evidence: { directives: [...new Set(directives)].sort().slice(0, NAMES_MAX) } }
        : null;
    },
  },
  {
    rule: "web_xml",
    paths: at("/WEB-INF/web.xml"),
    request: HEAD_OF_FILE,
    prove: ({ text }) =>
      /^\s*(?:<\?xml[^>]{0,100}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<!DOCTYPE web-app[^>]{0,300}>\s*)?<web-app[\s>]/.test(
        text,
      )
        ? { evidence: { root: "web-app" } }
        : null,
  },
];

/** Directives that stand in .htaccess files (Apache HTTP Server's directive index). */
const HTACCESS =
  /^(?:Rewrite(?:Engine|Cond|Rule|Base)\b|Redirect(?:Match|Permanent)?\s|Auth(?:Type|Name|UserFile|GroupFile)\b|Require\s|Order\s+(?:allow|deny)|(?:Allow|Deny)\s+from\b|Options\s|DirectoryIndex\s|ErrorDocument\s+\d{3}|Header\s+(?:set|always|append|unset)|AddType\s|AddHandler\s|AddDefaultCharset\b|Expires(?:Active|ByType|Default)\b|FileETag\b|Satisfy\b|php_(?:value|flag)\s|<\/?(?:IfModule|Files|FilesMatch|Limit|LimitExcept|If)\b)/i;

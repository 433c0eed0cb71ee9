import type { Rule } from "../../../domain/rule.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { at, type Probe, titleOf } from "./probe.ts";
import { openPage as page } from "./texts.ts";

/** Rules about pages by which servers and programs show their state. */
export const serverRules = {
  nginx_status: page(
    {
      title: "nginx status readable by everybody",
      description: "The page of nginx's stub_status module is open.",
      risk: "It tells how busy the server is, by which the effect of an attack can be watched.",
    },
    "Limit the location to the monitoring system (allow, deny all).",
    "https://nginx.org/en/docs/http/ngx_http_stub_status_module.html",
  ),
  php_fpm_status: page(
    {
      title: "PHP-FPM status readable by everybody",
      description: "The status page of the PHP process manager is open.",
      risk: "It tells load and, in its full form, the requests in progress with their addresses.",
    },
    "Remove pm.status_path from the pool, or limit its path to the monitoring system.",
    "https://www.php.net/manual/en/fpm.status.php",
  ),
  haproxy_stats: page(
    {
      title: "HAProxy statistics readable by everybody",
      description: "The statistics page of HAProxy is open.",
      severity: "medium",
      cvss_score: 5.3,
      risk: "It lists the servers behind the load balancer with their names and state, and may let strangers take them out of service.",
    },
    "Set stats auth and stats admin for the page, or bind it to an internal address.",
    "https://docs.haproxy.org/3.0/configuration.html#4.2-stats%20enable",
  ),
  go_pprof: page(
    {
      title: "Go profiler open to everybody",
      description: "The profiling pages of a Go program are open. No profile was taken.",
      severity: "medium",
      cvss_score: 5.3,
      risk: "Profiles show the memory and the functions of the program, and taking them slows it down.",
    },
    "Serve net/http/pprof on an internal address only.",
    "https://pkg.go.dev/net/http/pprof",
  ),
  go_expvar: page(
    {
      title: "Variables of a Go program readable by everybody",
      description: "The page of Go's expvar package is open.",
      risk: "It shows the command line of the program, with the secrets in it, and its memory statistics.",
    },
    "Serve /debug/vars on an internal address only.",
    "https://pkg.go.dev/expvar",
  ),
} as const satisfies Record<string, Rule>;

/** How each of them is known. */
export const serverProbes: readonly Probe<keyof typeof serverRules>[] = [
  {
    rule: "nginx_status",
    paths: at("/nginx_status", "/stub_status", "/status"),
    once: true,
    volatile: true,
    prove: ({ text }) =>
      /^Active connections: \d+\s+server accepts handled requests\s+\d+ \d+ \d+\s+Reading: \d+ Writing: \d+ Waiting: \d+\s*$/.test(
        text,
      )
        ? { evidence: { marker: "Active connections" } }
        : null,
  },
  {
    rule: "php_fpm_status",
    paths: at("/fpm-status", "/php-fpm-status", "/status"),
    once: true,
    volatile: true,
    prove: ({ text }) => {
      const pool = /^pool:[ \t]+(\S{1,100})$/m.exec(text)?.[1];
      return pool !== undefined &&
        /^process manager:[ \t]+(?:dynamic|static|ondemand)$/m.test(text) &&
        /^accepted conn:[ \t]+\d/m.test(text)
        ? { evidence: { pool } }
        : null;
    },
  },
  {
    rule: "haproxy_stats",
    paths: at("/haproxy?stats", "/haproxy-status", "/stats"),
    once: true,
    html: true,
    prove: ({ text }) =>
      /^Statistics Report for HAProxy/.test(titleOf(text)) && /<h2>Statistics Report for pid \d/.test(text)
        ? { evidence: { title: titleOf(text).slice(0, 60) } }
        : null,
  },
  {
    rule: "go_pprof",
    // Only the index: each profile that it links to costs the program time.
    paths: at("/debug/pprof/"),
    once: true,
    html: true,
    prove: ({ text }) =>
      /^\/?debug\/pprof\/?$/.test(titleOf(text)) && /href=["']?goroutine\?debug=/.test(text)
        ? { evidence: { title: "/debug/pprof/" } }
        : null,
  },
  {
    rule: "go_expvar",
    paths: at("/debug/vars"),
    volatile: true,
    prove: ({ text }) => {
      const json = parseJson(text);
      if (!isRecord(json) || !Array.isArray(json.cmdline) || !isRecord(json.memstats)) return null;
      // Arguments may hold secrets; the program's name does not.
      return {
        evidence: {
          program: `${json.cmdline[0] ?? ""}`.split("/").at(-1)?.slice(0, 100) ?? "",
          arguments: json.cmdline.length - 1,
        },
      };
    },
  },
];

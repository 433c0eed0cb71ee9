import type { HttpResponse } from "../../../net/net.ts";
import { cookieNames } from "./technologies.ts";

/** Headers and cookies by which web application firewalls and their CDNs give themselves away. */
const hints: readonly {
  readonly name: string;
  readonly header?: readonly [string, RegExp];
  readonly cookie?: RegExp;
}[] = [
  { name: "Cloudflare", header: ["cf-ray", /./] },
  { name: "Cloudflare", header: ["server", /^cloudflare/] },
  { name: "Akamai", header: ["server", /^AkamaiGHost/] },
  { name: "Akamai", cookie: /^(ak_bmsc|_abck|bm_sz)$/ },
  { name: "AWS WAF", header: ["x-amzn-waf-action", /./] },
  { name: "AWS WAF", cookie: /^aws-waf-token$/ },
  { name: "Imperva", header: ["x-iinfo", /./] },
  { name: "Imperva", cookie: /^(incap_ses_|visid_incap_)/ },
  { name: "Sucuri", header: ["x-sucuri-id", /./] },
  { name: "F5 BIG-IP ASM", cookie: /^TS[0-9a-f]{6,8}$/ },
  { name: "Azure Front Door", header: ["x-azure-ref", /./] },
  { name: "Barracuda", cookie: /^barra_counter_session$/ },
  { name: "FortiWeb", cookie: /^FORTIWAFSID$/ },
  { name: "DDoS-Guard", header: ["server", /^ddos-guard/i] },
  { name: "ModSecurity", header: ["server", /mod_security/i] },
  { name: "Citrix NetScaler", cookie: /^(ns_af|citrix_ns_id)$/ },
];

/** Name of the firewall that the answers show, null when none does. */
export function wafOf(answers: readonly HttpResponse[]): string | null {
  for (const { name, header, cookie } of hints) {
    for (const answer of answers) {
      if (header?.[1].test(answer.header(header[0]) ?? "")) return name;
      if (cookie && cookieNames(answer).some((each) => cookie.test(each))) return name;
    }
  }
  return null;
}

import * as z from "zod";
import { type Net, NetError, type Relay } from "../../net/net.ts";
import { parseJsonLines } from "../../tools/json-lines.ts";
import { ToolError } from "../../tools/tool.ts";
import { hostPort, isAddress } from "../easm/shared/names.ts";
import { createSightings } from "../easm/tls/sightings.ts";
import { detection, missed, scanner } from "../scanner.ts";
import { tlsxRules } from "./tlsx/rules.ts";

/** Addresses asked of one service; those of a larger farm are alike. */
const ADDRESSES_MAX = 16;
/** Below `secondsPerTarget`, so that the tool is ended before its target is abandoned. */
const TOOL_SECONDS_MAX = 150;

/**
 * Asks tlsx (MIT) which protocol versions and broken suites a service accepts, and whether its certificate has ended. Its
 * other verdicts are not used: it compares names with the address that it is given, takes every certificate without an
 * authority's key id for self-signed, and does not look at trust.
 */
export const tlsx = scanner({
  key: "easm.tlsx",
  module: "easm",
  stage: "probe",
  type: "oss_wrapper",
  title: "TLS versions and broken suites, by tlsx",
  consumes: ["service"],
  rules: tlsxRules,
  targetsPerBatch: 50,
  concurrency: 4,
  secondsPerTarget: 180,
  async *scan(target, { net, runTool, now, signal }) {
    const { tls, host, port } = target.attributes;
    if (!tls) return;
    const relay = await openRelay(net, target.attributes);
    try {
      const args = argumentsFor(relay, host);
      const { stdout } = await runTool("tlsx", { args, relay, seconds: TOOL_SECONDS_MAX, signal }).catch((error) => {
        throw unreachedIfSlow(error, hostPort(host, port));
      });
      const { records, broken } = parseJsonLines(stdout, answer);
      const asked = new Set(relay.targets.map(({ ip }) => ip));
      const answers = records.filter(({ host: ip, probe_status }) => probe_status && asked.has(ip));
      if (answers.length === 0) throw new NetError("tls_failure", `${hostPort(host, port)}: no answer to tlsx`);

      const sightings = createSightings<keyof typeof tlsxRules>();
      for (const each of answers) for (const sighting of judge(each, host, now)) sightings.add(sighting);
      for (const { rule, parameter, evidence } of sightings.all()) {
        yield detection({
          rule,
          asset: { kind: "service", value: target.value },
          matched_at: hostPort(host, port),
          port,
          parameter,
          evidence: { ...evidence, tool: "tlsx" },
        });
      }
      const isWhole = answers.length === asked.size && asked.size === addressesOf(target.attributes).length;
      if (!isWhole || relay.failures > 0 || broken > 0)
        yield missed(target.value, `${hostPort(host, port)}: not every connection of tlsx was answered`);
    } finally {
      await relay.close();
    }
  },
});

const addressesOf = ({ ips }: { readonly ips: readonly string[] }): readonly string[] => ips.slice(0, ADDRESSES_MAX);

interface Place {
  readonly host: string;
  readonly port: number;
  readonly ips: readonly string[];
}

const openRelay = (net: Net, { host, port, ips }: Place): Promise<Relay> =>
  net.relay(addressesOf({ ips }).map((ip) => ({ host, ip, port })));

/**
 * One address at a time, a few connections at once. The tool's own time-out is as long as it may run at all: it would count
 * the wait at the relay, which keeps the rate, and take its end for a refusal. A server that is silent is the relay's to end.
 */
const argumentsFor = ({ url, targets }: Relay, host: string): readonly string[] => [
  ...["-u", targets.map(({ ip, port }) => hostPort(ip, port)).join(",")],
  ...(isAddress(host) ? [] : ["-sni", host]),
  ...["-proxy", url, "-json", "-silent", "-no-color", "-disable-update-check"],
  ...["-scan-mode", "auto", "-version-enum", "-cipher-enum", "-cipher-type", "insecure", "-probe-status"],
  ...["-concurrency", "1", "-cipher-concurrency", "2", "-timeout", String(TOOL_SECONDS_MAX), "-retry", "1"],
];

/** A target that keeps the tool for too long was not reached, which is no failure of ours; any other error stays as it is. */
const unreachedIfSlow = (error: unknown, place: string): unknown =>
  error instanceof ToolError && error.code === "timeout"
    ? new NetError("timeout", `${place}: ${error.message}`, { cause: error })
    : error;

/** A line of tlsx, as far as it is used. */
const answer = z.object({
  host: z.string(),
  probe_status: z.boolean(),
  not_after: z.string().optional(),
  subject_dn: z.string().optional(),
  fingerprint_hash: z.object({ sha256: z.string() }).optional(),
  version_enum: z.array(z.string()).nullish(),
  cipher_enum: z
    .array(z.object({ version: z.string(), ciphers: z.object({ insecure: z.array(z.string()).nullish() }) }))
    .nullish(),
});
type Answer = z.infer<typeof answer>;

const versionRules = { ssl30: "protocol_sslv3", tls10: "protocol_tls10", tls11: "protocol_tls11" } as const;

/** What an answer amounts to, with the parameters under which the native scanner tells of the same. */
function judge({ host: ip, ...said }: Answer, name: string, now: Date) {
  const seen = { name, ip };
  const versions = said.version_enum ?? [];
  const outdated = Object.entries(versionRules)
    .filter(([version]) => versions.includes(version))
    .map(([version, rule]) => ({ ...seen, rule, parameter: name, evidence: { version } }));
  const sha256 = said.fingerprint_hash?.sha256 ?? "";
  const ended =
    Date.parse(said.not_after ?? "") < now.getTime() && sha256 !== ""
      ? [
          {
            ...seen,
            rule: "certificate_expired" as const,
            parameter: sha256,
            evidence: { certificate_sha256: sha256, subject: said.subject_dn ?? "", not_after: said.not_after ?? "" },
          },
        ]
      : [];
  const suites = [...new Set((said.cipher_enum ?? []).flatMap(({ ciphers }) => ciphers.insecure ?? []))].sort();
  const broken =
    suites.length > 0
      ? [{ ...seen, rule: "suites_broken" as const, parameter: name, evidence: { suites: suites.slice(0, 50) } }]
      : [];
  return [...outdated, ...ended, ...broken];
}

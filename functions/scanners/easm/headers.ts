import { detection, scanner } from "../scanner.ts";
import { judgeCrossOrigin } from "./headers/cross-origin.ts";
import { judgePage, type Verdict } from "./headers/judge.ts";
import { headerRules } from "./headers/rules.ts";
import { answerOrNull } from "./shared/failures.ts";
import { readPage } from "./shared/html.ts";
import { isHtml, isSuccess, land, withoutQuery } from "./shared/page.ts";

const TOKEN_LENGTH = 20;
const TIMEOUT_MS = 10_000;

/** Judges the security headers and cookies of each web application's first page, its CORS policy and TRACE. */
export const headers = scanner({
  key: "easm.headers",
  module: "easm",
  stage: "checks",
  type: "native",
  title: "Security headers, cookies, CORS and TRACE",
  consumes: ["web_app"],
  rules: headerRules,
  targetsPerBatch: 20,
  concurrency: 5,
  secondsPerTarget: 90,
  async *scan(app, { net, now, token }) {
    const { ip, scheme, host } = app.attributes;
    const landing = await land(net, `${app.value}/`, ip);
    const { response, answers, outcome } = landing;
    const report = ({ rule, parameter, evidence }: Verdict, path: string) =>
      detection({
        rule,
        asset: { kind: "web_app", value: app.value },
        matched_at: withoutQuery(new URL(path, `${app.value}/`).href),
        parameter,
        evidence,
      });

    if (outcome === "content" && isSuccess(response) && isHtml(response)) {
      const page = readPage(response.text());
      for (const verdict of judgePage({ scheme, host, response, answers, page, now })) {
        yield report(verdict, response.url);
      }
    }

    if (outcome === "content" && isSuccess(response)) {
      const origins = [`https://${token(TOKEN_LENGTH)}.example`, `https://${token(TOKEN_LENGTH)}.example`] as const;
      const fetchWith = (extra: Readonly<Record<string, string>>) =>
        net.http.request(response.url, { headers: extra, ip, timeoutMs: TIMEOUT_MS });
      for (const verdict of (await answerOrNull(judgeCrossOrigin(fetchWith, origins))) ?? []) {
        yield report(verdict, response.url);
      }
    }

    const marker = token(TOKEN_LENGTH);
    const probe = (method: string) =>
      answerOrNull(
        net.http.request(`${app.value}/`, {
          method,
          headers: { "x-palisade-trace": marker },
          bytesMax: 16_384,
          ip,
          timeoutMs: TIMEOUT_MS,
        }),
      );
    const trace = await probe("TRACE");
    if (trace === null || trace.status !== 200 || !trace.text().includes(marker)) return;
    // Pages that show every request's headers prove nothing: TRACE itself must be what brings the header back.
    const isEcho = /^message\/http/i.test(trace.header("content-type") ?? "") || /^TRACE \S+ HTTP\//.test(trace.text());
    if (!isEcho || (await probe("GET"))?.text().includes(marker) !== false) return;
    yield report(
      { rule: "trace_enabled", parameter: "TRACE", evidence: { echoed_header: "x-palisade-trace", status: 200 } },
      "/",
    );
  },
});

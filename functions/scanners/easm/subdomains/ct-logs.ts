import { type Net, NetError } from "../../../net/net.ts";
import { hostNames } from "./mentioned.ts";

/** The public search of the logs. It learns the domain's name, so a deployment must switch it on. */
export const CT_LOG_HOST = "crt.sh";

/** What crt.sh answers for a large domain is larger; then the first names must do. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * Host names on certificates that Certificate Transparency logs (RFC 9162) have for a domain and everything below, as
 * told by crt.sh. The service is often overloaded, so whatever goes wrong there means no names; only the end of the scan
 * passes.
 */
export async function namesInCtLogs(domain: string, net: Net): Promise<readonly string[]> {
  const url = `https://${CT_LOG_HOST}/?q=${encodeURIComponent(`%.${domain}`)}&output=json&exclude=expired&deduplicate=Y`;
  try {
    const answer = await net.http.request(url, { bytesMax: ANSWER_BYTES_MAX, timeoutMs: TIMEOUT_MS });
    return answer.status === 200 ? namesInAnswer(answer.text()) : [];
  } catch (error) {
    if (error instanceof NetError && error.code !== "aborted") return [];
    throw error;
  }
}

/** Names in the answer's `common_name` and `name_value` fields. Read field by field, so that an answer that was cut off still serves. */
export function namesInAnswer(text: string): readonly string[] {
  const values = [...text.matchAll(/"(?:common_name|name_value)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g)].map(
    ([, value = ""]) => value.split("\\n"),
  );
  return hostNames(values.flat().map((name) => name.toLowerCase()));
}

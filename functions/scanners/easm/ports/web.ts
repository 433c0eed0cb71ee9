import type { HttpResponse, Net, Target } from "../../../net/net.ts";
import { answerOrNull } from "../shared/failures.ts";
import { hostPort } from "../shared/names.ts";
import type { Question, Recognised } from "./question.ts";
import { apiQuestions, type Fetch } from "./web-apis.ts";
import { webProductOf } from "./web-products.ts";

/** Bytes read of an answer: a long list of databases is read whole. */
const BODY_MAX = 131_072;
const TIMEOUT_MS = 6000;

/** HTTP without TLS. A server that answers 400 to plain HTTP may be waiting for TLS: then this is not the answer. */
export const plainHttp: Question = async (target, net) => {
  const response = await get(net, target, "http", "/");
  if (response === null) return null;
  if (response.status === 400 && (await speaksTls(target, net))) return null;
  return recogniseApi(response, target, net, "http");
};

/** TLS, by a handshake; then HTTP inside it. What speaks TLS but not HTTP is left unnamed. */
export const overTls: Question = async (target, net) => {
  if (!(await speaksTls(target, net))) return null;
  const response = await get(net, target, "https", "/");
  return response === null
    ? { protocol: "", tls: true, said: Buffer.alloc(0), exposures: [] }
    : recogniseApi(response, target, net, "https");
};

const speaksTls = async (target: Target, net: Net): Promise<boolean> =>
  (await answerOrNull(net.tls.handshake(target, { timeoutMs: TIMEOUT_MS }))) !== null;

const get = (net: Net, target: Target, scheme: "http" | "https", path: string, body?: string) => {
  const options = {
    bytesMax: BODY_MAX,
    timeoutMs: TIMEOUT_MS,
    ...(target.ip ? { ip: target.ip } : {}),
    ...(body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body }),
  };
  return answerOrNull(net.http.request(`${scheme}://${hostPort(target.host, target.port)}${path}`, options));
};

/** HTTP interfaces of databases, of Docker and the like are services of their own; all else is the web. */
async function recogniseApi(
  root: HttpResponse,
  target: Target,
  net: Net,
  scheme: "http" | "https",
): Promise<Recognised> {
  const tls = scheme === "https";
  const server = root.header("server");
  const said = Buffer.from(`HTTP ${root.status}${server === null ? "" : ` ${server}`}`);
  const fetch = fetchOnce((path, body) => get(net, target, scheme, path, body));
  for (const question of apiQuestions) {
    const api = await question(root, fetch);
    if (api !== null) return { ...api, tls, said };
  }
  return { protocol: "http", ...webProductOf(root), exposures: [], tls, said };
}

/** The same, which asks for each path once: several interfaces have a `/version`. */
function fetchOnce(fetch: Fetch): Fetch {
  const answers = new Map<string, ReturnType<Fetch>>();
  return (path, body) => {
    const known = answers.get(path) ?? fetch(path, body);
    answers.set(path, known);
    return known;
  };
}

import type { Json } from "../../../domain/json.ts";
import type { HttpResponse, Net, Target } from "../../../net/net.ts";
import { answerOrNull } from "../shared/failures.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { hostPort } from "../shared/names.ts";
import { printable } from "../shared/printable.ts";
import type { Question, Recognised } from "./question.ts";

const BODY_MAX = 16_384;
const TIMEOUT_MS = 6000;

const BROWSABLE = { protocol: "http", exposure: null } as const;

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
    ? { protocol: "", tls: true, said: Buffer.alloc(0), exposure: null }
    : recogniseApi(response, target, net, "https");
};

const speaksTls = async (target: Target, net: Net): Promise<boolean> =>
  (await answerOrNull(net.tls.handshake(target, { timeoutMs: TIMEOUT_MS }))) !== null;

const get = (net: Net, target: Target, scheme: "http" | "https", path: string): Promise<HttpResponse | null> => {
  const options = { bytesMax: BODY_MAX, timeoutMs: TIMEOUT_MS };
  return answerOrNull(
    net.http.request(
      `${scheme}://${hostPort(target.host, target.port)}${path}`,
      target.ip ? { ...options, ip: target.ip } : options,
    ),
  );
};

/** HTTP interfaces of databases and of Docker are services of their own; all else is the web. */
async function recogniseApi(
  response: HttpResponse,
  target: Target,
  net: Net,
  scheme: "http" | "https",
): Promise<Recognised> {
  const tls = scheme === "https";
  const server = response.header("server");
  const said = Buffer.from(`HTTP ${response.status}${server === null ? "" : ` ${server}`}`);
  const known =
    elasticsearch(response) ??
    couchdb(response) ??
    (await docker(response, (path) => get(net, target, scheme, path))) ??
    (await etcd(response, (path) => get(net, target, scheme, path)));
  return { ...(known ?? BROWSABLE), tls, said };
}

type Api = Pick<Recognised, "protocol" | "exposure">;
type Get = (path: string) => Promise<HttpResponse | null>;

const guarded = (protocol: string, product: string): Api => ({
  protocol,
  exposure: { rule: "database_exposed", evidence: { product } },
});

const objectIn = (response: HttpResponse | null): Readonly<Record<string, Json>> | null => {
  const json = response === null ? null : parseJson(response.text());
  return isRecord(json) ? json : null;
};

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" ? printable(Buffer.from(value), 100) : null;

/** `/` of Elasticsearch and OpenSearch names cluster and version; with security on it is a 401 with their error form. */
function elasticsearch(response: HttpResponse): Api | null {
  const body = objectIn(response);
  if (body === null) return null;
  if (response.status === 401 && /"type"\s*:\s*"security_exception"/.test(response.text())) {
    return guarded("elasticsearch", "Elasticsearch");
  }
  const version = isRecord(body.version) ? body.version : null;
  if (response.status !== 200 || typeof body.cluster_name !== "string" || typeof version?.number !== "string")
    return null;
  const evidence = { request: "GET /", cluster_name: textOf(body.cluster_name), version: textOf(version.number) };
  return { protocol: "elasticsearch", exposure: { rule: "elasticsearch_unauthenticated", evidence } };
}

/** CouchDB welcomes everybody at `/`; its databases need a login. */
const couchdb = (response: HttpResponse): Api | null =>
  response.status === 200 && objectIn(response)?.couchdb === "Welcome" ? guarded("couchdb", "Apache CouchDB") : null;

/** A Docker Engine has no page at `/` (404 in JSON), but `/version` names its API. */
async function docker(root: HttpResponse, fetch: Get): Promise<Api | null> {
  if (root.status === 200 && /html/.test(root.header("content-type") ?? "")) return null;
  const version = await fetch("/version");
  const body = version?.status === 200 ? objectIn(version) : null;
  if (body === null || typeof body.ApiVersion !== "string" || typeof body.Version !== "string") return null;
  const evidence = { request: "GET /version", version: textOf(body.Version), api_version: textOf(body.ApiVersion) };
  return { protocol: "docker", exposure: { rule: "docker_api_unauthenticated", evidence } };
}

/** etcd answers `/version` with the versions of server and cluster. */
async function etcd(root: HttpResponse, fetch: Get): Promise<Api | null> {
  if (root.status === 200) return null;
  const body = objectIn(await fetch("/version"));
  const isEtcd = typeof body?.etcdserver === "string" && typeof body.etcdcluster === "string";
  return isEtcd ? guarded("etcd-client", "etcd") : null;
}

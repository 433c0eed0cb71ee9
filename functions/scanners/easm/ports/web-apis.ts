import type { Json } from "../../../domain/json.ts";
import type { HttpResponse } from "../../../net/net.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { printable } from "../shared/printable.ts";
import type { Exposure } from "./question.ts";
import type { PortRule } from "./rules.ts";

/** An interface for machines behind HTTP. */
export interface Api {
  readonly protocol: string;
  readonly product: string;
  readonly version?: string | null;
  readonly exposures: readonly Exposure[];
}

/** Fetches a path of the same service; null when it gives no answer. `body` makes it a POST of JSON. */
export type Fetch = (path: string, body?: string) => Promise<HttpResponse | null>;

/** Recognises one interface by the answer to `/` and, where that fits, by few further reads. */
export type ApiQuestion = (root: HttpResponse, fetch: Fetch) => Promise<Api | null>;

const NAMES_MAX = 10;

export const objectIn = (response: HttpResponse | null): Readonly<Record<string, Json>> | null => {
  const json = response === null ? null : parseJson(response.text());
  return isRecord(json) ? json : null;
};

export const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" ? printable(Buffer.from(value), 100) : null;

/** A data store that asks for a login. */
const guarded = (protocol: string, product: string, version: string | null = null): Api => ({
  protocol,
  product,
  version,
  exposures: [{ rule: "database_exposed", evidence: { product } }],
});

const open = (
  known: Pick<Api, "protocol" | "product" | "version">,
  rule: PortRule,
  evidence: Readonly<Record<string, Json>>,
): Api => ({ ...known, exposures: [{ rule, evidence }] });

/** Go's own 404, which many interfaces for machines have at `/`. */
const isBareNotFound = ({ status, ...root }: HttpResponse): boolean =>
  status === 404 && /^404 page not found\s*$/.test(root.body.toString("latin1", 0, 64));

/** `/` of Elasticsearch and OpenSearch names cluster and version; with security on it is a 401 with their error form. */
export const elasticsearch: ApiQuestion = async (root) => {
  const body = objectIn(root);
  if (body === null) return null;
  if (root.status === 401 && /"type"\s*:\s*"security_exception"/.test(root.text())) {
    return guarded("elasticsearch", "Elasticsearch");
  }
  const version = isRecord(body.version) ? body.version : null;
  if (root.status !== 200 || typeof body.cluster_name !== "string" || typeof version?.number !== "string") return null;
  const number = textOf(version.number);
  const product = version.distribution === "opensearch" ? "OpenSearch" : "Elasticsearch";
  const evidence = { request: "GET /", cluster_name: textOf(body.cluster_name), version: number };
  return open({ protocol: "elasticsearch", product, version: number }, "elasticsearch_unauthenticated", evidence);
};

/** CouchDB welcomes everybody at `/`; only without an administrator does it list its databases to everybody. */
export const couchdb: ApiQuestion = async (root, fetch) => {
  const welcome = root.status === 200 ? objectIn(root) : null;
  if (welcome?.couchdb !== "Welcome") return null;
  const version = textOf(welcome.version);
  const listing = await fetch("/_all_dbs");
  const names = listing?.status === 200 ? parseJson(listing.text()) : null;
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) {
    return guarded("couchdb", "Apache CouchDB", version);
  }
  const databases = names
    .map((name) => textOf(name) ?? "")
    .sort()
    .slice(0, NAMES_MAX);
  const evidence = { request: "GET /_all_dbs", databases };
  return open({ protocol: "couchdb", product: "Apache CouchDB", version }, "couchdb_unauthenticated", evidence);
};

/** A Docker Engine has no page at `/` (404 in JSON), but `/version` names its API. */
export const docker: ApiQuestion = async (root, fetch) => {
  if (root.status === 200 && /html/.test(root.header("content-type") ?? "")) return null;
  const response = await fetch("/version");
  const body = response?.status === 200 ? objectIn(response) : null;
  if (body === null || typeof body.ApiVersion !== "string" || typeof body.Version !== "string") return null;
  const version = textOf(body.Version);
  const evidence = { request: "GET /version", version, api_version: textOf(body.ApiVersion) };
  return open({ protocol: "docker", product: "Docker Engine", version }, "docker_api_unauthenticated", evidence);
};

/** First key and last key of everything, base64 of a zero byte; only the count is asked for. */
const ETCD_ALL_KEYS = JSON.stringify({ key: "AA==", range_end: "AA==", count_only: true });

/** etcd answers `/version` with the versions of server and cluster; without a login it counts its keys, or lists them. */
export const etcd: ApiQuestion = async (root, fetch) => {
  if (root.status === 200) return null;
  const body = objectIn(await fetch("/version"));
  if (typeof body?.etcdserver !== "string" || typeof body.etcdcluster !== "string") return null;
  const version = textOf(body.etcdserver);
  const known = { protocol: "etcd-client", product: "etcd", version };
  const range = await fetch("/v3/kv/range", ETCD_ALL_KEYS);
  const counted = range?.status === 200 ? objectIn(range) : null;
  if (isRecord(counted?.header) && typeof counted.header.cluster_id === "string") {
    return open(known, "etcd_unauthenticated", { request: "POST /v3/kv/range (count only)", version });
  }
  const keys = await fetch("/v2/keys/");
  const listed = keys?.status === 200 ? objectIn(keys) : null;
  if (listed?.action === "get" && isRecord(listed.node) && listed.node.dir === true) {
    return open(known, "etcd_unauthenticated", { request: "GET /v2/keys/", version });
  }
  return guarded("etcd-client", "etcd", version);
};

/** Lists of Kubernetes may be longer than what is read of them; they start with their kind. */
const isKind = (response: HttpResponse | null, kind: string): boolean =>
  response?.status === 200 &&
  (objectIn(response)?.kind === kind || response.text().startsWith(`{"kind":"${kind}","apiVersion":"v1"`));

/**
 * A Kubernetes API server refuses strangers at `/` with a Status object, or shows its paths; a list of namespaces is what
 * it gives to nobody unless it trusts everybody.
 */
export const kubernetes: ApiQuestion = async (root, fetch) => {
  const body = objectIn(root);
  const isRefusal =
    (root.status === 401 || root.status === 403) &&
    body?.kind === "Status" &&
    body.apiVersion === "v1" &&
    body.status === "Failure";
  const paths = root.status === 200 && Array.isArray(body?.paths) ? body.paths : [];
  if (!isRefusal && !(paths.includes("/api") && paths.includes("/apis"))) return null;
  const info = objectIn(await fetch("/version"));
  const version = typeof info?.gitVersion === "string" ? textOf(info.gitVersion) : null;
  const known = { protocol: "kubernetes", product: "Kubernetes API server", version };
  return isKind(await fetch("/api/v1/namespaces?limit=1"), "NamespaceList")
    ? open(known, "kubernetes_unauthenticated", { request: "GET /api/v1/namespaces", version })
    : open(known, "kubernetes_exposed", { product: known.product, version });
};

/** A kubelet has nothing at `/`; `/pods` is a list of pods, or a refusal in its own words. */
export const kubelet: ApiQuestion = async (root, fetch) => {
  if (!isBareNotFound(root)) return null;
  const pods = await fetch("/pods");
  if (pods === null) return null;
  const known = { protocol: "kubelet", product: "Kubelet" };
  if (isKind(pods, "PodList")) return open(known, "kubelet_unauthenticated", { request: "GET /pods" });
  const isRefusal =
    pods.status === 403 && /^Forbidden \(user=system:anonymous, verb=\w+, resource=nodes/.test(pods.text());
  return isRefusal ? open(known, "kubernetes_exposed", { product: known.product, version: null }) : null;
};

/** InfluxDB gives its version in a header of every answer; version 1 without a login lists its databases. */
export const influxdb: ApiQuestion = async (root, fetch) => {
  const version = root.header("x-influxdb-version");
  if (version === null || !/^v?\d+\.\d+/.test(version)) return null;
  const shown = printable(Buffer.from(version), 40);
  const listing = await fetch("/query?q=SHOW+DATABASES");
  const results = listing?.status === 200 ? objectIn(listing)?.results : null;
  const series = Array.isArray(results) && isRecord(results[0]) ? results[0].series : null;
  const named = Array.isArray(series) && isRecord(series[0]) && series[0].name === "databases" ? series[0] : null;
  if (named === null) return guarded("influxdb", "InfluxDB", shown);
  const values = Array.isArray(named.values) ? named.values : [];
  const databases = values
    .map((row) => (Array.isArray(row) ? (textOf(row[0]) ?? "") : ""))
    .sort()
    .slice(0, NAMES_MAX);
  const known = { protocol: "influxdb", product: "InfluxDB", version: shown };
  return open(known, "influxdb_unauthenticated", { query: "SHOW DATABASES", databases });
};

/** ClickHouse says `Ok.` with headers of its own; without a password for the user `default` it answers queries. */
export const clickhouse: ApiQuestion = async (root, fetch) => {
  if (/^Port \d+ is for clickhouse-client program/m.test(root.text())) return guarded("clickhouse", "ClickHouse");
  const isOwn =
    root.header("x-clickhouse-summary") !== null || root.header("x-clickhouse-server-display-name") !== null;
  if (root.status !== 200 || !(isOwn || root.text() === "Ok.\n")) return null;
  const answer = await fetch("/?query=SELECT%20version()");
  if (answer === null) return null;
  const version = answer.status === 200 ? /^(\d+\.\d+\.\d+[\d.]*)\n$/.exec(answer.text())?.[1] : undefined;
  const isItself = answer.header("x-clickhouse-exception-code") !== null || /DB::Exception/.test(answer.text());
  if (version === undefined) return isItself ? guarded("clickhouse", "ClickHouse") : null;
  if (answer.header("x-clickhouse-query-id") === null && answer.header("x-clickhouse-summary") === null) return null;
  const known = { protocol: "clickhouse", product: "ClickHouse", version };
  return open(known, "clickhouse_unauthenticated", { query: "SELECT version()", version });
};

/** Consul leads `/` to its UI; an agent without ACLs tells everybody its configuration. */
export const consul: ApiQuestion = async (root, fetch) => {
  const leads = (root.status === 301 || root.status === 307) && root.header("location") === "/ui/";
  if (!leads && !/^Consul Agent/.test(root.text())) return null;
  const self = await fetch("/v1/agent/self");
  const config = self?.status === 200 ? objectIn(self)?.Config : null;
  if (isRecord(config) && typeof config.Datacenter === "string" && typeof config.NodeName === "string") {
    const version = textOf(config.Version);
    const evidence = { request: "GET /v1/agent/self", datacenter: textOf(config.Datacenter), version };
    return open({ protocol: "http", product: "HashiCorp Consul", version }, "consul_unauthenticated", evidence);
  }
  const isRefusal = self?.status === 403 && self.header("x-consul-default-acl-policy") !== null;
  return isRefusal ? { protocol: "http", product: "HashiCorp Consul", exposures: [] } : null;
};

/** Jupyter without a token or password lists its files to everybody; that is enough to run code on it. */
export const jupyter: ApiQuestion = async (root, fetch) => {
  const isLed = root.status === 302 && /^\/(?:tree|lab|login)\b/.test(root.header("location") ?? "");
  if (!isLed && !/jupyter/i.test(root.text().slice(0, 4096))) return null;
  const known = { protocol: "http", product: "Jupyter" };
  const version = textOf(objectIn(await fetch("/api"))?.version);
  if (version === null || !/^\d+\.\d+/.test(version)) return null;
  const contents = await fetch("/api/contents?content=0");
  const body = contents?.status === 200 ? objectIn(contents) : null;
  const isFolder = body?.type === "directory" && body.path === "" && typeof body.writable === "boolean";
  return isFolder
    ? open({ ...known, version }, "jupyter_unauthenticated", { request: "GET /api/contents", version })
    : { ...known, version, exposures: [] };
};

/** Neo4j tells at `/` where its Bolt listener is. */
export const neo4j: ApiQuestion = async (root) => {
  const body = root.status === 200 ? objectIn(root) : null;
  if (typeof body?.neo4j_version !== "string") return null;
  return guarded("neo4j-http", "Neo4j", textOf(body.neo4j_version));
};

/** Those that are told by the answer to `/` first: each costs further requests only where that fits. */
export const apiQuestions: readonly ApiQuestion[] = [
  elasticsearch,
  couchdb,
  kubernetes,
  influxdb,
  clickhouse,
  neo4j,
  consul,
  jupyter,
  docker,
  etcd,
  kubelet,
];

import type { LabHost, Section, TcpService } from "../model.ts";
import { memcached, mysql, postgresql, redis } from "../tcp/databases.ts";
import { mongodb } from "../tcp/mongodb.ts";
import type { Answer, LabRequest, Reply } from "../web/reply.ts";

const tcp = (name: string, port: number, converse: TcpService["converse"]): LabHost => ({
  names: [name],
  services: [{ kind: "tcp", port, converse }],
});

/** JSON interfaces send none of a site's headers, as the real ones do. */
const api = (status: number, value: unknown, headers: Reply["headers"] = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: `${JSON.stringify(value)}\n`,
});

const http = (name: string, port: number, respond: (request: LabRequest) => Answer): LabHost => ({
  names: [name],
  services: [{ kind: "http", port, respond, anyName: true }],
});

const securityException = {
  type: "security_exception",
  reason: "missing authentication credentials for REST request [/]",
};

const elasticsearch = (secured: boolean) => (request: LabRequest) => {
  if (secured) {
    const error = { root_cause: [securityException], ...securityException };
    return api(401, { error, status: 401 }, { "www-authenticate": 'Basic realm="security", charset="UTF-8"' });
  }
  const product = { "x-elastic-product": "Elasticsearch" };
  if (request.path === "/") {
    const version = { number: "7.10.2", build_flavor: "oss", lucene_version: "8.7.0" };
    return api(
      200,
      {
        name: "node-1",
        cluster_name: "acme-logs",
        cluster_uuid: "n0bKXv2pQ4mRkq7uSxY9Tg",
        version,
        tagline: "You Know, for Search",
      },
      product,
    );
  }
  if (request.path === "/_cat/indices")
    return api(200, [{ health: "yellow", index: "logs", "docs.count": "1204" }], product);
  const error = { type: "index_not_found_exception", reason: "no such index", index: request.path.slice(1) };
  return api(404, { error, status: 404 }, product);
};

const docker = (request: LabRequest) => {
  if (request.path === "/version")
    return api(200, { Version: "24.0.7", ApiVersion: "1.43", Os: "linux", Arch: "amd64" });
  if (request.path === "/_ping")
    return { status: 200, headers: { "api-version": "1.43", "content-type": "text/plain" }, body: "OK" };
  if (request.path === "/containers/json")
    return api(200, [{ Id: "8dfafdbc3a40", Names: ["/web"], Image: "acme/web" }]);
  return api(404, { message: "page not found" });
};

const couchdb = (request: LabRequest) => {
  if (request.path === "/")
    return api(200, { couchdb: "Welcome", version: "3.3.3", vendor: { name: "The Apache Software Foundation" } });
  return api(401, { error: "unauthorized", reason: "You are not authorized to access this db." });
};

/** Data stores that face the internet: those that obey strangers, and their twins that ask for a login first. */
export const databases: Section = {
  hosts: [
    tcp("mysql.acme.test", 3306, mysql),
    tcp("db.acme.test", 5432, postgresql),
    tcp("redis.acme.test", 6379, redis({ password: false })),
    tcp("cache.acme.test", 6379, redis({ password: true })),
    tcp("memcached.acme.test", 11211, memcached),
    tcp("mongo.acme.test", 27017, mongodb({ authenticates: false })),
    tcp("mongodb.acme.test", 27017, mongodb({ authenticates: true })),
    http("elastic.acme.test", 9200, elasticsearch(false)),
    http("search.acme.test", 9200, elasticsearch(true)),
    http("docker.acme.test", 2375, docker),
    http("data.acme.test", 5984, couchdb),
  ],
  truths: [
    { rule: "easm.ports.database_exposed", host: "mysql.acme.test", port: 3306, why: "MySQL greets strangers." },
    { rule: "easm.ports.database_exposed", host: "db.acme.test", port: 5432, why: "PostgreSQL talks to strangers." },
    { rule: "easm.ports.redis_unauthenticated", host: "redis.acme.test", port: 6379, why: "INFO needs no login." },
    {
      rule: "easm.ports.database_exposed",
      host: "cache.acme.test",
      port: 6379,
      why: "Redis that asks for a password.",
    },
    {
      rule: "easm.ports.memcached_unauthenticated",
      host: "memcached.acme.test",
      port: 11211,
      why: "stats needs no login.",
    },
    { rule: "easm.ports.mongodb_unauthenticated", host: "mongo.acme.test", port: 27017, why: "Lists its databases." },
    {
      rule: "easm.ports.database_exposed",
      host: "mongodb.acme.test",
      port: 27017,
      why: "MongoDB that asks for a login.",
    },
    {
      rule: "easm.ports.elasticsearch_unauthenticated",
      host: "elastic.acme.test",
      port: 9200,
      why: "Names cluster and indices.",
    },
    {
      rule: "easm.ports.database_exposed",
      host: "search.acme.test",
      port: 9200,
      why: "Elasticsearch that asks for a login.",
    },
    {
      rule: "easm.ports.docker_api_unauthenticated",
      host: "docker.acme.test",
      port: 2375,
      why: "Lists its containers.",
    },
    { rule: "easm.ports.database_exposed", host: "data.acme.test", port: 5984, why: "CouchDB that asks for a login." },
  ],
  decoys: [
    {
      resembles: "easm.ports.redis_unauthenticated",
      host: "cache.acme.test",
      port: 6379,
      why: "NOAUTH to every command.",
    },
    {
      resembles: "easm.ports.mongodb_unauthenticated",
      host: "mongodb.acme.test",
      port: 27017,
      why: "hello works, listDatabases does not.",
    },
    {
      resembles: "easm.ports.elasticsearch_unauthenticated",
      host: "search.acme.test",
      port: 9200,
      why: "401 to every request.",
    },
    {
      resembles: "easm.ports.elasticsearch_unauthenticated",
      host: "data.acme.test",
      port: 5984,
      why: "Another product's JSON.",
    },
    {
      resembles: "easm.ports.docker_api_unauthenticated",
      host: "elastic.acme.test",
      port: 9200,
      why: "Has a version too, in another API.",
    },
    {
      resembles: "easm.ports.memcached_unauthenticated",
      host: "redis.acme.test",
      port: 6379,
      why: "Another store's line protocol.",
    },
  ],
};

import type { Rule } from "../../../domain/rule.ts";
import {
  CWE_668,
  exposed,
  platformOpen,
  screenOpen,
  unauthenticatedMiddleware,
  unauthenticatedStore,
} from "./rule-kinds.ts";

/** Rules about services that let strangers in, and about the control interfaces of clusters. */
export const openRules = {
  kubernetes_unauthenticated: platformOpen(
    "Kubernetes API",
    "listed the cluster's namespaces",
    "Remove the bindings of system:anonymous and system:unauthenticated, and start the API server with anonymous-auth off.",
    "https://kubernetes.io/docs/concepts/security/controlling-access/",
  ),
  kubelet_unauthenticated: platformOpen(
    "Kubelet API",
    "listed the pods of the node",
    "Set anonymous authentication off and authorization mode Webhook, and close the read-only port.",
    "https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/",
  ),
  jupyter_unauthenticated: platformOpen(
    "Jupyter",
    "listed its files",
    "Require a token or password, or put the server behind a login proxy.",
    "https://jupyter-server.readthedocs.io/en/latest/operators/security.html",
  ),
  debugger_exposed: platformOpen(
    "Debugging port",
    "took a command",
    "Turn remote debugging off in production; bind it to localhost where it is needed.",
    "https://docs.oracle.com/en/java/javase/21/docs/specs/jdwp/jdwp-spec.html",
  ),
  kubernetes_exposed: exposed({
    title: "Kubernetes control interface reachable from the internet",
    description:
      "A Kubernetes API server or kubelet answers on this port. It refuses strangers, but its login and every flaw of it are open to the whole internet.",
    severity: "high",
    cwe_id: "CWE-668",
    cvss_score: 7.5,
    risk: "One leaked token or one unpatched flaw gives away the cluster with all that runs on it.",
    remediation: "Let only administrators' networks reach the control interfaces of the cluster.",
    steps: [
      "Make the API endpoint private, or allow it for the administrators' addresses only.",
      "Block the kubelet's ports on every node for all but the control plane.",
      "Check the audit log for requests that nobody can explain.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_668, "https://kubernetes.io/docs/concepts/security/controlling-access/"],
  }),
  etcd_unauthenticated: unauthenticatedStore(
    "etcd",
    "counted or listed its keys",
    "Require client certificates and turn on role-based access control.",
  ),
  couchdb_unauthenticated: unauthenticatedStore(
    "CouchDB",
    "listed its databases",
    "Create an administrator, require a valid user for every request and bind the server to a private address.",
  ),
  cassandra_unauthenticated: unauthenticatedStore(
    "Cassandra",
    "answered a query",
    "Set PasswordAuthenticator and CassandraAuthorizer, and change the default superuser.",
  ),
  influxdb_unauthenticated: unauthenticatedStore(
    "InfluxDB",
    "listed its databases",
    "Create an administrator and turn on authentication for HTTP.",
  ),
  clickhouse_unauthenticated: unauthenticatedStore(
    "ClickHouse",
    "answered a query",
    "Give the user default a password and limit the networks that it may come from.",
  ),
  kafka_unauthenticated: unauthenticatedMiddleware(
    "Kafka",
    "told its brokers",
    "Use SASL or client certificates on every listener and set ACLs that deny by default.",
    "https://kafka.apache.org/documentation/#security",
  ),
  mqtt_unauthenticated: unauthenticatedMiddleware(
    "MQTT broker",
    "accepted the connection",
    "Refuse anonymous clients, require credentials or certificates, and limit topics by client.",
    "https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901261",
  ),
  nats_unauthenticated: unauthenticatedMiddleware(
    "NATS",
    "accepted the connection",
    "Require credentials or certificates and give each client its own subjects.",
    "https://docs.nats.io/running-a-nats-service/configuration/securing_nats",
  ),
  zookeeper_unauthenticated: unauthenticatedMiddleware(
    "ZooKeeper",
    "told its version and state",
    "Limit the four-letter commands, require authentication with SASL or certificates and set ACLs on the nodes.",
    "https://zookeeper.apache.org/doc/current/zookeeperAdmin.html",
  ),
  consul_unauthenticated: unauthenticatedMiddleware(
    "Consul",
    "told its configuration",
    "Turn on ACLs with the default policy deny, and disable script checks over the API.",
    "https://developer.hashicorp.com/consul/docs/security",
  ),
  vnc_unauthenticated: screenOpen(
    "VNC",
    "offers the security type None",
    "Set a strong password, or better a VNC that requires accounts and TLS.",
  ),
  x11_unauthenticated: screenOpen(
    "X11",
    "accepted a connection without authorization",
    "Turn access control on (no xhost +), start the server with -nolisten tcp and forward X over SSH.",
  ),
} as const satisfies Record<string, Rule>;

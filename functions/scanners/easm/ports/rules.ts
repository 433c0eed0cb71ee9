import type { Rule } from "../../../domain/rule.ts";
import { openRules } from "./open-rules.ts";
import { relayRules } from "./relay-rules.ts";
import { CWE_306, CWE_668, DATABASES, exposed, SEGMENTATION, unauthenticatedStore } from "./rule-kinds.ts";

const CWE_319 = "https://cwe.mitre.org/data/definitions/319.html";
const DOCKER = "https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html";

/** Rules of the port scanner. */
export const portRules = {
  telnet_exposed: exposed({
    title: "Telnet reachable from the internet",
    description:
      "A Telnet server offers a login here. Telnet has no encryption: user name, password and session travel in clear text.",
    severity: "high",
    cwe_id: "CWE-319",
    cvss_score: 8.1,
    risk: "Credentials can be read on the way, and password guessing against Telnet is constant on the internet.",
    remediation: "Replace Telnet by SSH and close the port.",
    steps: [
      "Close the port in the firewall or security group.",
      "Turn the Telnet service off and administer the device by SSH with keys.",
      "Change every password that was used over Telnet.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_319, "https://www.rfc-editor.org/rfc/rfc854", SEGMENTATION],
  }),
  ftp_exposed: exposed({
    title: "FTP reachable from the internet",
    description:
      "An FTP server answers here. Classic FTP sends passwords and files in clear text, and servers are often left open to anonymous users.",
    severity: "medium",
    cwe_id: "CWE-319",
    cvss_score: 5.9,
    risk: "Logins and files can be read or altered on the way, and the login can be attacked by guessing.",
    remediation: "Offer file transfer over SFTP or HTTPS instead, and close FTP.",
    steps: [
      "Find out who still transfers files over this server.",
      "Move them to SFTP or HTTPS with personal accounts.",
      "Close the FTP port and change the passwords that were used with it.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_319, "https://www.rfc-editor.org/rfc/rfc2577"],
  }),
  database_exposed: exposed({
    title: "Database reachable from the internet",
    description:
      "A database server answers on this port. It asks for a login, but the login itself and every flaw of the server are open to the whole internet.",
    severity: "high",
    cwe_id: "CWE-668",
    cvss_score: 7.5,
    risk: "One guessed or leaked password, or one unpatched flaw of the server, gives away the data.",
    remediation: "Let only the application's own network reach the database.",
    steps: [
      "Bind the database to a private address, or block the port for all but the application servers.",
      "Give administrators a VPN or bastion host instead of a direct connection.",
      "Check the database's logs for logins that nobody can explain.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_668, DATABASES, SEGMENTATION],
  }),
  redis_unauthenticated: unauthenticatedStore(
    "Redis",
    "returned its INFO report",
    "Bind Redis to a private address, keep protected mode on and set users with ACLs and long passwords.",
  ),
  elasticsearch_unauthenticated: unauthenticatedStore(
    "Elasticsearch",
    "told cluster name and version",
    "Turn on the security features (users, roles, TLS) and bind the node to a private address.",
  ),
  memcached_unauthenticated: unauthenticatedStore(
    "Memcached",
    "returned its statistics",
    "Bind memcached to localhost or a private address and disable UDP; use SASL where the network is shared.",
  ),
  mongodb_unauthenticated: unauthenticatedStore(
    "MongoDB",
    "listed its databases",
    "Turn on authorization, create users with the least roles and bind the server to a private address.",
  ),
  docker_api_unauthenticated: exposed({
    title: "Docker Engine API open to everybody",
    description:
      "The API of a Docker Engine answers on this port and told its version to a client without a certificate.",
    severity: "critical",
    cwe_id: "CWE-306",
    cvss_score: 9.8,
    risk: "Whoever reaches the API can start a privileged container and thereby owns the host and all it can reach.",
    remediation: "Stop listening on TCP; reach the engine by its local socket or over SSH.",
    steps: [
      "Block the port at once in the firewall or security group.",
      "Remove the tcp:// listener from the daemon's configuration, or require client certificates (tlsverify).",
      "Look for containers, images and cron jobs that nobody can explain; rebuild the host if there are any.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_306, DOCKER, "https://docs.docker.com/engine/security/protect-access/"],
  }),
  remote_desktop_exposed: exposed({
    title: "Remote desktop reachable from the internet",
    description: "A remote desktop service (RDP or VNC) answers on this port.",
    severity: "high",
    cwe_id: "CWE-668",
    cvss_score: 8.1,
    risk: "Remote desktops are a usual way in for ransomware: passwords are guessed, and flaws before the login have been exploited on a large scale.",
    remediation: "Put the remote desktop behind a VPN or gateway with a second factor.",
    steps: [
      "Block the port for the internet.",
      "Offer remote access through a VPN or a remote desktop gateway with a second factor.",
      "Patch the host, require network-level authentication and check the logs for foreign logins.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_668, SEGMENTATION, "https://attack.mitre.org/techniques/T1133/"],
  }),
  smb_exposed: exposed({
    title: "File sharing (SMB) reachable from the internet",
    description: "An SMB server answered a protocol negotiation on this port.",
    severity: "high",
    cwe_id: "CWE-668",
    cvss_score: 8.1,
    risk: "SMB has had flaws that spread worms without a login, and it invites password guessing and relaying.",
    remediation: "Block SMB at the network's edge.",
    steps: [
      "Block ports 445 and 139 in both directions at the network's edge.",
      "Turn SMB 1 off and patch the host.",
      "Give remote users a VPN or a file service over HTTPS.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_668, SEGMENTATION, "https://attack.mitre.org/techniques/T1021/002/"],
  }),
  ...openRules,
  ...relayRules,
  all_ports_open: {
    title: "Address accepts connections on every port",
    description:
      "This address accepts connections on ports where no service can be, or gives one and the same answer on many ports. That is the behaviour of a tarpit, a honeypot or a filtering device, so its ports tell nothing and none are listed.",
    category: "network",
    severity: "info",
    finding_class: "inventory",
    cwe_id: null,
    cvss_score: 0,
    risk: "None by itself, but services behind the device cannot be seen from outside by this scan.",
    remediation: "Confirm that the device in front of this address is meant to answer for all ports.",
    steps: [
      "Find out which device answers for this address.",
      "If it is a deliberate decoy or DDoS protection, accept this finding.",
      "If not, set the firewall to drop or reject ports without a service.",
      "Rescan to get the real list of services.",
    ],
    references: ["https://cwe.mitre.org/data/definitions/1125.html", "https://www.rfc-editor.org/rfc/rfc9293"],
  },
} as const satisfies Record<string, Rule>;

export type PortRule = Exclude<keyof typeof portRules, "all_ports_open">;

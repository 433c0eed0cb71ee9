import type { Rule } from "../../../domain/rule.ts";
import { ADMIN_INTERFACES, exposure, RESCAN } from "./texts.ts";

const CWE_668 = "https://cwe.mitre.org/data/definitions/668.html";

const panel = (product: string, docs: string): Rule =>
  exposure({
    title: `${product} reachable from the internet`,
    description: `The interface of ${product} answers everybody, with its login page or with its name.`,
    severity: "low",
    cwe_id: "CWE-668",
    cvss_score: 3.7,
    risk: "Its passwords can be guessed here, and flaws of the product itself lie open the day they become known.",
    remediation: `Let only those who work with ${product} reach it.`,
    steps: [
      "Limit it to the addresses of those who need it, or put it behind a VPN or single sign-on.",
      `Update ${product}, and follow its security announcements.`,
      "Require a second factor for its accounts, and check its logs for foreign logins.",
      RESCAN,
    ],
    references: [ADMIN_INTERFACES, CWE_668, docs],
  });

const informational = (title: string, description: string, risk: string, docs: string): Rule => ({
  ...panel(title, docs),
  title,
  description,
  severity: "info",
  finding_class: "expected_exposure",
  cvss_score: 0,
  risk,
});

/** Rules about interfaces for administrators and developers that ask for a login, or need none by design. */
export const panelRules = {
  grafana_panel: panel("Grafana", "https://grafana.com/docs/grafana/latest/setup-grafana/configure-security/"),
  kibana_panel: panel("Kibana", "https://www.elastic.co/guide/en/kibana/current/using-kibana-with-security.html"),
  jenkins_panel: panel("Jenkins", "https://www.jenkins.io/doc/book/security/"),
  tomcat_manager: panel("the Tomcat Manager", "https://tomcat.apache.org/tomcat-10.1-doc/manager-howto.html"),
  airflow_panel: panel("Apache Airflow", "https://airflow.apache.org/docs/apache-airflow/stable/security/"),
  argocd_panel: panel("Argo CD", "https://argo-cd.readthedocs.io/en/stable/operator-manual/security/"),
  rabbitmq_panel: panel("the RabbitMQ management", "https://www.rabbitmq.com/docs/management"),
  pgadmin_panel: panel("pgAdmin", "https://www.pgadmin.org/docs/pgadmin4/latest/security.html"),
  phppgadmin_panel: panel("phpPgAdmin", "https://github.com/phppgadmin/phppgadmin"),
  hosting_panel: panel("a hosting control panel", "https://docs.cpanel.net/knowledge-base/security/"),
  hasura_console: panel("the Hasura console", "https://hasura.io/docs/2.0/deployment/securing-graphql-endpoint/"),
  minio_console: panel(
    "the MinIO console",
    "https://min.io/docs/minio/linux/administration/identity-access-management.html",
  ),
  nexus_panel: panel("Nexus Repository", "https://help.sonatype.com/en/securing-nexus-repository-manager.html"),
  artifactory_panel: panel(
    "JFrog Artifactory",
    "https://jfrog.com/help/r/jfrog-platform-administration-documentation/security",
  ),
  sonarqube_panel: panel("SonarQube", "https://docs.sonarsource.com/sonarqube-server/latest/"),
  consul_panel: panel("the Consul interface", "https://developer.hashicorp.com/consul/docs/secure"),
  kubernetes_dashboard: panel(
    "the Kubernetes dashboard",
    "https://kubernetes.io/docs/tasks/access-application-cluster/web-ui-dashboard/",
  ),
  zabbix_panel: panel("Zabbix", "https://www.zabbix.com/documentation/current/en/manual/best_practices/security"),
  portainer_panel: panel("Portainer", "https://docs.portainer.io/advanced/security"),
  gitlab_sign_up: {
    ...panel("GitLab's registration", "https://docs.gitlab.com/administration/settings/sign_up_restrictions/"),
    title: "GitLab lets everybody register",
    description: "The GitLab server offers strangers to make an account.",
    risk: "Accounts see internal projects and snippets, and reach flaws that need a login.",
  },
  graphql_ide: panel("a GraphQL console", "https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html"),
  swagger_ui: informational(
    "API documentation console published",
    "A console of Swagger UI or ReDoc describes the application's interface and sends requests to it.",
    "None where it is meant to be public; otherwise it shows every operation, internal ones included.",
    "https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/",
  ),
} as const satisfies Record<string, Rule>;

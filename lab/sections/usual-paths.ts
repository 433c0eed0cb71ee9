/** Rule of the exposure scanner and the path under which the lab shows it, or something that resembles it. */
export const usualPaths = [
  ["git_repository", "/.git/HEAD"],
  ["svn_repository", "/.svn/wc.db"],
  ["hg_repository", "/.hg/store/00manifest.i"],
  ["env_file", "/.env"],
  ["aws_credentials", "/.aws/credentials"],
  ["npmrc_token", "/.npmrc"],
  ["docker_config", "/.docker/config.json"],
  ["private_key", "/id_rsa"],
  ["htpasswd", "/.htpasswd"],
  ["ds_store", "/.DS_Store"],
  ["editor_sftp_config", "/.vscode/sftp.json"],
  ["server_status", "/server-status"],
  ["phpinfo", "/phpinfo.php"],
  ["actuator_env", "/actuator/env"],
  ["actuator_heapdump", "/actuator"],
  ["sql_dump", "/backup.sql"],
  ["backup_archive", "/backup.zip"],
  ["wp_config_backup", "/wp-config.php.bak"],
  ["wp_users", "/wp-json/wp/v2/users"],
  ["database_config", "/config/database.yml"],
  ["appsettings", "/appsettings.json"],
  ["elmah", "/elmah.axd"],
  ["trace_axd", "/trace.axd"],
  ["adminer", "/adminer.php"],
  ["phpmyadmin", "/phpmyadmin/"],
  ["werkzeug_console", "/console"],
  ["jenkins_script_console", "/script"],
  ["api_document", "/openapi.json"],
  ["graphql_introspection", "/graphql"],
  ["prometheus_metrics", "/metrics"],
  ["directory_listing", "/uploads/"],
  ["bucket_listing", "/"],
] as const;

export type UsualRule = (typeof usualPaths)[number][0];

const paths = new Map<string, string>(usualPaths);

/** The path under which the lab shows a rule. */
export const usualPath = (rule: UsualRule): string => paths.get(rule) ?? "/";

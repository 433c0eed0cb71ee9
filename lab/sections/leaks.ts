import { json, page, type Reply, reply, text } from "../web/reply.ts";

/** A leak of the exposure scanner: where it shows, what it is, and something at the same path that comes close. */
export interface Leak {
  readonly rule: string;
  readonly path: string;
  readonly leak: Reply;
  readonly nearMiss: Reply;
  /** Why the near miss is none. */
  readonly why: string;
}

const leak = (rule: string, path: string, shown: Reply, nearMiss: Reply, why: string): Leak => ({
  rule,
  path,
  leak: shown,
  nearMiss,
  why,
});

const xml = (body: string): Reply => reply(200, "application/xml", body);

/** Files that hold logins, as the tools write them. The secrets are made up. */
export const credentialLeaks: readonly Leak[] = [
  leak(
    "netrc",
    "/.netrc",
    text("machine ftp.umbrella.test\nlogin deploy\npassword kV7qz2Xw9L\n"),
    text("machine ftp.umbrella.test\nlogin deploy\n# ask the office for the password\n"),
    "A login without its password.",
  ),
  leak(
    "pgpass",
    "/.pgpass",
    text("db.umbrella.test:5432:shop:shop:Wm4tq8Zr2p\n"),
    text("db.umbrella.test:5432:shop:shop:<password>\n"),
    "A placeholder where the password would be.",
  ),
  leak(
    "mysql_client_config",
    "/.my.cnf",
    text('[client]\nuser = shop\npassword = "hT6vn3Kq8w"\nhost = 10.0.4.7\n'),
    text("[client]\nuser = shop\n# password = set by the vault\nhost = 10.0.4.7\n"),
    "The password is commented out.",
  ),
  leak(
    "git_credentials",
    "/.git-credentials",
    text("https://deploy:qR8sLm2Vx7Tn@git.umbrella.test\n"),
    text("https://git.umbrella.test/group/project.git\nhttps://git.umbrella.test/group/tools.git\n"),
    "Addresses of repositories without logins.",
  ),
  leak(
    "pypirc",
    "/.pypirc",
    text("[pypi]\nusername = deploy\npassword = nB5xq9Wd3Kz\n"),
    text("[distutils]\nindex-servers =\n    pypi\n\n[pypi]\nusername = deploy\n"),
    "A user name alone.",
  ),
  leak(
    "composer_auth",
    "/auth.json",
    json({ "http-basic": { "repo.umbrella.test": { username: "shop", password: "7c1f0b9e4d2a8835" } } }),
    json({ "http-basic": {}, "github-oauth": { "github.com": "<token>" } }),
    "An empty list and a placeholder.",
  ),
  leak(
    "s3cfg",
    "/.s3cfg",
    text(
      "[default]\naccess_key = AKIA4TZ7QXNB2LVWMKRE\nsecret_key = p3Vx8Kd0Qm5Wz7RtYbN1sLcHfG6jE2aU9iOoTnBv\nhost_base = s3.amazonaws.com\n",
    ),
    text("[default]\naccess_key = \nsecret_key = \nhost_base = s3.amazonaws.com\n"),
    "The keys are empty; they come from the environment.",
  ),
  leak(
    "kubeconfig",
    "/.kube/config",
    text(
      "apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://10.0.5.1:6443\n  name: lab\nusers:\n- name: admin\n  user:\n    token: qk2Lx8Vm0Zw7Rt5Yb1NsPcHf\n",
    ),
    text(
      "apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://10.0.5.1:6443\n  name: lab\nusers:\n- name: admin\n  user:\n    exec:\n      command: aws\n",
    ),
    "The login comes from a command.",
  ),
  leak(
    "gcp_service_account",
    "/service-account.json",
    json({
      type: "service_account",
      project_id: "umbrella-lab",
      private_key: `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDB2x".repeat(3)}\n-----END PRIVATE KEY-----\n`,
      client_email: "deploy@umbrella-lab.iam.gserviceaccount.com",
    }),
    json({
      type: "service_account",
      project_id: "umbrella-lab",
      client_email: "deploy@umbrella-lab.iam.gserviceaccount.com",
    }),
    "The account's description without its key.",
  ),
  leak(
    "rails_secrets",
    "/config/secrets.yml",
    text("production:\n  secret_key_base: 3f9a1c7e5b2d8046f1e3a9c7b5d2806413f9a1c7e5b2d804\n"),
    text('production:\n  secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>\n'),
    "The key comes from the environment.",
  ),
];

/** Files of a project and of its operation. */
export const projectLeaks: readonly Leak[] = [
  leak(
    "cvs_repository",
    "/CVS/Entries",
    text("/index.php/1.14/Tue Mar  3 10:11:12 2009//\n/login.php/1.3/Tue Mar  3 10:11:12 2009//\nD/inc////\n"),
    text("/usr/local/bin\n/var/www/html\n"),
    "Paths, one a line.",
  ),
  leak(
    "bzr_repository",
    "/.bzr/branch-format",
    text("Bazaar-NG meta directory, format 1\n"),
    text("Bazaar opens at nine every Saturday.\n"),
    "A bazaar of another kind.",
  ),
  leak(
    "package_manifest",
    "/composer.json",
    json({
      name: "umbrella/shop",
      require: { php: "^8.2", "monolog/monolog": "^3.0" },
      autoload: { "psr-4": { "App\\": "src/" } },
    }),
    json({ name: "Johann Sebastian", works: 1128, require: "an organ" }),
    "A composer of music.",
  ),
  leak(
    "vendor_folder",
    "/vendor/composer/installed.json",
    json({
      packages: [
        { name: "monolog/monolog", version: "3.5.0" },
        { name: "phpunit/phpunit", version: "10.5.1" },
      ],
    }),
    json({ packages: [{ tracking: "4711", state: "delivered" }] }),
    "Packages of a parcel service.",
  ),
  leak(
    "spring_properties",
    "/application.properties",
    text(
      "server.port=8080\nspring.datasource.url=jdbc:postgresql://10.0.4.9/shop\nspring.datasource.password=xK3nv8Tq5z\n",
    ),
    text(`server.port=8080\nspring.datasource.password=\${DB_PASSWORD}\n`),
    "The password comes from the environment.",
  ),
  leak(
    "php_config_backup",
    "/config.php.bak",
    text("<?php\n$db_host = '10.0.4.2';\n$db_password = 'vT6wq2Ln9x';\n"),
    text("<?php\n$db_host = '10.0.4.2';\n$db_password = '';\n"),
    "No password is set.",
  ),
  leak(
    "terraform_state",
    "/terraform.tfstate",
    json({
      version: 4,
      terraform_version: "1.6.2",
      serial: 41,
      lineage: "2b6f",
      outputs: {},
      resources: [{ mode: "managed", type: "aws_db_instance", name: "shop" }],
    }),
    json({ version: 4, states: ["planned", "terraformed"], planet: "Mars" }),
    "The state of a planet.",
  ),
  leak(
    "terraform_variables",
    "/terraform.tfvars",
    text('region = "eu-west-1"\ndb_password = "zQ7nm3Vx5k"\n'),
    text('region = "eu-west-1"\ninstance_type = "t3.micro"\n'),
    "Variables that are no secrets.",
  ),
  leak(
    "docker_compose",
    "/docker-compose.yml",
    text("services:\n  web:\n    image: nginx:1.25\n    ports:\n      - 80:80\n"),
    text("services:\n  - catering\n  - cleaning\n"),
    "Services of a hotel.",
  ),
  leak(
    "web_config",
    "/web.config",
    xml(
      '<?xml version="1.0"?>\n<configuration>\n  <system.web>\n    <compilation debug="false" />\n  </system.web>\n</configuration>\n',
    ),
    xml('<?xml version="1.0"?>\n<configuration>\n  <theme name="dark" />\n</configuration>\n'),
    "The configuration of something else.",
  ),
  leak(
    "htaccess",
    "/.htaccess",
    text("RewriteEngine On\nRewriteCond %{HTTPS} off\nRewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301]\n"),
    text("This folder is guarded by the server.\nAsk the office for access.\n"),
    "Two sentences.",
  ),
  leak(
    "web_xml",
    "/WEB-INF/web.xml",
    xml(
      '<?xml version="1.0"?>\n<web-app version="4.0">\n  <servlet><servlet-name>shop</servlet-name></servlet>\n</web-app>\n',
    ),
    xml('<?xml version="1.0"?>\n<webapps><app>web-app</app></webapps>\n'),
    "The word in another document.",
  ),
];

/** Logs and histories. */
export const logLeaks: readonly Leak[] = [
  leak(
    "shell_history",
    "/.bash_history",
    text("cd /var/www\nls -la\nmysql -u root shop\nvim config.php\nexit\n"),
    text("The bash was invented in 1989.\nIts history is long.\nSo is that of the shell.\n"),
    "A history in prose.",
  ),
  leak(
    "wp_debug_log",
    "/wp-content/debug.log",
    text(
      "[12-Mar-2024 08:15:01 UTC] PHP Warning:  Undefined variable $x in /var/www/html/wp-content/plugins/a/a.php on line 12\n",
    ),
    text("Debug log of the expedition\n12 March: sunny, no warnings\n"),
    "A log of another kind.",
  ),
  leak(
    "laravel_log",
    "/storage/logs/laravel.log",
    text('[2024-03-12 08:15:01] production.ERROR: SQLSTATE[HY000] [2002] Connection refused {"exception":"x"}\n'),
    text("2024-03-12 production was good, no ERROR\n"),
    "A note about production.",
  ),
  leak(
    "error_log",
    "/error_log",
    text(
      "[Tue Mar 12 08:15:01.123456 2024] [core:error] [pid 811] [client 10.1.2.3:51111] File does not exist: /var/www/html/x\n",
    ),
    text("No errors have been logged this year.\n"),
    "A sentence.",
  ),
];

/** What frameworks show to their developers, but for the pages for unknown paths. */
export const frameworkLeaks: readonly Leak[] = [
  leak(
    "symfony_profiler",
    "/_profiler",
    page("Symfony Profiler", '<div id="sidebar"><a href="/_profiler/latest">Last 10</a></div><h2>Results</h2>'),
    page("Symfony for profilers", "<h1>A concert</h1><p>Symfony Profiler, Tuesday at eight.</p>"),
    "A concert.",
  ),
  leak(
    "laravel_telescope",
    "/telescope",
    page(
      "Telescope - Umbrella",
      '<div id="telescope"></div><script>window.Telescope = {"path":"telescope","recording":true};</script>',
    ),
    page("Telescope", "<h1>Our telescope</h1><p>Open on clear nights.</p>"),
    "A telescope for the stars.",
  ),
  leak(
    "laravel_horizon",
    "/horizon",
    page("Horizon - Dashboard", '<div id="horizon"></div><script>window.Horizon = {"path":"horizon"};</script>'),
    page("Horizon", "<h1>Beyond the horizon</h1>"),
    "A travel story.",
  ),
  leak(
    "laravel_ignition",
    "/_ignition/health-check",
    json({ can_execute_commands: false }),
    json({ status: "ok", ignition: "on" }),
    "The health of something else.",
  ),
  leak(
    "rails_info",
    "/rails/info/properties",
    page("Rails", '<table><tr><td class="name">Rails version</td><td class="value">7.1.2</td></tr></table>'),
    page("Rails", "<h1>Rails version</h1><p>Standard gauge, 1435 mm.</p>"),
    "Rails of a railway.",
  ),
  leak(
    "actuator_details",
    "/actuator/mappings",
    json({ contexts: { application: { mappings: { dispatcherServlets: {} } } } }),
    json({ contexts: ["home", "work"], mappings: "none" }),
    "The words without the structure.",
  ),
  leak(
    "jolokia",
    "/jolokia/version",
    json({ request: { type: "version" }, value: { agent: "1.7.2", protocol: "7.2", info: {} }, status: 200 }),
    json({ version: "7.2", agent: "Smith" }),
    "The version of something else.",
  ),
];

import type { LabHost, Section } from "../model.ts";
import { dsStore, mercurialManifest, privateKeyFile, sqliteFile, zip } from "../web/files.ts";
import { bytes, json, page, type Responder, text } from "../web/reply.ts";
import { homeSite, site } from "../web/site.ts";
import { singlePageApp } from "../web/soft.ts";
import { type UsualRule, usualPath } from "./usual-paths.ts";

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: 8443, respond }],
});

/** A checkout that was copied to the web root, with everything hidden in it. */
const checkout = homeSite("Globex staging", {
  "/.git/HEAD": bytes(Buffer.from("ref: refs/heads/main\n")),
  "/.git/config": bytes(
    Buffer.from(
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = git@git.globex.test:shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    ),
  ),
  "/.svn/wc.db": bytes(sqliteFile()),
  "/.svn/entries": bytes(Buffer.from("12\n")),
  "/.hg/requires": bytes(Buffer.from("dotencode\nfncache\nrevlogv1\nstore\n")),
  "/.hg/store/00manifest.i": bytes(mercurialManifest()),
  "/.DS_Store": bytes(dsStore()),
});

/** A home directory that is served: settings of the tools of a developer. */
const homeDirectory = homeSite("Globex test", {
  "/.env": bytes(
    Buffer.from(
      "APP_ENV=production\nAPP_KEY=base64:Qk3nTz8rVb1wYxL5uPqH7sJd2fGm4cKe\nDB_HOST=10.0.3.7\nDB_USERNAME=shop\nDB_PASSWORD=tR7vbn2Qx9\nMAIL_FROM=shop@globex.test\n",
    ),
  ),
  "/.aws/credentials": bytes(
    Buffer.from(
      "[default]\naws_access_key_id = AKIA2LABQ7XGZ4NTPWVM\naws_secret_access_key = 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\nregion = eu-west-1\n",
    ),
  ),
  "/.npmrc": text(
    "registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=npm_q7Lm2Xw9Rt4Yv6Bn1Kc8Jd3Hs5Gf0PzAeUiO\n",
  ),
  "/.docker/config.json": json({ auths: { "registry.globex.test": { auth: "ZGVwbG95OnZLNHNiOFd0" } } }),
  "/id_rsa": text(privateKeyFile()),
  "/.vscode/sftp.json": json({
    name: "live",
    host: "www.globex.test",
    protocol: "sftp",
    username: "deploy",
    password: "mV3kq8Zs",
  }),
});

/** An old PHP site with WordPress beside it. */
const php = site({
  "/": page("Globex blog", '<h1>Blog</h1><p><a href="/uploads/">Pictures</a></p>'),
  "/uploads/": page(
    "Index of /uploads",
    '<h1>Index of /uploads</h1><pre><a href="?C=N;O=D">Name</a> <a href="?C=M;O=A">Last modified</a><hr><a href="/">Parent Directory</a>\n<a href="logo.png">logo.png</a> 2024-03-02 10:11 12K\n<hr></pre>',
  ),
  "/.htpasswd": text("admin:$apr1$x8Qf2kLm$Y0cV7bZ3nRt5uWq1sPdE60\n"),
  "/backup.sql": text(
    "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n-- Host: localhost    Database: blog\n-- ------------------------------------------------------\n\nDROP TABLE IF EXISTS `users`;\nCREATE TABLE `users` (\n  `id` int NOT NULL\n);\n",
  ),
  "/backup.zip": bytes(zip("blog/index.php", "<?php require 'wp-blog-header.php';\n")),
  "/wp-config.php.bak": text(
    "<?php\ndefine( 'DB_NAME', 'blog' );\ndefine( 'DB_USER', 'blog' );\ndefine( 'DB_PASSWORD', 'x4Gt9pLw' );\ndefine( 'DB_HOST', 'localhost' );\n$table_prefix = 'wp_';\n",
  ),
  "/wp-json/wp/v2/users": json([
    {
      id: 1,
      name: "admin",
      url: "",
      description: "",
      link: "https://blog.globex.test/author/admin/",
      slug: "admin",
      avatar_urls: {},
      meta: [],
    },
  ]),
});

const bucket = site({
  "/": {
    status: 200,
    headers: { "content-type": "application/xml", "strict-transport-security": "max-age=31536000" },
    body: '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>globex-files</Name><Prefix></Prefix><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated><Contents><Key>invoices/2024-01.pdf</Key><LastModified>2024-02-01T08:00:00.000Z</LastModified><Size>48213</Size></Contents></ListBucketResult>\n',
  },
});

/** A repository under a single-page application: the one real file among the catch-all's answers. */
const hiddenRepository: Responder = (request) =>
  request.path === "/.git/HEAD"
    ? bytes(Buffer.from("8f3b1c0de94a7725610be8d34fa9c2b7715e60aa\n"))
    : request.path === "/.git/config"
      ? bytes(Buffer.from("[core]\n\trepositoryformatversion = 0\n\tbare = false\n"))
      : singlePageApp();

const truth = (rule: UsualRule, host: string, why: string) => ({
  rule: `easm.exposures.${rule}`,
  host,
  port: 8443,
  path: usualPath(rule),
  why,
});

/** Files that were never meant for the web root. */
export const exposuresFiles: Section = {
  hosts: [
    https("staging.globex.test", checkout),
    https("test.globex.test", homeDirectory),
    https("blog.globex.test", php),
    https("files.globex.test", bucket),
    https("app.globex.test", hiddenRepository),
  ],
  truths: [
    truth("git_repository", "staging.globex.test", "HEAD and config of the repository."),
    truth("git_repository", "app.globex.test", "A detached HEAD among the answers of a single-page application."),
    truth("svn_repository", "staging.globex.test", "The working copy's database."),
    truth("hg_repository", "staging.globex.test", "The manifest's index."),
    truth("ds_store", "staging.globex.test", "Names of files in the directory."),
    truth("env_file", "test.globex.test", "Application key and database password."),
    truth("aws_credentials", "test.globex.test", "An access key with its secret."),
    truth("npmrc_token", "test.globex.test", "A token of the registry."),
    truth("docker_config", "test.globex.test", "A registry login."),
    truth("private_key", "test.globex.test", "A private key."),
    truth("editor_sftp_config", "test.globex.test", "A password for the live server."),
    truth("htpasswd", "blog.globex.test", "A password hash."),
    truth("sql_dump", "blog.globex.test", "A database dump."),
    truth("backup_archive", "blog.globex.test", "The site's files."),
    truth("wp_config_backup", "blog.globex.test", "The database password."),
    truth("wp_users", "blog.globex.test", "Names for the login."),
    truth("directory_listing", "blog.globex.test", "A directory linked from the front page."),
    truth("bucket_listing", "files.globex.test", "The names of all objects."),
  ],
  decoys: [],
};

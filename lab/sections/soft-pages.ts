import type { Decoy, LabHost, Section } from "../model.ts";
import type { Responder } from "../web/reply.ts";
import { homeSite } from "../web/site.ts";
import {
  downloads,
  echoing,
  firewalled,
  hostile,
  leaving,
  loginFirst,
  looping,
  reflecting,
  singlePageApp,
  softNotFound,
  textErrors,
} from "../web/soft.ts";
import { usualPaths } from "./usual-paths.ts";

const softSites: readonly (readonly [string, Responder, string])[] = [
  ["beta.acme.test", softNotFound, "An error page with status 200, a little different each time."],
  ["app.acme.test", singlePageApp, "A single-page application gives its index for every path."],
  ["wiki.acme.test", reflecting, "Every page shows the path and the markers of well-known leaks."],
  ["demo.acme.test", echoing, "Echoes the request as JSON."],
  ["login.acme.test", loginFirst, "Redirects everybody to the login page."],
  ["m.acme.test", looping, "Redirects to itself for ever."],
  ["admin.acme.test", firewalled, "A firewall's 403 for every path."],
  ["status.acme.test", textErrors, "Errors as text with status 200, in lines that look like settings."],
  ["download.acme.test", downloads, "An archive with a notice for every name."],
  ["forum.acme.test", leaving, "Redirects everything to somebody else's site."],
];

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: 8443, respond }],
});

const decoy = (host: string, rule: string, path: string, why: string): Decoy => ({
  resembles: `easm.exposures.${rule}`,
  host,
  port: 8443,
  path,
  why,
});

/** Sites that answer every path alike, a hostile one, and one outside the customer's scope. None has a weakness. */
export const softPages: Section = {
  hosts: [
    ...softSites.map(([name, respond]) => https(name, respond)),
    https("archive.acme.test", hostile),
    { ...https("forum.outside.test", homeSite("Not the customer's")), needsOwnAddress: true },
  ],
  truths: [],
  decoys: [
    ...softSites.flatMap(([name, , why]) => usualPaths.map(([rule, path]) => decoy(name, rule, path, why))),
    decoy("archive.acme.test", "sql_dump", "/backup.sql", "Drips a byte at a time, for ever."),
    decoy("archive.acme.test", "backup_archive", "/backup.zip", "Never ends."),
    decoy("archive.acme.test", "env_file", "/.env", "A small gzip body of 16 MiB of blanks."),
    decoy("archive.acme.test", "api_document", "/openapi.json", "Hangs up in the middle."),
    decoy("archive.acme.test", "git_repository", "/.git/HEAD", "Hangs up without an answer."),
  ],
};

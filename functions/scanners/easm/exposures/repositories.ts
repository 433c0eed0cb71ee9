import type { Rule } from "../../../domain/rule.ts";
import { at, HEAD_OF_FILE, type Probe } from "./probe.ts";
import { CWE_527, exposure, OLD_FILES, RESCAN } from "./texts.ts";

const repository = (system: string, folder: string, proof: string): Rule =>
  exposure({
    title: `${system} repository readable from the web`,
    description: `The web server hands out the ${folder} folder of a working copy; ${proof} was read.`,
    severity: "high",
    cwe_id: "CWE-527",
    cvss_score: 7.5,
    risk: "Anyone can rebuild the source code, and often its history with every secret that was ever committed.",
    remediation: `Remove ${folder} from the web root and deploy build output only.`,
    steps: [
      `Deny ${folder} on the web server at once, then delete it from the web root.`,
      "Deploy from a build, never from a working copy.",
      "Rotate every password, key and token that is or was in the repository.",
      RESCAN,
    ],
    references: [CWE_527, OLD_FILES],
  });

/** Rules about version control left in the web root. */
export const repositoryRules = {
  git_repository: repository("Git", ".git", "the HEAD reference or the configuration"),
  svn_repository: repository("Subversion", ".svn", "the working copy's database or entries file"),
  hg_repository: repository("Mercurial", ".hg", "the store's manifest or requirements"),
  bzr_repository: repository("Bazaar", ".bzr", "the branch's format or last revision"),
  cvs_repository: {
    ...repository("CVS", "CVS", "the place of the repository or the list of files"),
    severity: "medium",
    cvss_score: 5.3,
    risk: "The file names lead to sources and settings, and the place of the repository names a server and a user.",
  },
} as const satisfies Record<string, Rule>;

const HG_FEATURES = new Set(["revlogv1", "revlogv2", "store", "fncache", "generaldelta", "dotencode", "sparserevlog"]);

/** How each of them is known. */
export const repositoryProbes: readonly Probe<keyof typeof repositoryRules>[] = [
  {
    rule: "git_repository",
    guessable: true,
    paths: at("/.git/HEAD", "/.git/config"),
    once: true,
    prove: ({ text }) => {
      const head = /^(ref: refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text)?.[1];
      if (head !== undefined) return { evidence: { head } };
      // URLs may hold a password, in section headings too, so only the first word of each section is kept.
      const isConfig = /^[ \t]*\[core\]/m.test(text) && /^[ \t]*repositoryformatversion[ \t]*=[ \t]*\d/m.test(text);
      return isConfig
        ? {
            evidence: {
              sections:
                text
                  .match(/^[ \t]*\[\w+/gm)
                  ?.map((each) => each.trim().slice(1))
                  .slice(0, 10) ?? [],
            },
          }
        : null;
    },
  },
  {
    rule: "svn_repository",
    paths: at("/.svn/wc.db", "/.svn/entries"),
    once: true,
    request: HEAD_OF_FILE,
    prove: ({ body, text }) => {
      if (body.toString("latin1", 0, 16) === "SQLite format 3\0") return { evidence: { magic: "SQLite format 3" } };
      const format = /^(\d{1,2})\r?\n/.exec(text)?.[1];
      return format !== undefined && /\ndir\r?\n/.test(text) ? { evidence: { format } } : null;
    },
  },
  {
    rule: "hg_repository",
    paths: at("/.hg/store/00manifest.i", "/.hg/requires"),
    once: true,
    request: HEAD_OF_FILE,
    prove: ({ body, text }) => {
      // A revlog starts with its flags (up to 3) and version 1 (Mercurial wiki, RevlogNG).
      const isRevlog = body.length >= 64 && body[0] === 0 && (body[1] ?? 255) <= 3 && body[2] === 0 && body[3] === 1;
      if (isRevlog) return { evidence: { magic: body.toString("hex", 0, 4) } };
      const lines = text.trim().split(/\r?\n/);
      const isRequires = lines.length >= 2 && lines.every((line) => /^[\w.=-]+$/.test(line));
      return isRequires && lines.filter((line) => HG_FEATURES.has(line)).length >= 2
        ? { evidence: { requires: lines.slice(0, 10) } }
        : null;
    },
  },
  {
    rule: "bzr_repository",
    paths: at("/.bzr/branch-format", "/.bzr/branch/last-revision"),
    once: true,
    prove: ({ text }) => {
      const format = /^(Bazaar-NG meta directory, format \d)\s*$/.exec(text)?.[1];
      if (format !== undefined) return { evidence: { format } };
      const revision = /^(\d{1,8}) \S{1,100}@\S{1,100}-\d{14}-[a-z\d]{16}\s*$/.exec(text)?.[1];
      return revision === undefined ? null : { evidence: { revision } };
    },
  },
  {
    rule: "cvs_repository",
    guessable: true,
    paths: at("/CVS/Entries", "/CVS/Root"),
    once: true,
    prove: ({ text }) => {
      const lines = text.trim().split(/\r?\n/);
      // `/name/revision/time/options/tag` for files, `D/name////` for folders (Version Management with CVS, 2.3).
      const entries = lines.filter((line) =>
        /^D?\/[^/]{1,200}\/[^/]{0,40}\/[^/]{0,60}\/[^/]{0,40}\/[^/]{0,100}$/.test(line),
      );
      if (entries.length > 0 && entries.length >= lines.length - 1) {
        return {
          evidence: { files: entries.length, examples: entries.slice(0, 10).map((line) => line.split("/")[1] ?? "") },
        };
      }
      const method = /^:(pserver|ext|local|server|gserver|fork):[^\s<>]{0,200}\/[^\s<>]{0,200}$/.exec(text.trim())?.[1];
      return method === undefined ? null : { evidence: { method } };
    },
  },
];

import type { Rule } from "../../../domain/rule.ts";
import { readPage } from "../shared/html.ts";
import { at, type Page, type Probe, type Proof, type WebApp } from "./probe.ts";
import { CWE_200, CWE_548, exposure, RESCAN } from "./texts.ts";

/** Rules about servers that list what they hold. */
export const listingRules = {
  directory_listing: exposure({
    title: "Directory listing",
    description: "The web server lists the files of a folder that has no index page.",
    severity: "medium",
    cwe_id: "CWE-548",
    cvss_score: 5.3,
    risk: "Files that no page links to, such as backups, uploads and exports, are found without guessing.",
    remediation: "Turn automatic listings off.",
    steps: [
      "Turn listings off (Apache: Options -Indexes; nginx: autoindex off; IIS: directory browsing off).",
      "Look through the listed files and remove what should not be public.",
      "Serve uploads and exports only after a check of who asks.",
      RESCAN,
    ],
    references: [CWE_548, "https://owasp.org/Top10/A01_2021-Broken_Access_Control/"],
  }),
  bucket_listing: exposure({
    title: "Storage bucket lists its content",
    description: "A storage bucket answers with the list of its objects to everybody.",
    severity: "high",
    cwe_id: "CWE-200",
    cvss_score: 7.5,
    risk: "Every object of the bucket is found, and most of them can then be read.",
    remediation: "Take the right to list from everybody.",
    steps: [
      "Block public access for the bucket, or remove the list permission from anonymous users.",
      "Publish single objects through a content delivery network or signed URLs.",
      "Look through the listed objects and treat private ones as disclosed.",
      RESCAN,
    ],
    references: [
      CWE_200,
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html",
    ],
  }),
} as const satisfies Record<string, Rule>;

const FOLDERS_MAX = 20;
const NAMES_MAX = 10;
const usualFolders = "/backup/ /backups/ /uploads/ /files/ /data/ /logs/ /tmp/ /old/ /export/".split(" ");

/** Probes for the folders that the front page links into, a few usual ones, and the root itself. */
export function listingProbes(app: WebApp, links: readonly string[]): readonly Probe<keyof typeof listingRules>[] {
  const folders = new Set(links.flatMap((link) => foldersOf(link, app.value)).slice(0, FOLDERS_MAX));
  return [
    ...["/", ...new Set([...folders, ...usualFolders])].map(
      (folder): Probe<"directory_listing"> => ({
        rule: "directory_listing",
        paths: at(folder),
        html: true,
        prove: (page) => proveListing(page, folder),
      }),
    ),
    { rule: "bucket_listing", paths: at("/", "/?list-type=2"), once: true, prove: proveBucket },
  ];
}

/** The folders above the file that a link of the same origin names, deepest first, without the root. */
function foldersOf(link: string, origin: string): readonly string[] {
  if (!URL.canParse(link, `${origin}/`)) return [];
  const url = new URL(link, `${origin}/`);
  if (url.origin !== origin) return [];
  const segments = url.pathname.split("/").slice(1, -1);
  return segments.map((_, index) => `/${segments.slice(0, segments.length - index).join("/")}/`);
}

/** A generated listing names the very folder that was asked for in title or heading, and links to at least one entry. */
function proveListing({ text }: Page, folder: string): Proof | null {
  const { title, links } = readPage(text);
  const heading = /<h[1-3][^>]{0,200}>([^<]*)</i.exec(text)?.[1]?.trim() ?? "";
  const named = [title ?? "", heading].map(
    (each) => /^(?:Index of|Directory listing for|Directory:)\s+(\S.*)$/i.exec(each)?.[1],
  );
  const isGenerated = named.some((name) => name !== undefined && samePath(name, folder));
  const isIis = /<A HREF="[^"]*">\[To Parent Directory\]<\/A>/i.test(text) && (title ?? "").includes(folder);
  const entries = links.filter(
    (link) => !/^(\?|\.\.?\/?$|\/|#|[a-z]+:)/i.test(link) || (isIis && link.startsWith(folder) && link !== folder),
  );
  if ((!isGenerated && !isIis) || entries.length === 0) return null;
  return {
    evidence: {
      entries: entries.length,
      examples: entries
        .toSorted()
        .slice(0, NAMES_MAX)
        .map((each) => each.slice(0, 100)),
    },
  };
}

function samePath(shown: string, folder: string): boolean {
  const plain = (path: string): string => path.replace(/\/+$/, "").toLowerCase();
  let decoded = folder;
  try {
    decoded = decodeURIComponent(folder);
  } catch {
    // A folder that is not valid percent-encoding is compared as it stands.
  }
  return plain(shown) === plain(folder) || plain(shown) === plain(decoded);
}

/** List results of S3 and its likes, and of Azure Blob Storage, with at least one object. */
function proveBucket({ text }: Page): Proof | null {
  const isS3 = /^\s*(<\?xml[^>]*\?>\s*)?<ListBucketResult[\s>]/.test(text);
  const isAzure = /^\s*(<\?xml[^>]*\?>\s*)?<EnumerationResults[\s>]/.test(text);
  const keys = isS3
    ? [...text.matchAll(/<Contents>\s*<Key>([^<]*)</g)]
    : isAzure
      ? [...text.matchAll(/<Blob>\s*<Name>([^<]*)</g)]
      : [];
  if (keys.length === 0) return null;
  const bucket = /<Name>([^<]{1,100})<\/Name>/.exec(text)?.[1] ?? null;
  return {
    evidence: {
      bucket: isS3 ? bucket : null,
      objects: keys.length,
      examples: keys.slice(0, NAMES_MAX).map(([, key]) => (key ?? "").slice(0, 100)),
    },
  };
}

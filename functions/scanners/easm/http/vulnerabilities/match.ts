import type { Json } from "../../../../domain/json.ts";
import { cvssBand } from "../../../../domain/severity.ts";
import type { Severity } from "../../../../domain/vocabulary.ts";
import { endOfLife, knownProducts, SNAPSHOT_DATE } from "./snapshot.ts";
import { isOfSeries, isWithin, parseRange, parseVersion, type Range } from "./versions.ts";

/** A product with the version that it shows. */
export interface ShownVersion {
  readonly product: string;
  readonly version: string;
  /** What shows it, as it stands there. */
  readonly shownBy: string;
  /** True where a distribution may have built it: servers and services, but not scripts that a site brings along. */
  readonly isPackaged: boolean;
}

/** A weakness that the version is known for. */
export interface VersionMatch {
  readonly rule: "vulnerable_version" | "end_of_life";
  /** The product, and the CVE where it is one. */
  readonly parameter: string;
  readonly cve_id?: string;
  readonly cvss_score?: number;
  readonly severity: { readonly value: Severity; readonly reason: string };
  readonly evidence: Readonly<Record<string, Json>>;
}

interface Weakness {
  readonly cve: string;
  readonly score: number;
  readonly isExploited: boolean;
  readonly word: string | null;
  readonly ranges: readonly Range[];
}

const NUMBERS = 3;

const weaknesses: ReadonlyMap<string, { readonly numbers: number; readonly known: readonly Weakness[] }> = new Map(
  knownProducts.map(({ product, numbers = NUMBERS, weaknesses: lines }) => [
    product,
    { numbers, known: lines.trim().split("\n").map(readWeakness) },
  ]),
);

function readWeakness(line: string): Weakness {
  const [cve = "", score = "", ...rest] = line.trim().split(/\s+/);
  return {
    cve,
    score: Number(score),
    isExploited: rest.includes("kev"),
    word: rest.find((each) => each.startsWith("if:"))?.slice(3) ?? null,
    ranges: rest.filter((each) => each.includes("..")).map(parseRange),
  };
}

/** Every CVE of the snapshot, for its tests. */
export const knownCves: readonly string[] = [...weaknesses.values()].flatMap(({ known }) =>
  known.map(({ cve }) => cve),
);

/** Marks of the distributions that mend flaws without changing the version. */
const DISTRIBUTION =
  /\b(Debian|Ubuntu|Raspbian|Red ?Hat|RHEL|CentOS|Fedora|Rocky|AlmaLinux|Oracle Linux|SUSE|Amazon Linux|FreeBSD|NetBSD|Alpine|Unix-Gentoo|Gentoo)\b|(?:[+~.-]|\d)(deb|ubuntu|el)\d/i;

/** The known weaknesses of a version, and the end of its maintenance by `now`. None where the version is not exact. */
export function judgeVersion(shown: ShownVersion, now: Date): readonly VersionMatch[] {
  const { product, version, shownBy, isPackaged } = shown;
  const parsed = parseVersion(version);
  const entry = weaknesses.get(product);
  const distribution = isPackaged ? DISTRIBUTION.exec(shownBy) : null;
  const builder = distribution?.[1] ?? distribution?.[2] ?? null;
  const evidence = { product, version, shown_by: shownBy.slice(0, 200), snapshot: SNAPSHOT_DATE };
  const isExact = parsed !== null && entry !== undefined && parsed.numbers.length >= entry.numbers;
  const hits = isExact
    ? entry.known.filter(
        ({ ranges, word }) =>
          (word === null || shownBy.includes(word)) && ranges.some((range) => isWithin(parsed, range)),
      )
    : [];
  const matches = hits.map(
    ({ cve, score, isExploited }): VersionMatch => ({
      rule: "vulnerable_version",
      parameter: `${product} ${cve}`,
      cve_id: cve,
      cvss_score: score,
      severity: severityOf(score, builder, isPackaged),
      evidence: {
        ...evidence,
        cvss: score,
        // Silence is no denial: what the snapshot does not call exploited may be.
        ...(isExploited ? { known_exploited: true } : {}),
        certainty: "version matches",
      },
    }),
  );
  const ended = endOfLife.find(([name, series]) => name === product && isOfSeries(version, series))?.[2];
  if (ended === undefined || Date.parse(ended) >= now.getTime()) return matches;
  const reason = builder === null ? "no fixes since the end of maintenance" : patchedBy(builder);
  return [
    ...matches,
    {
      rule: "end_of_life",
      parameter: product,
      severity: { value: builder === null ? "low" : "info", reason },
      evidence: { ...evidence, maintained_until: ended },
    },
  ];
}

/** Nothing was tried, so a version alone is never more than medium; what a distribution built is likely mended. */
function severityOf(score: number, builder: string | null, isPackaged: boolean): VersionMatch["severity"] {
  if (builder !== null) return { value: "info", reason: patchedBy(builder) };
  const band = cvssBand(score);
  const value = band === "high" || band === "critical" ? "medium" : band;
  const doubt = isPackaged
    ? "the distribution may have patched it without changing the number"
    : "whether the site uses the affected part is not known";
  return { value, reason: `only the version matches; ${doubt}` };
}

const patchedBy = (builder: string): string =>
  `built by a distribution (${builder}), which patches without changing the number`;

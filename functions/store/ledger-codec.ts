import { parse, stringify } from "uuid";
import type { KnownFinding } from "../domain/finding.ts";
import { scannerGroup } from "../domain/ledger.ts";
import { findingStatuses, unverifiedCauses } from "../domain/vocabulary.ts";
import { pack, unpack } from "./packing.ts";

/**
 * A finding of the ledger as a row of plain values, about 40 bytes when packed: its id in 16 bytes, the digest of what was
 * said of it, its version, status, misses, flags, scanners, asset and, where it is a duplicate, of what.
 */
type Row = readonly [
  id: string,
  digest: string,
  version: number,
  status: number,
  misses: number,
  flags: number,
  group: string,
  asset: string,
  duplicateOf?: string,
];

const FOLLOWS = 1;
/** What is left of the flags is the cause's place in the list, from one. */
const CAUSE = 2;

/** Findings as chunks of an item each. Of the same findings always the same chunks; near in it is what has words in common. */
export const packFindings = (findings: Iterable<KnownFinding>): Promise<Uint8Array[]> =>
  pack([...findings].sort(byPlace).map(encode));

/** The findings of one chunk. */
export const unpackFindings = async (data: Uint8Array): Promise<KnownFinding[]> =>
  (await unpack<Row>(data)).map(decode);

function encode(finding: KnownFinding): Row {
  const cause = finding.unverified ? unverifiedCauses.indexOf(finding.unverified) + 1 : 0;
  return [
    shortId(finding.id),
    finding.digest,
    finding.version,
    findingStatuses.indexOf(finding.status),
    finding.misses,
    (finding.follows ? FOLLOWS : 0) + cause * CAUSE,
    scannerGroup(finding.scanners),
    finding.asset,
    ...(finding.duplicateOf === null ? ([] as const) : ([shortId(finding.duplicateOf)] as const)),
  ];
}

function decode([id, digest, version, status, misses, flags, group, asset, duplicateOf]: Row): KnownFinding {
  const known = findingStatuses[status];
  if (!known) throw new Error(`status ${status} of the ledger is unknown`);
  return {
    id: longId(id),
    digest,
    version,
    status: known,
    misses,
    follows: (flags & FOLLOWS) !== 0,
    unverified: unverifiedCauses[Math.floor(flags / CAUSE) - 1] ?? null,
    scanners: group.split(","),
    asset,
    duplicateOf: duplicateOf === undefined ? null : longId(duplicateOf),
  };
}

const shortId = (id: string): string => Buffer.from(parse(id)).toString("base64url");
const longId = (id: string): string => stringify(Buffer.from(id, "base64url"));

const byPlace = (one: KnownFinding, other: KnownFinding): number =>
  order(scannerGroup(one.scanners), scannerGroup(other.scanners)) ||
  order(one.asset, other.asset) ||
  order(one.id, other.id);

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

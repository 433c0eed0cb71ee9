import type { Json } from "../../../domain/json.ts";
import type { Severity } from "../../../domain/vocabulary.ts";
import type { emailRules } from "./rules.ts";
import { assessSpf, SPF_LOOKUPS_MAX, SPF_VOID_LOOKUPS_MAX, type SpfAssessment, type SpfQuestion } from "./spf-walk.ts";

/** What is wrong with a domain's mail settings, without where; the scanner adds that. */
export interface MailFault {
  readonly rule: keyof typeof emailRules;
  readonly parameter?: string;
  readonly severity?: { readonly value: Severity; readonly reason: string };
  readonly evidence: Readonly<Record<string, Json>>;
}

/** Part of a record that evidence shows. */
const RECORD_SHOWN_MAX = 512;
const LIST_SHOWN_MAX = 10;

/** Judges the SPF records of a domain that has some. Of several records receivers use none, so nothing else matters then. */
export async function judgeSpf(
  domain: string,
  records: readonly string[],
  ask: SpfQuestion,
): Promise<readonly MailFault[]> {
  const [record = "", ...others] = records;
  if (others.length > 0) return [{ rule: "spf_multiple", evidence: { records: records.slice(0, 5).map(shown) } }];
  const assessment = await assessSpf(domain, record, ask);
  return [permissive(assessment, record), tooManyLookups(assessment, record) ?? invalid(assessment, record)].filter(
    (fault) => fault !== null,
  );
}

function permissive({ passesAll, fallback }: SpfAssessment, record: string): MailFault | null {
  if (passesAll !== null) {
    const severity = { value: "high", reason: `every sender passes by ${passesAll.term}` } as const;
    const evidence = { record: shown(record), term: passesAll.term, in_record_of: passesAll.domain };
    return { rule: "spf_permissive", severity, evidence };
  }
  return fallback === "?" ? { rule: "spf_permissive", evidence: { record: shown(record), all: "neutral" } } : null;
}

function tooManyLookups(assessment: SpfAssessment, record: string): MailFault | null {
  const { lookups, voidLookups, loop, visited } = assessment;
  if (lookups <= SPF_LOOKUPS_MAX && voidLookups <= SPF_VOID_LOOKUPS_MAX && loop === null) return null;
  return {
    rule: "spf_too_many_lookups",
    evidence: {
      record: shown(record),
      lookups,
      lookups_allowed: SPF_LOOKUPS_MAX,
      void_lookups: voidLookups,
      void_lookups_allowed: SPF_VOID_LOOKUPS_MAX,
      loop_at: loop,
      records_read: visited.slice(0, LIST_SHOWN_MAX),
    },
  };
}

const invalid = ({ errors }: SpfAssessment, record: string): MailFault | null =>
  errors.length === 0
    ? null
    : { rule: "spf_invalid", evidence: { record: shown(record), errors: errors.slice(0, LIST_SHOWN_MAX) } };

/** A record as evidence shows it. */
export const shown = (record: string): string => record.slice(0, RECORD_SHOWN_MAX);

import type { AuditRecord } from "../domain/audit.ts";
import type { Actor } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { page } from "./page.ts";
import { transact, type WriteTransaction } from "./transaction.ts";

/**
 * The audit row of one mutating call, which is written exactly once: with the change itself in one transaction, so that no
 * change goes unaudited if the process dies, or by itself at the end when the call changed nothing.
 */
export class AuditTicket {
  readonly #call: Omit<AuditRecord, "status_code" | "detail">;
  #detail: Readonly<Record<string, Json>> = {};
  #recorded = false;
  /** What the call is going to answer when its change is written. */
  status: number;

  constructor(call: Omit<AuditRecord, "status_code" | "detail">, successStatus: number) {
    this.#call = call;
    this.status = successStatus;
  }

  /** Adds to the row what an auditor must know besides. */
  note(detail: Readonly<Record<string, Json>>): void {
    this.#detail = { ...this.#detail, ...detail };
  }

  /** Runs a write transaction that holds this row; see `transact` for what it throws. */
  async transact(build: (row: AuditRecord) => WriteTransaction): Promise<void> {
    await transact(() => build(this.row(this.status)));
    this.#recorded = true;
  }

  /** Writes the row of a call that ended with `status`, unless its change has written it already. */
  async record(status: number): Promise<void> {
    if (this.#recorded) return;
    await AuditRow.create(this.row(status)).go({ response: "none" }).catch(ignoreConditionFailure);
    this.#recorded = true;
  }

  /** The row of a call that answers `status`. */
  row(status: number): AuditRecord {
    return { ...this.#call, status_code: status, detail: this.#detail };
  }
}

/** Who changes something through the API, when, and the audit row that tells of it. */
export interface Caller {
  readonly actor: Actor;
  readonly now: Date;
  readonly audit: AuditTicket;
}

/** Audit records, newest first; `after` is the id of the last one that the caller has seen. */
export const listAudit = (limit: number, after: string | undefined): Promise<AuditRecord[]> =>
  page({ limit, offset: 0 }, (cursor, rows) => {
    const log = AuditRow.query.primary({});
    return (after === undefined ? log : log.lt({ id: after })).go({
      order: "desc",
      consistent: true,
      cursor,
      limit: rows,
    });
  });

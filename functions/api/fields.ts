import * as z from "zod";
import { moduleName } from "./schemas.ts";

/** Fields of requests: what callers may send, as strictly as it can be said without surprise. */

/**
 * No control characters, which have no business in names and would fake lines in logs, and no halves of a surrogate pair,
 * which UTF-8 cannot carry: the store would keep another text than the one it was given.
 */
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same with line breaks and tabs. */
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;
const UNFIT = "must not contain control characters or broken Unicode";

/** The two as tools in any language read them. A JSON document cannot hold half a surrogate pair. */
const documented = {
  oneLine: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" },
  lines: { pattern: "^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$" },
} as const;

/** A text of one line, 1 to `longest` characters without the blanks around it. */
export const line = (longest: number) =>
  z.string().trim().min(1).max(longest).regex(ONE_LINE, UNFIT).meta(documented.oneLine);

/** A text that may have several lines, at most `longest` characters. */
export const prose = (longest: number) => z.string().max(longest).regex(LINES, UNFIT).meta(documented.lines);

/** An id, in a path or a body. */
export const id = z.uuid().toLowerCase();

/** The name of a thing. */
export const name = line(200);

/** The caller's own name for an org. It stands in paths, so that it has no slash and is not one of the two that mean a folder. */
export const customerId = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(
    /^(?!\.\.?$)[^\p{Cc}\p{Cs}/]*$/u,
    "must not contain slashes, control characters or broken Unicode, nor be a dot or two",
  )
  .meta({
    pattern: "^(?!\\.\\.?$)[^\\x00-\\x1f\\x7f-\\x9f/]*$",
    description: "The caller's own identifier of the org",
    example: "acme-42",
  });

/** Modules of an org: at least one, each once. */
export const moduleList = z
  .array(moduleName)
  .min(1)
  .max(20)
  .overwrite((list) => [...new Set(list)])
  .meta({ description: "Modules that the org may scan with", example: ["easm", "dast"] });

/** Scan cooldown of each module. */
export const intervalDays = z
  .int()
  .min(1)
  .max(365)
  .meta({ description: "Scan cooldown of each module, in days", example: 14 });

/** An integer in a query string: digits and nothing else, as `Number` would also take `1e2`, `0x10` and the empty text. */
export const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );

/** A boolean in a query string. */
export const flag = z
  .stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })
  .meta({ type: "boolean" })
  .default(false);

const LIST_LIMIT_MAX = 500;
const LIST_OFFSET_MAX = 100_000;

/** `limit` and `offset` of a list, as they come in a query string. */
export const pagination = (defaultLimit = 100) => ({
  limit: whole(1, LIST_LIMIT_MAX).default(defaultLimit).meta({ description: "Most items to return" }),
  offset: whole(0, LIST_OFFSET_MAX).default(0).meta({ description: "Items to skip, counted from the first" }),
});

const UNKNOWN_CURSOR = "is no cursor that a Link header of this list has given";
const cursor = (form: RegExp) =>
  z.string().regex(form, UNKNOWN_CURSOR).optional().meta({
    description:
      "Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there.",
  });

const UUID_FORM = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** A row of a list in the order of its ids. */
export const idCursor = cursor(new RegExp(`^${UUID_FORM}$`));
/** A row of a list in the order of time, then of ids; see `findingCursor` and `ruleCursor`. */
const timeCursor = cursor(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z_${UUID_FORM}$`));
/** A row of a finding's history. */
const positionCursor = cursor(/^\d{10}$/);

/** Pages of lists that grow at their front, by the order of their rows. */
export const paginationById = (defaultLimit = 100) => ({ ...pagination(defaultLimit), after: idCursor });
export const paginationOfFindings = () => ({ ...pagination(), after: timeCursor });
export const paginationOfSuppressions = () => ({ ...pagination(), after: timeCursor });
export const paginationOfHistory = () => ({ ...pagination(), after: positionCursor });

/** What the `Link` header of a list says, for its contract. */
export const linkHeader = {
  Link: 'Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty.',
} as const;

/** The header by which a sender marks a repetition of its own request (IETF draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]{1,255}$/, "must be 1 to 255 printable ASCII characters")
  .optional()
  .meta({
    description:
      "For 24 hours the same key with the same body gets the first answer again and starts nothing; with another body it gets 422.",
  });

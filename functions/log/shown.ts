import { oneLine } from "../domain/event-line.ts";
import type { Json } from "../domain/json.ts";
import { HIDDEN, isSecretField } from "./scrub.ts";

/** Takes the secrets out of a text and cuts it; see `scrub`. */
export type Scrub = (text: string, charsMax: number) => string;

const TEXT_CHARS_MAX = 8 * 1024;
const NAME_CHARS_MAX = 200;
const ENTRIES_MAX = 100;
const DEPTH_MAX = 8;
/** Bytes of the longest spelling of a character in JSON, `\u0000`. */
const BYTES_PER_CHAR_MAX = 6;
/** Bytes that an entry takes besides its texts: quotes, commas, and the note that a text was cut. */
const ENTRY_BYTES = 48;

/**
 * Makes anything at all into data for a log line: scrubbed, without cycles, and short. All that one of these functions is
 * given shares `bytesMax` bytes of JSON; what comes after they are used up is left out. Never throws, whatever getters and
 * proxies do.
 */
export function shower(scrub: Scrub, bytesMax: number): (value: unknown) => Json {
  let bytesLeft = bytesMax;
  const ancestors = new Set<object>();

  function text(raw: string, charsMax: number): string {
    const room = Math.max(0, Math.min(charsMax, Math.floor((bytesLeft - ENTRY_BYTES) / BYTES_PER_CHAR_MAX)));
    const clean = room === 0 ? HIDDEN : scrub(raw, room);
    // What was looked through counts as well, or a text of secrets alone would cost nothing.
    bytesLeft -= Math.max(Math.min(raw.length, room), Buffer.byteLength(oneLine(clean))) + ENTRY_BYTES;
    return clean;
  }

  function number(value: number | bigint): Json {
    const raw = String(value);
    const clean = text(raw, TEXT_CHARS_MAX);
    return clean === raw && typeof value === "number" && Number.isFinite(value) ? value : clean;
  }

  function show(value: unknown): Json {
    switch (typeof value) {
      case "string":
        return text(value, TEXT_CHARS_MAX);
      case "number":
      case "bigint":
        return number(value);
      case "boolean":
        return value;
      case "object":
        return value === null ? null : showObject(value);
      case "undefined":
        return null;
      default:
        return text(String(value), NAME_CHARS_MAX);
    }
  }

  function showObject(value: object): Json {
    if (ancestors.has(value)) return "(cycle)";
    if (ancestors.size >= DEPTH_MAX) return "(too deep)";
    ancestors.add(value);
    try {
      return contents(value);
    } catch {
      return UNREADABLE;
    } finally {
      ancestors.delete(value);
    }
  }

  function contents(value: object): Json {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof URL || value instanceof String) return text(String(value), TEXT_CHARS_MAX);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `(${value.byteLength} bytes)`;
    if (Array.isArray(value)) return items(value, value.length);
    if (value instanceof Set || value instanceof Map) return items(value, value.size);
    return value instanceof Error ? entries(value, errorFields(value)) : entries(value, Object.keys(value));
  }

  function items(values: Iterable<unknown>, count: number): Json {
    const shown: Json[] = [];
    for (const value of values) {
      if (shown.length >= ENTRIES_MAX || bytesLeft <= 0) {
        shown.push(`... (${count} entries)`);
        break;
      }
      bytesLeft -= ENTRY_BYTES;
      shown.push(show(value));
    }
    return shown;
  }

  function entries(object: object, names: readonly string[]): Json {
    const shown: [string, Json][] = [];
    for (const name of names) {
      if (shown.length >= ENTRIES_MAX || bytesLeft <= 0) {
        shown.push(["...", `(${names.length} fields)`]);
        break;
      }
      const value = read(object, name);
      if (value === undefined) continue;
      shown.push([text(name, NAME_CHARS_MAX), value !== null && isSecretField(name) ? HIDDEN : show(value)]);
    }
    return Object.fromEntries(shown);
  }

  return show;
}

const UNREADABLE = "(unreadable)";

function read(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name);
  } catch {
    return UNREADABLE;
  }
}

/** What tells of an error: most of it is not enumerable. */
const errorFields = (error: Error): readonly string[] => [
  ...new Set(["name", "message", "stack", ...Object.keys(error), "cause", "errors"]),
];

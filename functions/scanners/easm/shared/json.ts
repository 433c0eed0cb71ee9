import type { Json } from "../../../domain/json.ts";

/** The value a JSON text stands for, null when it is none. */
export function parseJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text.replace(/^\ufeff/, ""));
    return value;
  } catch {
    return null;
  }
}

/** True for a JSON object, as against an array, a scalar or nothing. */
export const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

import { v5 } from "uuid";

/** Fixed namespace of every derived id. Changing it would rename every asset and finding of every customer. */
const NAMESPACE = "6b0f1a52-2c1d-5f4e-9d0a-70616c697361";

/**
 * A UUIDv5 (RFC 9562) over the parts, so that the same thing has the same id in every scan without a look-up.
 * The parts are joined as a JSON array: `("a", "bc")` and `("ab", "c")` differ.
 */
export const derivedId = (...parts: readonly string[]): string => v5(JSON.stringify(parts), NAMESPACE);

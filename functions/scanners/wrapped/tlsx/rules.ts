import type { Rule } from "../../../domain/rule.ts";
import { tlsRules } from "../../easm/tls/rules.ts";

const { certificate_expired, protocol_sslv3, protocol_tls10, protocol_tls11, suites_broken } = tlsRules;

/**
 * Rules of the scanner that runs tlsx: those of the native scanner, by which a finding of one and the same finding of the
 * other are known for one weakness.
 */
export const tlsxRules = {
  certificate_expired,
  protocol_sslv3,
  protocol_tls10,
  protocol_tls11,
  suites_broken,
} as const satisfies Record<string, Rule>;

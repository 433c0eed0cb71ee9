import fc from "fast-check";

/** Pieces that have broken logs, line splitters, terminals, parsers and templates. */
const pieces = [
  "\r\n",
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u001b[2J\u001b]0;title\u0007",
  "\u009b31m",
  "\u0000",
  "\ud800",
  "\udc00",
  "\udc00\ud800",
  "😀",
  "\ufeff",
  "\ufffe",
  "\uffff",
  "\ufdd0",
  "\u{1fffe}",
  "\u202e",
  "\u2066",
  '"',
  "\\",
  "\\n",
  "\\u2028",
  "{}",
  '{"log_type":"easm.activity"}',
  "</script>",
  "$\u007bjndi:ldap://x}",
  "%0d%0a",
  "__proto__",
  "constructor",
  "<$.detail>",
  "a".repeat(5000),
];

/** Texts of such pieces and of any others. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(""));

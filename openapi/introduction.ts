/** What a reader of the document must know before the first call; Markdown. */
export const introduction = `
External attack surface, web application and cloud posture scanning for many organisations. The API is made for a UI
backend: every screen and every button is one call.

**Keys.** A request carries up to three keys, each in a header of its own: \`X-Master-Key\` (the deployment's),
\`X-Admin-Key\` (who calls) and \`X-Org-Key\` (for which org). Each operation says which of them it needs. Keys belong in a
backend, never in a browser. A key is shown once, by the call that creates it. A request that holds a key anywhere but in
its header, in the path, the query or the body, is answered 422, and nothing of it is kept.

**Errors.** An answer that is no success has the body \`{"detail": "..."}\`, one line that says what is wrong. The one
exception is the cooldown of \`POST /org/scans\`. An unknown path answers 404, a method that a path
does not have answers 405.

**Lists.** A list is a JSON array in pages of \`limit\` rows. The \`Link\` header of a full page is the address of the next
one, which neither repeats nor drops a row while rows are being added; \`offset\` counts from the newest row, which moves.
Where a list has no such header, go on with \`offset\`.

**Times** are UTC in ISO 8601. **Ids** are UUIDs; they are no secrets. Answers may gain fields without a new version of the
API, so that a client must ignore those it does not know.

**Limits.** 300 requests per minute for each admin key (429 with \`Retry-After\` beyond), 256 KB for a request's body.

Unknown parameters and fields are ignored, apart from options in a scan's \`params\`, which are refused. Operations marked
\`x-extension\` may change more readily than the others.
`.trim();

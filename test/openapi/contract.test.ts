import { expect, test } from "vitest";
import { type AnswersDocument, Contract, type Exchange } from "../support/contract.ts";

const error = { $ref: "#/components/schemas/Error" };
const text = { type: "string" };
const document: AnswersDocument = {
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        responses: {
          "200": {
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
            },
          },
          "429": { $ref: "#/components/responses/TooMany" },
        },
      },
      delete: { operationId: "removeThings", responses: { "204": {} } },
    },
    "/things/{id}": {
      get: {
        operationId: "getThing",
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/FullThing" } } } },
        },
      },
    },
    "/things/page": {
      get: { operationId: "thingPage", responses: { "200": { content: { "text/html": { schema: text } } } } },
    },
  },
  components: {
    schemas: {
      Error: { type: "object", properties: { detail: text }, required: ["detail"] },
      Thing: {
        type: "object",
        properties: {
          id: { type: "string", format: "uuid" },
          seen: { type: "string", format: "date-time", nullable: true },
          size: { type: "number", minimum: 0, exclusiveMinimum: true },
          kind: { nullable: true, allOf: [{ $ref: "#/components/schemas/Kind" }] },
          detail: { type: "object", properties: {}, additionalProperties: {} },
          part: { type: "object", properties: { name: text } },
        },
        required: ["id", "seen"],
      },
      FullThing: {
        allOf: [{ $ref: "#/components/schemas/Thing" }],
        type: "object",
        properties: { runs: { type: "array", items: text } },
        required: ["runs"],
      },
      Kind: { type: "string", enum: ["one", "other"] },
    },
    responses: {
      TooMany: {
        headers: { "Retry-After": { required: true }, Link: {} },
        content: { "application/json": { schema: error } },
      },
    },
  },
};

const contract = new Contract(document);
const thing = { id: "3f2b8c1e-6a4d-4e0f-9b57-0c1d2e3f4a5b", seen: null };

/** What is wrong with an answer, null for nothing. A body that is no text is sent as JSON. */
function problem(path: string, body: unknown, exchange: Partial<Exchange> & { type?: string } = {}): string | null {
  const { type = "application/json; charset=utf-8", ...given } = exchange;
  try {
    contract.check({
      method: "GET",
      path,
      status: 200,
      headers: new Headers({ "Content-Type": type }),
      text: typeof body === "string" ? body : JSON.stringify(body),
      ...given,
    });
    return null;
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
}

test.each([
  ["a list", "/things?limit=1", [thing, { ...thing, seen: "2026-01-31T09:30:00.000Z" }]],
  ["any field where the document leaves them open", "/things", [{ ...thing, detail: { anything: [1] } }]],
  [
    "null for a reference that may be null",
    "/things",
    [
      { ...thing, kind: null },
      { ...thing, kind: "one" },
    ],
  ],
  ["a resource that extends another", "/things/7", { ...thing, runs: [] }],
])("allows %s", (_, path, body) => {
  expect(problem(path, body)).toBeNull();
});

test("allows a page, by the path that is spelt out, and an answer without a body", () => {
  expect(problem("/things/page", "<p>", { type: "text/html; charset=utf-8" })).toBeNull();
  expect(problem("/things", "", { method: "DELETE", status: 204, headers: new Headers() })).toBeNull();
});

test.each([
  ["an undocumented field", "/things", [{ ...thing, more: 1 }], /\/0 must NOT have unevaluated properties: more$/],
  ["an undocumented field of a part", "/things", [{ ...thing, part: { size: 1 } }], /\/0\/part must NOT .*: size$/],
  ["an undocumented field of an extension", "/things/7", { ...thing, runs: [], more: 1 }, /must NOT .*: more$/],
  ["a wrong type", "/things", [{ ...thing, id: 7 }], /\/0\/id must be string/],
  ["a wrong format", "/things", [{ ...thing, seen: "yesterday" }], /\/0\/seen must match format "date-time"/],
  ["a word that is not in the list", "/things", [{ ...thing, kind: "third" }], /\/0\/kind must be equal to one of/],
  ["a value at an exclusive limit", "/things", [{ ...thing, size: 0 }], /\/0\/size must be > 0/],
  ["a missing field", "/things", [{ id: thing.id }], /\/0 must have required property 'seen'/],
  ["a missing field of an extension", "/things/7", thing, /must have required property 'runs'/],
  ["a body that is no JSON", "/things", "<p>", /the body is not JSON/],
])("refuses %s", (_, path, body, message) => {
  expect(problem(path, body)).toMatch(message);
});

test("refuses an undocumented status, and names the operation and the statuses that there are", () => {
  expect(problem("/things?limit=1", { detail: "No" }, { status: 418 })).toBe(
    "GET /things?limit=1 (listThings) answered 418 against the document: undocumented status; there are 200, 429",
  );
});

test("refuses an undocumented content type", () => {
  expect(problem("/things", [thing], { type: "text/html" })).toMatch(/undocumented content type "text\/html"/);
  expect(problem("/things/page", {}, { type: "application/json" })).toMatch(/undocumented content type/);
});

test("refuses a body where none is documented", () => {
  expect(problem("/things", {}, { method: "DELETE", status: 204 })).toMatch(/a body, where none is documented/);
});

test("refuses an answer without a required header", () => {
  const headers = { "Content-Type": "application/json" };
  expect(problem("/things", { detail: "Wait" }, { status: 429 })).toMatch(/header Retry-After is missing$/);
  expect(
    problem("/things", { detail: "Wait" }, { status: 429, headers: new Headers({ ...headers, "Retry-After": "7" }) }),
  ).toBeNull();
});

test("holds unknown paths to 404 and unknown methods to 405, with a detail and nothing else", () => {
  expect(problem("/nothing", { detail: "Not Found" }, { status: 404 })).toBeNull();
  expect(problem("/things", { detail: "Method Not Allowed" }, { method: "PATCH", status: 405 })).toBeNull();
  expect(problem("/nothing", [], { status: 200 })).toMatch(/expected 404; is the document stale/);
  expect(problem("/things", { detail: "Not Found" }, { method: "PATCH", status: 404 })).toMatch(/expected 405/);
  expect(problem("/nothing", { detail: "No", more: 1 }, { status: 404 })).toMatch(/the body must be \{detail\}/);
  expect(problem("/nothing", { message: "No" }, { status: 404 })).toMatch(/the body must be \{detail\}/);
});

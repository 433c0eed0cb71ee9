import fc from "fast-check";
import { type Parameter, parametersOf, type Route, type Sweep } from "../support/sweep-routes.ts";
import { hostileText, hostileValue, idMarks, jsonText, objectOf, someId, valueFor } from "./values.ts";

/** One request to be made, as data: what is known of it before it is known who makes it. */
export interface Case {
  /** Name of the route. */
  readonly route: string;
  /** In place of the route's. */
  readonly method: string | null;
  /** Which tenant makes it, to be taken modulo their number. */
  readonly tenant: number;
  /** Picks one of several ids. */
  readonly pick: number;
  /** Segment in the place of the path's parameter, encoded or wrongly so; it may be an id mark. */
  readonly segment: string;
  /** Put after the path. */
  readonly suffix: string;
  /** Query string, encoded or wrongly so. */
  readonly query: string;
  readonly body: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly keys: KeyFault;
}

const keyFaults = ["none", "absent", "empty", "malformed", "foreign org", "twice"] as const;
export type KeyFault = (typeof keyFaults)[number];

/** Requests of all routes alike: some as they should be, most with something that is not. */
export const someCase = (sweep: Sweep): fc.Arbitrary<Case> =>
  fc.oneof(...sweep.routes.map((route) => caseOf(sweep, route)));

function caseOf(sweep: Sweep, route: Route): fc.Arbitrary<Case> {
  const fitting: Parts = { ...common(route), ...fittingParts(sweep, route) };
  const strays = strayParts(sweep, route);
  const allStray: Parts = Object.assign({}, fitting, ...strays);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record<Case>(fitting) },
    ...strays.map((stray) => ({ weight: 1, arbitrary: fc.record<Case>({ ...fitting, ...stray }) })),
    { weight: 2, arbitrary: fc.record<Case>(allStray) },
  );
}

type Parts = { readonly [K in keyof Case]: fc.Arbitrary<Case[K]> };

const common = (route: Route) => ({
  route: fc.constant(route.name),
  method: fc.constant(null),
  tenant: fc.nat(1000),
  pick: fc.nat(1000),
  suffix: fc.constant(""),
  keys: fc.constant("none" as KeyFault),
});

const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** A request as the document wants it. */
function fittingParts(sweep: Sweep, route: Route): Pick<Parts, "segment" | "query" | "body" | "headers"> {
  const [parameter] = parametersOf(route, "path");
  const ids = parameter?.schema.format === "uuid" || parameter?.name === "customer_id" || parameter?.name === "file";
  return {
    segment: ids ? someId : fc.constant(idMarks.missing),
    query: queryOf(sweep, parametersOf(route, "query")),
    body: route.body ? objectOf(sweep, route.body).map(jsonText) : fc.constant(null),
    headers: fc
      .tuple(...parametersOf(route, "header").map((header) => fittingHeader(sweep, header)))
      .map((given) => [...(route.body ? [JSON_TYPE] : []), ...given.flat()]),
  };
}

const fittingHeader = (sweep: Sweep, { name, schema }: Parameter): fc.Arbitrary<Case["headers"]> =>
  fc.option(valueFor(sweep, schema)).map((value) => (value === null ? [] : [[name, printable(String(value))]]));

const queryOf = (sweep: Sweep, parameters: readonly Parameter[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...parameters.map(({ name, required, schema, example }) =>
        fc
          .option(valueFor(sweep, example === undefined ? schema : { ...schema, example }), { freq: required ? 50 : 1 })
          .map((value) => (value === null ? [] : [`${encoded(name)}=${encoded(String(value))}`])),
      ),
    )
    .map((pairs) => pairs.flat().join("&"));

/** What can be wrong with a request, each by itself. */
function strayParts(sweep: Sweep, route: Route): readonly Partial<Parts>[] {
  const names = [...parametersOf(route, "query").map(({ name }) => name), "unknown", "__proto__", "limit", "after"];
  const pair = fc
    .tuple(fc.constantFrom(...names), hostileText)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return [
    {
      segment: fc.oneof(
        hostileText.map(encoded),
        fc.constantFrom("", "%", "%zz", "%ff", "%C0%AF", "%E0%80%80", ";a=b", "a%2Fb", "%2E%2E"),
      ),
    },
    {
      query: fc.oneof(
        fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join("&")),
        fc.constantFrom(
          "%",
          "a=%zz",
          "limit=%ff",
          "limit=1&limit=2",
          "&&&",
          "=",
          "limit",
          "limit[]=1",
          "after=%00",
          "a=b?c=d",
          "limit=1;offset=2",
        ),
      ),
    },
    { body: strayBody(sweep, route), headers: strayHeaders(route) },
    { headers: strayHeaders(route) },
    { keys: fc.constantFrom(...keyFaults) },
    { method: fc.constantFrom("PUT", "HEAD", "OPTIONS", "TRACE", "PURGE", "GET", "POST", "PATCH", "DELETE") },
    { suffix: fc.constantFrom("/", "//", "/..", "/%2e", "/more", "%20", ";v=1", "/favicon.ico") },
  ];
}

const BODY_BYTES_MAX = 256 * 1024;

function strayBody(sweep: Sweep, route: Route): fc.Arbitrary<string | null> {
  const fields = Object.keys(route.body?.properties ?? { any: {} });
  const fitting = route.body ? objectOf(sweep, route.body) : fc.constant({});
  const oneFieldWrong = fc
    .tuple(fitting, fc.constantFrom(...fields), hostileValue)
    .map(([body, name, value]) => jsonText({ ...body, [name]: value }));
  const padded = fc.tuple(fitting, fc.constantFrom(-2, -1, 0, 1, 2, 100_000)).map(([body, over]) => {
    const text = jsonText({ ...body, padding: "" });
    return jsonText({ ...body, padding: "x".repeat(Math.max(0, BODY_BYTES_MAX + over - Buffer.byteLength(text))) });
  });
  return fc.oneof(
    { weight: 8, arbitrary: oneFieldWrong },
    {
      weight: 2,
      arbitrary: fitting.chain((body) =>
        fc.subarray(Object.entries(body)).map((some) => jsonText(Object.fromEntries(some))),
      ),
    },
    {
      weight: 2,
      arbitrary: fitting.map((body) =>
        jsonText(body).replace(
          "{",
          '{"__proto__":{"is_active":false},"constructor":{"prototype":{"a":1}},"unknown":[1],',
        ),
      ),
    },
    { weight: 2, arbitrary: hostileValue.map(jsonText) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "",
        "{",
        "null",
        "[]",
        '"',
        "NaN",
        "{'a':1}",
        '{"a":1,}',
        '{"a":1}{"b":2}',
        "\ufeff{}",
        "a=1&b=2",
        "@raw-nan@",
        "//",
        "\u0000",
      ),
    },
    { weight: 1, arbitrary: padded },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

/** What a header may hold on the wire. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, "?");
const headerText = hostileText.map((text) => printable(text).slice(0, 3000));

const contentTypes: readonly Case["headers"][] = [
  [JSON_TYPE],
  [],
  [["Content-Type", ""]],
  [["Content-Type", "text/plain"]],
  [["Content-Type", "application/json; charset=utf-16"]],
  [["Content-Type", "application/vnd.api+json"]],
  [["Content-Type", "application/x-www-form-urlencoded"]],
  [["Content-Type", "multipart/form-data"]],
  [["CONTENT-TYPE", "APPLICATION/JSON"]],
  [JSON_TYPE, ["Content-Type", "text/plain"]],
];

const usualHeaders = [
  "Accept",
  "Accept-Encoding",
  "Authorization",
  "Cookie",
  "Idempotency-Key",
  "If-None-Match",
  "Range",
  "X-Forwarded-For",
  "__proto__",
] as const;

const readableHeaders: readonly (readonly [string, string])[] = [
  ["Accept", "text/html"],
  ["Accept-Encoding", "gzip"],
  ["Expect", "200-ok"],
  ["If-None-Match", "*"],
  ["X-HTTP-Method-Override", "DELETE"],
];

const TOO_LARGE: readonly [string, string] = ["X-Large", "x".repeat(11_000)];

function strayHeaders(route: Route): fc.Arbitrary<Case["headers"]> {
  const own = parametersOf(route, "header").map(({ name }) => name);
  const line = fc.oneof(
    { weight: 20, arbitrary: fc.tuple(fc.constantFrom(...own, ...usualHeaders), headerText) },
    { weight: 10, arbitrary: fc.constantFrom(...readableHeaders) },
    { weight: 1, arbitrary: fc.constant(TOO_LARGE) },
  );
  return fc
    .tuple(fc.constantFrom(...contentTypes), fc.array(line, { maxLength: 3 }))
    .map(([type, others]) => [...type, ...others]);
}

/** Percent-encoded, whatever it is: halves of surrogate pairs become their three bytes, which are no UTF-8. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return [...text].map((char) => (/\p{Cs}/u.test(char) ? "%ED%A0%80" : encodeURIComponent(char))).join("");
  }
}

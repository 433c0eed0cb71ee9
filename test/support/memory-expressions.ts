import { isDeepStrictEqual } from "node:util";
import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { type Item, order } from "./memory-values.ts";

/**
 * DynamoDB's expressions, as far as ElectroDB writes them for this table: attributes of the item itself and nothing within
 * them. What is not known here is an error and never false.
 */

/** What the placeholders of a request's expressions stand for. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** What all expressions have. */
interface Expression {
  /** Placeholders that it uses. */
  readonly used: ReadonlySet<string>;
  /** Attributes that it names. */
  readonly names: (by: Placeholders) => readonly string[];
  /** What is to be asserted before it is applied to any item. */
  readonly checks: readonly ((by: Placeholders) => void)[];
}

type Predicate = (item: Item, by: Placeholders) => boolean;
/** Undefined when the item has no such attribute. */
type Operand = (item: Item, by: Placeholders) => unknown;
type Name = (by: Placeholders) => string;
/** A new value for an attribute; undefined takes it away. */
interface Change {
  readonly name: Name;
  readonly value: Operand;
}

export const parseCondition = parserOf((parser) => ({ holds: parser.condition() }));

export const parseKeyCondition = parserOf((parser) => {
  const hashName = parser.name();
  parser.expect("=");
  const hash = parser.operand();
  const before = parser.names.length;
  const holds = parser.accept("AND") ? parser.condition() : () => true;
  const ofRange = parser.names.slice(before);
  parser.checks.push((by) => {
    for (const value of Object.entries(by.ExpressionAttributeValues ?? {}))
      if (parser.used.has(value[0]) && value[1] === "") throw invalid("A key is not empty");
  });
  return { hashName, hash, holds, rangeNames: (by: Placeholders) => ofRange.map((name) => name(by)) };
});

export const parseProjection = parserOf((parser) => {
  parser.list(() => parser.name());
  return {};
});

export const parseUpdate = parserOf((parser) => {
  const changes: Change[] = [];
  while (!parser.isAtEnd) changes.push(...parser.clause());
  parser.checks.push((by) => {
    const changed = changes.map(({ name }) => name(by));
    if (new Set(changed).size < changed.length) throw invalid("Two document paths overlap with each other");
  });
  const applied = (item: Item, by: Placeholders): Item => {
    const changed = changes.map(({ name, value }) => [name(by), value(item, by)] as const);
    const result = { ...item, ...Object.fromEntries(changed) };
    for (const [name, value] of changed) if (value === undefined) delete result[name];
    return result;
  };
  return { applied };
});

/** Throws unless a request's expressions make sense, and it says what each of their placeholders stands for, and of no other. */
export function assertExpressions(by: Placeholders, expressions: readonly (Expression | undefined)[]): void {
  const used = new Set(expressions.flatMap((expression) => [...(expression?.used ?? [])]));
  const given = new Set(Object.keys({ ...by.ExpressionAttributeNames, ...by.ExpressionAttributeValues }));
  for (const name of given) if (!used.has(name)) throw invalid(`Value provided in expressions unused: ${name}`);
  for (const name of used) if (!given.has(name)) throw invalid(`An expression uses what is not defined: ${name}`);
  for (const expression of expressions) for (const check of expression?.checks ?? []) check(by);
}

/** The error for a request that makes no sense. */
export const invalid = (message: string): DynamoDBServiceException =>
  new DynamoDBServiceException({ name: "ValidationException", $fault: "client", $metadata: {}, message });

/** A parser of whole texts that remembers what it made of each: there are few, and they come again and again. */
function parserOf<T extends object>(parse: (parser: Parser) => T): (text: string) => T & Expression {
  const known = new Map<string, T & Expression>();
  return (text) => {
    let expression = known.get(text);
    if (!expression) {
      const parser = new Parser(text);
      const { used, names, checks } = parser;
      expression = { ...parse(parser), used, checks, names: (by) => names.map((name) => name(by)) };
      parser.assertAtEnd();
      known.set(text, expression);
    }
    return expression;
  };
}

const TOKEN = /\s*(<>|<=|>=|[=<>(),+-]|[#:]?[A-Za-z0-9_]+)\s*/y;
const comparators = ["=", "<>", "<", "<=", ">", ">="] as const;
type Comparator = (typeof comparators)[number];

class Parser {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #next = 0;
  readonly used = new Set<string>();
  /** Attributes, in the order in which they stand there. */
  readonly names: Name[] = [];
  readonly checks: ((by: Placeholders) => void)[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  get isAtEnd(): boolean {
    return this.#next === this.#tokens.length;
  }

  assertAtEnd(): void {
    if (!this.isAtEnd) throw this.#unknown();
  }

  /** Takes a word or a sign if it comes next. */
  accept(token: string): boolean {
    const isNext = this.#tokens[this.#next]?.toUpperCase() === token.toUpperCase();
    if (isNext) this.#next += 1;
    return isNext;
  }

  expect(token: string): void {
    if (!this.accept(token)) throw this.#unknown();
  }

  condition(): Predicate {
    const parts = [this.#conjunction()];
    while (this.accept("OR")) parts.push(this.#conjunction());
    return (item, by) => parts.some((part) => part(item, by));
  }

  list<T>(parse: () => T): T[] {
    const entries = [parse()];
    while (this.accept(",")) entries.push(parse());
    return entries;
  }

  /** The name of an attribute. */
  name(): Name {
    const token = this.#take();
    if (!/^#?[A-Za-z_]\w*$/.test(token)) throw this.#unknown();
    const name: Name = token.startsWith("#") ? (by) => by.ExpressionAttributeNames?.[token] ?? "" : () => token;
    if (token.startsWith("#")) this.used.add(token);
    this.names.push(name);
    return name;
  }

  operand(): Operand {
    const token = this.#tokens[this.#next] ?? "";
    if (token.startsWith(":")) {
      this.#next += 1;
      this.used.add(token);
      return (_, by) => by.ExpressionAttributeValues?.[token];
    }
    const name = this.name();
    return (item, by) => item[name(by)];
  }

  /** One of the clauses of an update. */
  clause(): Change[] {
    if (this.accept("SET")) return this.list(() => this.#assignment());
    if (this.accept("REMOVE")) return this.list(() => ({ name: this.name(), value: () => undefined }));
    if (this.accept("ADD"))
      return this.list(() => {
        const name = this.name();
        const amount = this.operand();
        return { name, value: (item, by) => sum(item[name(by)] ?? 0, amount(item, by)) };
      });
    throw this.#unknown();
  }

  #assignment(): Change {
    const name = this.name();
    this.expect("=");
    const first = this.#assigned();
    const sign = this.accept("+") ? 1 : this.accept("-") ? -1 : 0;
    const second = sign === 0 ? null : this.#assigned();
    return { name, value: (item, by) => (second ? sum(first(item, by), second(item, by), sign) : first(item, by)) };
  }

  #assigned(): Operand {
    const value = this.accept("if_not_exists") ? this.#ifNotExists() : this.operand();
    return (item, by) => {
      const given = value(item, by);
      if (given === undefined) throw invalid("The provided expression refers to an attribute that does not exist");
      return given;
    };
  }

  #ifNotExists(): Operand {
    this.expect("(");
    const present = this.operand();
    this.expect(",");
    const otherwise = this.operand();
    this.expect(")");
    return (item, by) => present(item, by) ?? otherwise(item, by);
  }

  #conjunction(): Predicate {
    const parts = [this.#negation()];
    while (this.accept("AND")) parts.push(this.#negation());
    return (item, by) => parts.every((part) => part(item, by));
  }

  #negation(): Predicate {
    if (this.accept("NOT")) {
      const part = this.#negation();
      return (item, by) => !part(item, by);
    }
    if (!this.accept("(")) return this.#test();
    const part = this.condition();
    this.expect(")");
    return part;
  }

  #test(): Predicate {
    if (this.#tokens[this.#next + 1] === "(") return this.#function();
    const value = this.operand();
    const comparator = comparators.find((sign) => this.accept(sign));
    if (comparator) {
      const other = comparator === "=" || comparator === "<>" ? this.operand() : this.#ordered();
      return (item, by) => compares(comparator, value(item, by), other(item, by));
    }
    if (this.accept("BETWEEN")) {
      const low = this.#ordered();
      this.expect("AND");
      const high = this.#ordered();
      this.checks.push((by) => {
        if ((order(low({}, by), high({}, by)) ?? 0) > 0) throw invalid("The bounds of BETWEEN are the wrong way round");
      });
      return (item, by) =>
        compares(">=", value(item, by), low(item, by)) && compares("<=", value(item, by), high(item, by));
    }
    this.expect("IN");
    this.expect("(");
    const others = this.list(() => this.operand());
    this.expect(")");
    return (item, by) => others.some((other) => compares("=", value(item, by), other(item, by)));
  }

  /** An operand that something is to be before or after: a given value must be of a kind that has an order. */
  #ordered(): Operand {
    const isGiven = this.#tokens[this.#next]?.startsWith(":");
    const operand = this.operand();
    this.checks.push((by) => {
      const value = operand({}, by);
      if (isGiven && order(value, value) === null) throw invalid("Invalid operand type for a comparison");
    });
    return operand;
  }

  #function(): Predicate {
    const name = this.#take();
    this.expect("(");
    const value = this.operand();
    const other = this.accept(",") ? this.operand() : null;
    this.expect(")");
    if (name === "attribute_exists" && !other) return (item, by) => value(item, by) !== undefined;
    if (name === "attribute_not_exists" && !other) return (item, by) => value(item, by) === undefined;
    if (name === "begins_with" && other) return (item, by) => beginsWith(value(item, by), other(item, by));
    if (name === "contains" && other) return (item, by) => contains(value(item, by), other(item, by));
    throw this.#unknown();
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw this.#unknown();
    this.#next += 1;
    return token;
  }

  #unknown(): Error {
    const rest = this.#tokens.slice(Math.max(0, this.#next - 1)).join(" ");
    return new Error(`the memory table does not know the expression "${this.#text}" from "${rest}" on`);
  }
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined)
      throw new Error(`the memory table does not know the expression "${text}" from "${text.slice(from)}" on`);
    tokens.push(token);
  }
  return tokens;
}

function compares(comparator: Comparator, one: unknown, other: unknown): boolean {
  if (comparator === "=") return one !== undefined && isDeepStrictEqual(one, other);
  if (comparator === "<>") return one === undefined || !isDeepStrictEqual(one, other);
  const which = order(one, other);
  if (which === null) return false;
  switch (comparator) {
    case "<":
      return which < 0;
    case "<=":
      return which <= 0;
    case ">":
      return which > 0;
    case ">=":
      return which >= 0;
    default:
      return comparator satisfies never;
  }
}

function beginsWith(value: unknown, start: unknown): boolean {
  if (typeof start !== "string") throw new Error("the memory table knows beginnings of text alone");
  return typeof value === "string" && value.startsWith(start);
}

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some((entry) => isDeepStrictEqual(entry, part));
}

function sum(one: unknown, other: unknown, sign = 1): number {
  if (typeof one !== "number" || typeof other !== "number")
    throw invalid("An operand in the update expression has an incorrect data type");
  const result = one + sign * other;
  // DynamoDB counts in decimals.
  if (![one, other, result].every(Number.isSafeInteger)) throw new Error("the memory table adds whole numbers alone");
  return result;
}

import type { HttpResponse } from "../../../net/net.ts";
import type { PageFacts } from "../shared/html.ts";
import { withoutQuery } from "../shared/page.ts";
import { frameworkMarks } from "./marks/frameworks.ts";
import { libraryMarks } from "./marks/libraries.ts";
import type { Mark } from "./marks/mark.ts";
import { productMarks } from "./marks/products.ts";
import { serverMarks } from "./marks/servers.ts";

/** A technology that is shown, and where. */
export interface Sighting {
  readonly name: string;
  /** Empty where none is shown. */
  readonly version: string;
  readonly place: "header" | "script" | "page";
  /** The header, script address or part of the page that shows it, at most 300 characters. */
  readonly shownBy: string;
}

/** Characters of a header or script address that are looked at: real ones are shorter. */
const SOURCE_MAX = 300;

/** Composed from what the products document or visibly send themselves. */
const marks: readonly Mark[] = [...serverMarks, ...frameworkMarks, ...productMarks, ...libraryMarks];

/** Names of the technologies that can be recognised, sorted. */
export const knownTechnologies: readonly string[] = [...new Set(marks.map(({ name }) => name))].sort();

/** Names of cookies that an answer sets. */
export const cookieNames = (response: HttpResponse): readonly string[] =>
  (response.headers["set-cookie"] ?? []).map((line) => line.split("=", 1)[0]?.trim() ?? "");

/** Technologies that the answers and their page show, sorted, each as `name` or `name version`. */
export const technologiesOf = (answers: readonly HttpResponse[], page: PageFacts, html: string): readonly string[] =>
  sightingsOf(answers, page, html)
    .map(({ name, version }) => `${name} ${version}`.trim())
    .sort();

/** The same with where each of them shows; of several marks of one technology the last with a version counts. */
export function sightingsOf(answers: readonly HttpResponse[], page: PageFacts, html: string): readonly Sighting[] {
  const sightings = new Map<string, Sighting>();
  for (const mark of marks) {
    const match =
      answers.map((answer) => matchHeaders(mark, answer)).find((each) => each !== null) ?? matchPage(mark, page, html);
    if (match === null) continue;
    const version = match.slice(1).find((group) => group !== undefined) ?? "";
    if (version === "" && sightings.has(mark.name)) continue;
    // A part of a page that shows a mark is the mark itself; of headers and addresses the whole is of use.
    const whole = mark.html ? match[0] : match.input;
    const shownBy = mark.script ? withoutQuery(whole) : whole;
    const place = mark.script ? "script" : mark.header || mark.cookie ? "header" : "page";
    sightings.set(mark.name, { name: mark.name, version, place, shownBy: shownBy.slice(0, SOURCE_MAX) });
  }
  return [...sightings.values()];
}

function matchHeaders(mark: Mark, response: HttpResponse): RegExpExecArray | null {
  if (mark.header) {
    const [name, pattern] = mark.header;
    const value = response.header(name);
    return value === null ? null : pattern.exec(value.slice(0, SOURCE_MAX));
  }
  const { cookie } = mark;
  if (cookie)
    return (
      cookieNames(response)
        .map((name) => cookie.exec(name))
        .find((match) => match !== null) ?? null
    );
  return null;
}

function matchPage(mark: Mark, page: PageFacts, html: string): RegExpExecArray | null {
  const { generator, script, meta } = mark;
  if (generator) return generator.exec(page.meta.get("generator")?.slice(0, SOURCE_MAX) ?? "");
  if (meta) {
    const content = page.meta.get(meta[0]);
    return content === undefined ? null : meta[1].exec(content.slice(0, SOURCE_MAX));
  }
  if (script)
    return page.scripts.map((src) => script.exec(src.slice(-SOURCE_MAX))).find((match) => match !== null) ?? null;
  return mark.html ? mark.html.exec(html) : null;
}

import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** What checks need of a page, read from its parsed tree, so that comments and scripts cannot pose as markup. */
export interface PageFacts {
  readonly title: string | null;
  /** `<meta name>` and `<meta http-equiv>`, lower-case name to content; the first of a name wins. */
  readonly meta: ReadonlyMap<string, string>;
  readonly hasForm: boolean;
  readonly scripts: readonly string[];
  /** `href`, `src` and `action` values as written. */
  readonly links: readonly string[];
}

const TITLE_MAX = 200;
const NODES_MAX = 50_000;

/** Reads a page. Broken HTML is repaired as browsers do; at most 50,000 nodes are looked at. */
export function readPage(html: string): PageFacts {
  const meta = new Map<string, string>();
  const scripts: string[] = [];
  const links: string[] = [];
  let title: string | null = null;
  let hasForm = false;
  let visited = 0;
  const pending: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html).childNodes].reverse();
  for (let node = pending.pop(); node !== undefined && visited < NODES_MAX; node = pending.pop()) {
    visited++;
    if (!("tagName" in node)) continue;
    const attribute = (name: string): string | null => node.attrs.find((each) => each.name === name)?.value ?? null;
    if (node.tagName === "form") hasForm = true;
    if (node.tagName === "title") title ??= textOf(node);
    if (node.tagName === "script") scripts.push(attribute("src") ?? "");
    if (node.tagName === "meta") {
      const name = (attribute("name") ?? attribute("http-equiv") ?? "").toLowerCase();
      const content = attribute("content");
      if (name !== "" && content !== null && !meta.has(name)) meta.set(name, content);
    }
    const link = attribute("href") ?? attribute("src") ?? attribute("action");
    if (link !== null) links.push(link);
    pending.push(...node.childNodes.toReversed());
  }
  return { title, meta, hasForm, scripts: scripts.filter((src) => src !== ""), links };
}

function textOf(element: DefaultTreeAdapterTypes.Element): string | null {
  const text = element.childNodes
    .map((child) => ("value" in child ? child.value : ""))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, TITLE_MAX);
}

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
/** Browsers nest no deeper (Blink's limit is 512), so what is deeper is there to keep readers busy. */
const DEPTH_MAX = 512;

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Reads a page. Broken HTML is repaired as browsers do; at most 50,000 nodes and 512 levels are looked at. */
export function readPage(html: string): PageFacts {
  const meta = new Map<string, string>();
  const scripts: string[] = [];
  const links: string[] = [];
  let title: string | null = null;
  let hasForm = false;
  let visited = 0;
  const pending: { readonly node: Node; readonly depth: number }[] = [];
  // One by one: a page may have more children in one place than a call may have arguments.
  const enter = (children: readonly Node[], depth: number): void => {
    if (depth > DEPTH_MAX) return;
    for (const node of children.toReversed()) pending.push({ node, depth });
  };
  enter(parse(html).childNodes, 1);
  for (let next = pending.pop(); next !== undefined && visited < NODES_MAX; next = pending.pop()) {
    visited++;
    const { node, depth } = next;
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
    enter(node.childNodes, depth + 1);
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

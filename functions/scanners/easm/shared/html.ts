import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** Something that a page loads. */
export interface Subresource {
  readonly tag: "script" | "stylesheet" | "frame" | "image" | "media" | "object";
  /** As written. */
  readonly url: string;
  readonly hasIntegrity: boolean;
}

/** A form of a page. */
export interface PageForm {
  /** As written, null where the form goes back to its page. */
  readonly action: string | null;
  readonly hasPassword: boolean;
}

/** What checks need of a page, read from its parsed tree, so that comments and scripts cannot pose as markup. */
export interface PageFacts {
  readonly title: string | null;
  /** `<meta name>` and `<meta http-equiv>`, lower-case name to content; the first of a name wins. */
  readonly meta: ReadonlyMap<string, string>;
  readonly hasForm: boolean;
  readonly scripts: readonly string[];
  /** `href`, `src` and `action` values as written. */
  readonly links: readonly string[];
  readonly subresources: readonly Subresource[];
  readonly forms: readonly PageForm[];
  /** True when the page asks for a password, in a form or by script. */
  readonly hasPassword: boolean;
  /** Address of the icon as written, null when the page names none. */
  readonly icon: string | null;
  /** Content of scripts that stand in the page itself. */
  readonly inlineScripts: readonly string[];
  /** `<base href>` as written, by which relative addresses are read. */
  readonly base: string | null;
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
  const subresources: Subresource[] = [];
  const forms: { action: string | null; hasPassword: boolean }[] = [];
  const inlineScripts: string[] = [];
  let title: string | null = null;
  let icon: string | null = null;
  let base: string | null = null;
  let hasForm = false;
  let hasPassword = false;
  let visited = 0;
  const pending: { readonly node: Node; readonly depth: number; readonly form: number }[] = [];
  // One by one: a page may have more children in one place than a call may have arguments.
  const enter = (children: readonly Node[], depth: number, form: number): void => {
    if (depth > DEPTH_MAX) return;
    for (const node of children.toReversed()) pending.push({ node, depth, form });
  };
  enter(parse(html).childNodes, 1, -1);
  for (let next = pending.pop(); next !== undefined && visited < NODES_MAX; next = pending.pop()) {
    visited++;
    const { node, depth } = next;
    let { form } = next;
    if (!("tagName" in node)) continue;
    const attribute = (name: string): string | null => node.attrs.find((each) => each.name === name)?.value ?? null;
    if (node.tagName === "form") {
      hasForm = true;
      form = forms.push({ action: attribute("action"), hasPassword: false }) - 1;
    }
    if (node.tagName === "input" && attribute("type")?.toLowerCase() === "password") {
      hasPassword = true;
      const around = forms[form];
      if (around) around.hasPassword = true;
    }
    if (node.tagName === "base") base ??= attribute("href");
    const loaded = subresourceOf(node.tagName, attribute);
    if (loaded !== null) subresources.push(loaded);
    if (node.tagName === "link" && wordsOf(attribute("rel")).includes("icon")) icon ??= attribute("href");
    if (node.tagName === "script" && attribute("src") === null) inlineScripts.push(rawTextOf(node));
    if (node.tagName === "title") title ??= textOf(node);
    if (node.tagName === "script") scripts.push(attribute("src") ?? "");
    if (node.tagName === "meta") {
      const name = (attribute("name") ?? attribute("http-equiv") ?? "").toLowerCase();
      const content = attribute("content");
      if (name !== "" && content !== null && !meta.has(name)) meta.set(name, content);
    }
    const link = attribute("href") ?? attribute("src") ?? attribute("action");
    if (link !== null) links.push(link);
    enter(node.childNodes, depth + 1, form);
  }
  return {
    title,
    meta,
    hasForm,
    scripts: scripts.filter((src) => src !== ""),
    links,
    subresources,
    forms,
    hasPassword,
    icon,
    inlineScripts,
    base,
  };
}

const wordsOf = (value: string | null): readonly string[] => (value ?? "").toLowerCase().split(/\s+/);

/** The attribute that names what an element loads, and the kind of it. */
const LOADERS: Readonly<Record<string, readonly [attribute: string, kind: Subresource["tag"]]>> = {
  script: ["src", "script"],
  iframe: ["src", "frame"],
  frame: ["src", "frame"],
  img: ["src", "image"],
  audio: ["src", "media"],
  video: ["src", "media"],
  source: ["src", "media"],
  embed: ["src", "object"],
  object: ["data", "object"],
};

/** What an element loads when the page is shown, null when nothing. */
function subresourceOf(tagName: string, attribute: (name: string) => string | null): Subresource | null {
  const isSheet = tagName === "link" && wordsOf(attribute("rel")).includes("stylesheet");
  const [name, tag] = isSheet ? (["href", "stylesheet"] as const) : (LOADERS[tagName] ?? []);
  const url = name === undefined ? null : attribute(name);
  if (tag === undefined || url === null || url.trim() === "") return null;
  return { tag, url: url.trim(), hasIntegrity: (attribute("integrity") ?? "").trim() !== "" };
}

const rawTextOf = (element: DefaultTreeAdapterTypes.Element): string =>
  element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");

function textOf(element: DefaultTreeAdapterTypes.Element): string | null {
  const text = element.childNodes
    .map((child) => ("value" in child ? child.value : ""))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, TITLE_MAX);
}

import type { AssetOf } from "../../../domain/asset.ts";
import type { Json } from "../../../domain/json.ts";
import type { Severity } from "../../../domain/vocabulary.ts";
import type { HttpRequest, HttpResponse } from "../../../net/net.ts";

export type WebApp = AssetOf<"web_app">;

/** An answer that content proofs look at, with the text decoded once. */
export interface Page {
  readonly response: HttpResponse;
  readonly body: Buffer;
  readonly text: string;
  /** True when it is a document for people, declared or not; files that leak are not. */
  readonly html: boolean;
}

/** Why an answer is the file it was asked for. */
export interface Proof {
  readonly evidence: Readonly<Record<string, Json>>;
  readonly severity?: { readonly value: Severity; readonly reason: string };
}

/** One thing that should not be readable, and how to know it. */
export interface Probe<RuleKey extends string> {
  readonly rule: RuleKey;
  /** Paths with query where needed, most likely first. */
  readonly paths: (app: WebApp) => readonly string[];
  /** One proven path is enough; the others are the same thing elsewhere. */
  readonly once?: boolean;
  /** Statuses that can carry the proof; by default 200 and 206. */
  readonly statuses?: readonly number[];
  /**
   * True when what is proven is the application itself, which may well answer every path so, and not a file at the path:
   * then the page must be one that only the product makes, as there is no control to hold it against.
   */
  readonly everywhere?: true;
  /** HTML is what proves it; by default HTML proves that there is no such file. */
  readonly html?: boolean;
  /** Further parts of the request; `bytesMax` defaults to 64 KiB. */
  readonly request?: Pick<HttpRequest, "method" | "headers" | "body" | "bytesMax">;
  /** A harmless GET that comes first; only where its text shows that the thing is there, the request itself is sent. */
  readonly knock?: { readonly query: string; readonly isThere: (text: string) => boolean };
  /** True when the file can be guessed but for a few secrets: then a hash of it would help to try them, and is not shown. */
  readonly guessable?: true;
  /** True when the answer is made anew for each request, as pages (`html`) are: a hash of it would differ in every scan. */
  readonly volatile?: true;
  /** Null unless the content itself is the proof. Reads nothing but the answer. */
  readonly prove: (page: Page) => Proof | null;
}

/** True when a hash of what the probe finds proves something later on and gives nothing away. */
export const isLasting = ({ guessable, volatile, html }: Probe<string>): boolean => !guessable && !volatile && !html;

/** Title of a page as it is written, empty where there is none. */
export const titleOf = (text: string): string =>
  /<title[^>]{0,100}>([^<]{0,300})<\/title>/i.exec(text)?.[1]?.trim() ?? "";

/** The same paths for every application. */
export const at =
  (...paths: readonly string[]) =>
  (): readonly string[] =>
    paths;

/** Only the first bytes of a file that may be huge. */
export const HEAD_OF_FILE = { headers: { range: "bytes=0-8191" }, bytesMax: 8192 } as const;

/** The proof of a file that weighs more where it holds credentials. */
export const raised = (evidence: Proof["evidence"], hasSecret: boolean): Proof =>
  hasSecret ? { evidence, severity: { value: "high", reason: "the file holds credentials" } } : { evidence };

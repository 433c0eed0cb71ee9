import type { HttpResponse } from "../../../net/net.ts";
import { comparableText } from "./soft-404.ts";
import type { Visit } from "./visitor.ts";

const TOKEN_LENGTH = 12;
/** Statuses of refusals. 429 and 503 are failures of the visit already. */
const REFUSALS = new Set([401, 403, 406]);
/** Refusals by one page in a row that raise the question whether everything is refused by now. */
const ROW_MAX = 12;
/** Share of the answers, and least number of them, at which one page refuses nearly everything. */
const NEARLY_ALL = 0.9;
const ANSWERS_MIN = 20;
const TEXT_MAX = 2000;

/**
 * Notices when a firewall answers instead of the application, since what it hides must not count as absent. The
 * measure is a harmless path that nobody has: how it is answered at first is how the application treats strangers, a
 * site behind a login included; when it meets a refusal later, this scanner has been shut out.
 */
export class BlockWatch {
  readonly #visit: Visit;
  readonly #token: (length: number) => string;
  readonly #counts = new Map<string, number>();
  #usual: string | null = null;
  #answers = 0;
  #last = "";
  #row = 0;
  #reason: string | null = null;
  #doubt: string | null = null;

  constructor(visit: Visit, token: (length: number) => string) {
    this.#visit = visit;
    this.#token = token;
  }

  /** Why the application no longer answers for itself, so that asking on is of no use; after `end` also why its answers are in doubt. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Asks for the control path the first time. `front` is the answer to `/`, `status` what it was in an earlier stage. */
  async start(front: HttpResponse | null, status: number): Promise<void> {
    if (front !== null && REFUSALS.has(front.status) && status < 400) {
      this.#doubt = `the first page is refused with ${front.status} and was not before`;
    }
    const { path, answer } = await this.#ask();
    if (answer === null) this.#doubt ??= "a path for control got no answer";
    else this.#usual = recognised(path, answer);
  }

  /** Takes note of the answer to a probe, and looks closer when refusals pile up. */
  async note(path: string, answer: HttpResponse): Promise<void> {
    this.#answers++;
    const page = recognised(path, answer);
    if (!REFUSALS.has(answer.status) || page === this.#usual) {
      this.#row = 0;
      return;
    }
    this.#counts.set(page, (this.#counts.get(page) ?? 0) + 1);
    this.#row = page === this.#last ? this.#row + 1 : 1;
    this.#last = page;
    if (this.#row < ROW_MAX) return;
    this.#row = 0;
    await this.#control();
  }

  /** Asks for the control path the last time, and weighs all answers. */
  async end(): Promise<void> {
    await this.#control();
    const most = Math.max(0, ...this.#counts.values());
    if (this.#answers >= ANSWERS_MIN && most >= this.#answers * NEARLY_ALL) {
      this.#doubt ??= `${most} of ${this.#answers} requests were refused by one and the same page`;
    }
    this.#reason ??= this.#doubt;
  }

  async #control(): Promise<void> {
    if (this.#reason !== null) return;
    const { path, answer } = await this.#ask();
    if (answer === null) this.#reason ??= "a path for control got no answer";
    else if (REFUSALS.has(answer.status) && recognised(path, answer) !== this.#usual) {
      this.#reason ??= `a harmless path is refused with ${answer.status} and was not before`;
    }
  }

  async #ask() {
    const path = `/${this.#token(TOKEN_LENGTH)}`;
    return { path, answer: (await this.#visit(path)) ?? (await this.#visit(path)) };
  }
}

/** What a page is recognised by: status and text, without the path and the numbers that differ from answer to answer. */
function recognised(path: string, answer: HttpResponse): string {
  const text = comparableText({ path, status: answer.status, text: answer.text() });
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => !/\p{N}/u.test(word));
  return `${answer.status} ${words.join(" ").slice(0, TEXT_MAX)}`;
}

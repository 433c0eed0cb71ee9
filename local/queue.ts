import { randomUUID } from "node:crypto";
import type { Journal } from "./queue-journal.ts";

/** What a queue keeps of a message. */
export interface StoredMessage {
  readonly id: string;
  readonly body: string;
  /** Messages of one group are handed out one after the other. */
  readonly group: string;
  readonly deduplicationId: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** A message that was handed out; it comes back unless it is deleted by its receipt. */
export interface Received extends StoredMessage {
  readonly receipt: string;
  /** How often it was handed out, this time included. */
  readonly receives: number;
}

interface Waiting extends StoredMessage {
  receives: number;
  visibleAt: number;
}

export interface Sent {
  readonly body: string;
  readonly group?: string | undefined;
  readonly deduplicationId?: string | undefined;
}

/** For so long a message is not taken a second time (SQS FIFO). */
const DEDUPLICATION_MS = 5 * 60_000;
/** For so long a message that was handed out is not handed out again. */
const VISIBILITY_MS = 120_000;

/**
 * A queue of Amazon SQS on this machine: FIFO by group, where a group that has a message out hands out no other. Messages
 * outlive the process through the journal; how often they were handed out does not.
 */
export class Queue {
  /** By id. */
  readonly #messages = new Map<string, Waiting>();
  /** The same messages by group, each group in the order of sending. */
  readonly #groups = new Map<string, Map<string, Waiting>>();
  readonly #recent = new Map<string, StoredMessage>();
  readonly #journal: Journal<StoredMessage> | null;
  readonly #now: () => number;
  /** Is called when there may be something to hand out. */
  onChange: () => void = () => undefined;

  constructor(journal: Journal<StoredMessage> | null, now: () => number = Date.now) {
    this.#journal = journal;
    this.#now = now;
    for (const message of journal?.read() ?? []) this.#hold(message);
  }

  /** Messages that were neither delivered nor given up. */
  get size(): number {
    return this.#messages.size;
  }

  /** Messages of these that were handed out and are out of sight. */
  get inFlight(): number {
    const now = this.#now();
    return this.#messages
      .values()
      .filter(({ visibleAt }) => visibleAt > now)
      .toArray().length;
  }

  /** Takes a message, durably when it returns. One with the deduplication id of another of the last minutes is that one. */
  send({ body, group, deduplicationId }: Sent): StoredMessage {
    const sentAt = this.#now();
    const id = randomUUID();
    const twin = this.#recent.get(deduplicationId ?? id);
    if (twin && sentAt - twin.sentAt < DEDUPLICATION_MS) return twin;
    const message = { id, body, group: group ?? id, deduplicationId: deduplicationId ?? id, sentAt };
    this.#journal?.add(message);
    this.#hold(message);
    this.#remember(message);
    this.onChange();
    return message;
  }

  /** Up to `max` messages that can be handed out now, those of a group in their order. */
  receive(max: number, visibilityMs = VISIBILITY_MS): Received[] {
    const now = this.#now();
    const received: Received[] = [];
    for (const group of this.#groups.values()) {
      for (const message of group.values()) {
        if (received.length === max) return received;
        // What comes behind one that is out must wait for it.
        if (message.visibleAt > now) break;
        message.receives += 1;
        message.visibleAt = now + visibilityMs;
        received.push({ ...message, receipt: receiptOf(message) });
      }
    }
    return received;
  }

  /** Ends a message that was handed out. A receipt of an earlier time ends nothing. */
  delete(receipt: string): void {
    const message = this.#held(receipt);
    if (!message) return;
    this.#journal?.remove(message.id);
    this.#messages.delete(message.id);
    const group = this.#groups.get(message.group);
    group?.delete(message.id);
    if (group?.size === 0) this.#groups.delete(message.group);
    this.onChange();
  }

  /** Sets when a message that was handed out can be handed out again, milliseconds from now. False for an old receipt. */
  changeVisibility(receipt: string, milliseconds: number): boolean {
    const message = this.#held(receipt);
    if (!message) return false;
    message.visibleAt = this.#now() + milliseconds;
    this.onChange();
    return true;
  }

  /** Milliseconds until a group that waits now can be handed out; null when none waits. */
  get nextVisibleInMs(): number | null {
    const now = this.#now();
    let next: number | null = null;
    for (const group of this.#groups.values()) {
      const [head] = group.values();
      if (head && head.visibleAt > now) next = Math.min(next ?? head.visibleAt, head.visibleAt);
    }
    return next === null ? null : next - now;
  }

  #hold(message: StoredMessage): void {
    const waiting = { ...message, receives: 0, visibleAt: 0 };
    this.#messages.set(message.id, waiting);
    const group = this.#groups.get(message.group) ?? new Map<string, Waiting>();
    this.#groups.set(message.group, group.set(message.id, waiting));
  }

  #remember(message: StoredMessage): void {
    for (const [id, { sentAt }] of this.#recent) {
      if (message.sentAt - sentAt < DEDUPLICATION_MS) break;
      this.#recent.delete(id);
    }
    this.#recent.set(message.deduplicationId, message);
  }

  #held(receipt: string): Waiting | undefined {
    const message = this.#messages.get(receipt.slice(0, receipt.indexOf("#")));
    return message && receiptOf(message) === receipt ? message : undefined;
  }
}

const receiptOf = ({ id, receives }: Waiting): string => `${id}#${receives}`;

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { documentClient } from "../../functions/store/table.ts";

/**
 * Calls of DynamoDB that go wrong, or are held up, at a place that the test chooses. Each `act` has faults of its own, so
 * that many can run at the same time. A call with all of the SDK's own retries counts as one.
 */
export interface Fault {
  /** Which call, from 0 in the order in which they are made. */
  readonly call: number;
  /** `before` it takes effect, or `after`: then only its answer is lost. */
  readonly when: "before" | "after";
  /** `killed`: no later call is made either. `once`: the later ones go well. */
  readonly what: "killed" | "once";
}

/** What came of an act. */
export interface Outcome<T> {
  /** Names of the calls that were made. */
  readonly calls: readonly string[];
  readonly value: T | undefined;
  /** What it rejected with; undefined when it went well. */
  readonly error: unknown;
}

interface Course {
  readonly fault: Fault | null;
  /** What each call waits for before it is made. */
  readonly hold: (() => Promise<unknown> | null) | null;
  readonly calls: string[];
  readonly underWay: Set<Promise<unknown>>;
}

/** What a call rejects with when the fault hits it; the SDK's name for an answer that did not come. */
export class CallLost extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Runs something with a fault (or none), and waits until every call that it has made is over, also those that nobody
 * waits for any more: what it wrote is then written.
 */
export const withFault = <T>(fault: Fault | null, act: () => Promise<T>): Promise<Outcome<T>> =>
  withCourse({ fault, hold: null, calls: [], underWay: new Set() }, act);

/** Runs something that stops before one of its calls until `until` has been done, as a process does that is frozen and thawed. */
export const frozen = <T>(call: number, until: () => Promise<unknown>, act: () => Promise<T>): Promise<Outcome<T>> => {
  let next = 0;
  const hold = () => (next++ === call ? until() : null);
  return withCourse({ fault: null, hold, calls: [], underWay: new Set() }, act);
};

/** Runs something with a pause of `milliseconds()` before each of its calls; a pause of 0 is none. */
export const held = <T>(milliseconds: () => number, act: () => Promise<T>): Promise<Outcome<T>> =>
  withCourse({ fault: null, hold: () => pauseOf(milliseconds()), calls: [], underWay: new Set() }, act);

const pauseOf = (milliseconds: number) => (milliseconds > 0 ? sleep(milliseconds) : null);

const courses = new AsyncLocalStorage<Course>();
let isInstalled = false;

async function withCourse<T>(course: Course, act: () => Promise<T>): Promise<Outcome<T>> {
  install();
  const outcome = await courses.run(course, () =>
    act().then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ value: undefined, error }),
    ),
  );
  // What is under way may lead to further calls, which fail or end as well.
  do {
    await Promise.allSettled([...course.underWay]);
    await turn();
  } while (course.underWay.size > 0);
  return { ...outcome, calls: course.calls };
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      const course = courses.getStore();
      if (!course) return next(args);
      const call = sent(course, (context.commandName ?? "").replace(/Command$/, ""), () => next(args));
      course.underWay.add(call);
      try {
        return await call;
      } finally {
        course.underWay.delete(call);
      }
    },
    { step: "initialize" },
  );
}

async function sent<T>({ fault, hold, calls }: Course, name: string, send: () => Promise<T>): Promise<T> {
  const index = calls.length;
  if (fault?.what === "killed" && index > fault.call) throw new CallLost("the process is gone");
  calls.push(name);
  await hold?.();
  if (index !== fault?.call) return send();
  if (fault.when === "after") await send();
  throw new CallLost(`call ${index} (${name}) was lost ${fault.when} it took effect`);
}

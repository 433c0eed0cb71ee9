import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EventLine, oneLine, STREAM_NAME } from "../../functions/domain/event-line.ts";
import { EventAws, refusing } from "../support/event-aws.ts";

/** `npm run events:replay` where there is nothing to work on, or nothing sensible is asked for, and on a deployment. */

const aws = new EventAws();
const dataDir = mkdtempSync(join(tmpdir(), "palisade-replay-"));
beforeAll(() => aws.start());
beforeEach(() => aws.reset());
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await aws.stop();
});

const run = (...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string }>((resolve) =>
    execFile(
      process.execPath,
      ["bin/replay-events.ts", ...args],
      { env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );

test.each([
  [["--help"], 0, "Usage: npm run events:replay"],
  [[], 1, "No service runs on"],
  [["--from", "1"], 1, "--from 1 is no time"],
  [["--from", "2026-02-30"], 1, "--from 2026-02-30 is no time"],
  [["--from", "2026-11-20T08:00"], 1, "is no time"],
  [["--from", "2999-01-01"], 1, "--from must be before --to, and before now"],
  [["--from", "2026-11-20", "--to", "2026-11-19"], 1, "--from must be before --to"],
  [["--to", "2026-11-19"], 1, "--to and --customer go with --from"],
  [["--queue", "https://sqs.test/q", "--bus", "b"], 1, "Name one destination"],
  [["--bus", "b"], 1, "Name the queue: --dead-letters"],
  [["--from", "2026-11-20", "--bus", "b"], 1, "--from needs --table"],
  [["--dead-letters", "letters", "--bus", "b"], 1, "--dead-letters letters is no URL"],
  [["--dead-letters", "https://sqs.test/d", "--queue", "arn:aws:sqs:eu-west-1:1:q"], 1, "is no URL of a queue"],
  [["--form", "x"], 1, "Unknown option '--form'"],
] as const)("%j ends with %d: %s", async (args, code, text) => {
  const { code: actual, output } = await run(...args);
  expect(output).toContain(text);
  expect(actual).toBe(code);
  expect(output).not.toContain("    at ");
});

describe("on a deployment", () => {
  const letter = () => aws.deadLetters.send({ body: LETTER });
  const deadLetters = () => ["--dead-letters", String(process.env.DEAD_LETTER_QUEUE_URL)];
  const onTheBus = () => run(...deadLetters(), "--bus", "palisade");
  const nowhere = () => `${process.env.AWS_ENDPOINT_URL}/typo`;

  test("a bus that there is not takes no letter", async () => {
    letter();
    expect(await run(...deadLetters(), "--bus", "typo")).toEqual({ code: 1, output: "There is no such bus typo\n" });
    expect([aws.deadLetters.size, aws.deadLetters.inFlight]).toEqual([1, 0]);
    const ofTrails = await run("--from", "2026-11-20", "--table", "t", "--bus", "typo");
    expect(ofTrails).toEqual({ code: 1, output: "There is no such bus typo\n" });
  });

  test("a queue that there is not is told, also when there is no letter", async () => {
    const refused = { code: 1, output: `There is no such queue ${nowhere()}\n` };
    expect(await run(...deadLetters(), "--queue", nowhere())).toEqual(refused);
    expect(await run("--dead-letters", nowhere(), "--bus", "palisade")).toEqual(refused);
  });

  test("what failed is told in a line, and the next run delivers it", async () => {
    letter();
    aws.faults.set("AWSEvents.PutEvents", refusing);
    expect(await onTheBus()).toEqual({ code: 1, output: "AccessDeniedException: not today\n" });
    aws.faults.clear();
    expect(await onTheBus()).toEqual({ code: 0, output: "1 event on the way again\n" });
    expect(aws.lines).toEqual([LINE]);
  });

  test("letters in another's hands are told", async () => {
    letter();
    letter();
    aws.deadLetters.receive(1);
    expect((await onTheBus()).output).toBe(
      "1 event on the way again\n1 more is in another's hands: run again in 15 minutes\n",
    );
  });
});

const LINE = oneLine({ log_type: STREAM_NAME, event_id: "e", event: "org.updated" } as EventLine);
const LETTER = JSON.stringify({ event_id: "e", org_id: "o", reason: "r", line: LINE });

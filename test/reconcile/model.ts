import fc from "fast-check";
import { derivedId } from "../../functions/domain/ids.ts";
import { type Command, hosts, type ScanCommand, sequence } from "./commands.ts";
import { World } from "./world.ts";

/** Runs of the model, and the shortest way to a failure where there is one. */

export interface ModelRun {
  readonly sequences: number;
  /** Commands of each sequence. */
  readonly length: number;
  readonly seed: number;
  /** Sequences at the same time. */
  readonly atOnce: number;
  /** Of so many shares of the sequences, the one that is run. Default: all are. */
  readonly share?: { readonly index: number; readonly of: number };
}

/** Surrounds a sequence: gives it the table that it has. */
type Within = <T>(act: () => Promise<T>) => Promise<T>;

/** Asserts that sequences of commands leave what the oracle says; else throws with the seed and the fewest commands. */
export async function assertModel(model: ModelRun, within: Within = (act) => act()): Promise<void> {
  const { sequences, length, seed, atOnce, share = { index: 0, of: 1 } } = model;
  const all = fc.sample(sequence(length), { numRuns: sequences, seed });
  const queue = all.filter((_, index) => index % share.of === share.index);
  const runWithin = (commands: readonly Command[]) => within(() => run(commands));
  let isOver = false;
  const worker = async () => {
    for (let commands = queue.pop(); commands; commands = queue.pop()) {
      const failure = await runWithin(commands);
      // The first failure is told, and no other.
      if (isOver) return;
      if (!failure) continue;
      isOver = true;
      console.error(`seed ${seed}: ${failure.message}\n${JSON.stringify(commands)}`);
      const least = await shrunk({ commands: commands.slice(0, failure.step + 1), failure }, runWithin);
      throw new Error(`seed ${seed}: ${least.failure.message}\n${JSON.stringify(least.commands)}`, {
        cause: least.failure.error,
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

interface Failure {
  readonly step: number;
  readonly message: string;
  readonly error: unknown;
}

/** Carries the commands out; null when everything was as the oracle says. */
async function run(commands: readonly Command[]): Promise<Failure | null> {
  const world = new World(derivedId("org", JSON.stringify(commands)));
  for (const [step, command] of commands.entries()) {
    try {
      await world.carryOut(command);
      if (step === commands.length - 1) await world.assertAtTheEnd();
    } catch (error) {
      const message = `step ${step}, ${command.kind}: ${reasonOf(error)}`;
      return { step, message, error };
    }
  }
  return null;
}

const SHRINKING_RUNS_MAX = 300;

interface Failing {
  readonly commands: readonly Command[];
  readonly failure: Failure;
}

/** A shorter and plainer way to fail, found by leaving out what is not needed. */
async function shrunk(
  { commands, failure: first }: Failing,
  run: (commands: readonly Command[]) => Promise<Failure | null>,
): Promise<Failing> {
  let least = commands;
  let failure = first;
  for (let runs = 0, progress = true; progress && runs < SHRINKING_RUNS_MAX; ) {
    progress = false;
    for (const candidate of plainer(least)) {
      runs += 1;
      const again = runs < SHRINKING_RUNS_MAX ? await run(candidate) : null;
      if (!again) continue;
      least = candidate.slice(0, again.step + 1);
      failure = again;
      progress = true;
      break;
    }
  }
  return { commands: least, failure };
}

function* plainer(commands: readonly Command[]): Generator<readonly Command[]> {
  for (const index of commands.keys()) yield commands.toSpliced(index, 1);
  for (const [index, command] of commands.entries()) {
    if (command.kind !== "scan") continue;
    const simple: readonly Partial<ScanCommand>[] = [
      ...(command.fault ? [{ fault: null }] : []),
      ...(command.meanwhile ? [{ meanwhile: null }] : []),
      ...(command.delivery === "once" ? [] : [{ delivery: "once" as const }]),
      ...(command.limit === "none" ? [] : [{ limit: "none" as const }]),
      ...(command.listed.length === hosts.length ? [] : [{ listed: hosts }]),
      ...(command.unreached.length === 0 ? [] : [{ unreached: [] }]),
      ...command.looks.flatMap((look, which) =>
        look === "absent" ? [] : [{ looks: command.looks.with(which, look === "plain" ? "absent" : "plain") }],
      ),
    ];
    for (const change of simple) yield commands.with(index, { ...command, ...change });
  }
}

/** What an assertion says, with what it found: its message leaves that out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { readonly actual?: unknown; readonly expected?: unknown };
  const found = actual === undefined ? "" : `\n  is ${JSON.stringify(actual)}\n  should be ${JSON.stringify(expected)}`;
  return `${error.message}${found}`;
}

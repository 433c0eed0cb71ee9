import type { TaskName } from "../statemachines/tasks.ts";

/** The handler of a task, as a Lambda exports it. */
export type Task = (input: unknown) => Promise<unknown>;

/**
 * The handler of `functions/scan/<name>.ts`. Not to be called before the functions' environment is set, because their
 * modules read it.
 */
export async function loadTask(name: TaskName | "sweep"): Promise<Task> {
  const { handler }: { readonly handler?: Task } = await import(`../functions/scan/${name}.ts`);
  if (!handler) throw new Error(`functions/scan/${name}.ts exports no handler`);
  return handler;
}

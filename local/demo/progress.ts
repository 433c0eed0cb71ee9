import { Listr } from "listr2";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import type { Progress } from "./scan.ts";
import type { Terminal } from "./terminal.ts";

/** Shows how far a scan is. */
export interface ProgressView {
  show(progress: Progress): void;
  /** To be called when no more progress comes; resolves when everything is drawn. */
  end(): Promise<void>;
}

const counts = ({ assets, findings }: Progress): string => `${assets} assets, ${findings} findings`;

/** One line a stage, redrawn while it runs; on anything but a terminal one plain line for each stage that is done. */
export const progressView = (terminal: Terminal): ProgressView =>
  terminal.interactive ? drawnView() : plainView(terminal);

function plainView(terminal: Terminal): ProgressView {
  let done = 0;
  return {
    show(progress) {
      for (; done < progress.stages_done; done += 1)
        terminal.write(`  ${stagesOf.easm[done] ?? "stage"}: done, ${counts(progress)}\n`);
    },
    end: async () => undefined,
  };
}

function drawnView(): ProgressView {
  const watchers = new Set<(progress: Progress | null) => void>();
  const tell = (progress: Progress | null) => {
    for (const watcher of watchers) watcher(progress);
  };
  const stage = (name: string, index: number) => ({
    title: name,
    task: (_: unknown, line: { title: string; output: string; skip(reason: string): void }) =>
      new Promise<void>((resolve) => {
        const watch = (progress: Progress | null) => {
          const done = progress !== null && progress.stages_done > index;
          if (progress && !done) line.output = progress.current === name ? counts(progress) : "";
          if (done) line.title = `${name}: ${counts(progress)}`;
          if (progress === null) line.skip(`${name}: not reached`);
          if (!done && progress !== null) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
      }),
  });
  const drawn = new Listr(stagesOf.easm.map(stage), { concurrent: true, registerSignalListeners: false }).run();
  return {
    show: tell,
    async end() {
      tell(null);
      await drawn;
    },
  };
}

import { Listr } from "listr2";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import { counted } from "./counted.ts";
import type { Progress } from "./scan.ts";
import type { Terminal } from "./terminal.ts";

/** Shows how far a scan is. */
export interface ProgressView {
  show(progress: Progress): void;
  /** To be called when no more progress comes; resolves when everything is drawn. */
  end(): Promise<void>;
}

/** Of the whole scan at the moment of looking: the next stage may have begun to add to them. */
const counts = ({ assets, findings }: Progress): string =>
  `${counted(assets, "asset")}, ${counted(findings, "finding")} so far`;

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

/** What listr2 lets a task change of its line. */
interface Line {
  title: string;
  output: string;
  skip(reason: string): void;
}

function drawnView(): ProgressView {
  let latest: Progress | null = null;
  let over = false;
  let redraw = () => {};
  const stage = (name: string, index: number) => ({
    title: name,
    task: (_: unknown, line: Line) =>
      new Promise<void>((resolve) => {
        redraw = () => {
          const done = latest !== null && latest.stages_done > index;
          if (latest && done) line.title = `${name}: ${counts(latest)}`;
          else if (over) line.skip(`${name}: ${latest?.current === name ? "interrupted" : "not reached"}`);
          else if (latest?.current === name) line.output = counts(latest);
          if (done || over) resolve();
        };
        redraw();
      }),
  });
  const drawn = new Listr(stagesOf.easm.map(stage), { registerSignalListeners: false }).run();
  return {
    show(progress) {
      latest = progress;
      redraw();
    },
    async end() {
      over = true;
      redraw();
      await drawn;
    },
  };
}

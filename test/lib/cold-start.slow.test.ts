import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundle } from "../../lib/bundles.ts";
import { coldStarts, medianRatio } from "../../lib/cold-start.ts";
import { functionSources } from "../../lib/service.ts";
import { ROOT } from "../../lib/sources.ts";

test("bundles load at least twice as fast as their sources, in the median of all functions", async () => {
  const files = await functionSources();
  const folder = mkdtempSync(join(tmpdir(), "cold-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const starts = coldStarts(await bundle(ROOT, files, folder), files, 1);
  expect(starts).toHaveLength(files.length);
  expect(medianRatio(starts)).toBeGreaterThanOrEqual(2);
});

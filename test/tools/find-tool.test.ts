import { chmodSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { findTool } from "../../functions/tools/find-tool.ts";
import { programOf, scratchFolder } from "./programs.ts";

test("a tool is found in the first folder that has it as a program", () => {
  const [without, with_, later] = [scratchFolder(), scratchFolder(), scratchFolder()] as const;
  chmodSync(programOf(without, "tlsx", ""), 0o644);
  const path = programOf(with_, "tlsx", "");
  programOf(later, "tlsx", "");
  expect(findTool("tlsx", [without, "/nonexistent", "", with_, later].join(delimiter))).toBe(path);
  expect(findTool("tlsx", without)).toBeNull();
  expect(findTool("tlsx", "")).toBeNull();
});

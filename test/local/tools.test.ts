import { expect, test } from "vitest";
import { toolNames } from "../../functions/tools/tool.ts";
import { describeTools, TOOLS_FOLDER, toolsIn, userToolsPath } from "../../local/tools.ts";
import { programOf, scratchFolder } from "../tools/programs.ts";

test("tools are those of the folders, and of no others", () => {
  const folder = scratchFolder();
  programOf(folder, "tlsx", "");
  programOf(folder, "nmap", "");
  expect(toolsIn(folder)).toEqual(["tlsx"]);
  expect(toolsIn("")).toEqual([]);
});

test("they are looked for in the checkout first, then where the user has programs", () => {
  expect(userToolsPath().startsWith(`${TOOLS_FOLDER}:`)).toBe(true);
  expect(userToolsPath()).toContain(process.env.PATH ?? "");
});

test("the user is told which run and which do not", () => {
  expect(describeTools([])).toBe("Scans go without tlsx: npm run tools installs what is missing\n");
  expect(describeTools(toolNames)).toBe("Scans also run tlsx\n");
});

import { expect, test } from "vitest";
import controls from "../../functions/cloud/controls.json" with { type: "json" };
import { catalogueOf, controlsOf } from "../../functions/cloud/controls.ts";

const editions = new Set(Object.values(controls).flatMap((one) => Object.keys(one)));

test("a check names the controls that it is evidence for", () => {
  expect(controlsOf("iam_root_mfa_enabled")).toEqual(
    expect.arrayContaining([
      { framework: "CIS", version: "3.0", control_id: "1.5" },
      { framework: "NIST-800-53", version: "r5", control_id: "IA-2(1)" },
    ]),
  );
  expect(controlsOf("unknown_check")).toEqual([]);
});

test("a framework names its controls, and they their checks", () => {
  expect(catalogueOf({ framework: "CIS", version: "3.0" })).toContainEqual({
    id: "1.5",
    checks: ["iam_root_mfa_enabled"],
  });
  expect(catalogueOf({ framework: "CIS", version: "0.1" })).toEqual([]);
});

test.each([...editions])("%s: both ways say the same", (edition) => {
  const [framework = "", version = ""] = edition.split(" ");
  const forth = catalogueOf({ framework, version }).flatMap(({ id, checks }) =>
    checks.map((check) => `${check} ${id}`),
  );
  const back = Object.keys(controls).flatMap((check) =>
    controlsOf(check)
      .filter((ref) => ref.framework === framework && ref.version === version)
      .map(({ control_id }) => `${check} ${control_id}`),
  );
  expect(forth.sort()).toEqual(back.sort());
  expect(new Set(forth).size).toBe(forth.length);
  expect(version).not.toBe("");
});

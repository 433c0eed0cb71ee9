import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assess, frameworksIn, isNamed, sectionOf } from "../../functions/domain/compliance.ts";
import { checkStatuses } from "../../functions/domain/vocabulary.ts";
import { cis, result } from "../support/cloud.ts";

const framework = { framework: "CIS", version: "5.0" };
const fail = (control: string, finding_id: string | null = null) =>
  result({ status: "fail", frameworks: [cis(control)], finding_id });
const pass = (control: string) => result({ frameworks: [cis(control)] });

describe("a control", () => {
  const statusOf = (...results: Parameters<typeof assess>[0]) =>
    assess(results, framework, [{ id: "1.4", checks: ["some_check"] }]).controls.map(({ status }) => status);

  test("without results is not assessed", () => expect(statusOf()).toEqual(["not_assessed"]));
  test("passes when all its results do", () => expect(statusOf(pass("1.4"), pass("1.4"))).toEqual(["pass"]));
  test("fails when one does", () => expect(statusOf(pass("1.4"), fail("1.4"))).toEqual(["fail"]));

  test("tells its section, counts, checks and findings", () => {
    const [control] = assess(
      [pass("2.1.4"), fail("2.1.4", "f2"), fail("2.1.4", "f1"), fail("2.1.4", "f1")],
      framework,
      [{ id: "2.1.4", checks: ["another_check"] }],
    ).controls;
    expect(control).toEqual({
      id: "2.1.4",
      title: "2.1.4",
      section: "2.1",
      status: "fail",
      passed: 1,
      failed: 3,
      checks: ["another_check", "s3_bucket_public_access"],
      finding_ids: ["f1", "f2"],
    });
  });

  test("counts a result once that names it twice, and none of another edition", () => {
    const twice = result({ frameworks: [cis("1.4"), cis("1.4"), { ...cis("1.4"), version: "3.0" }] });
    expect(assess([twice], framework, []).controls).toMatchObject([{ passed: 1 }]);
    expect(assess([twice], { ...framework, version: "7.0" }, []).controls).toEqual([]);
  });

  test("comes by its number", () => {
    const report = assess([pass("1.10"), pass("1.9"), pass("10.1"), pass("2.1")], framework, []);
    expect(report.controls.map(({ id }) => id)).toEqual(["1.9", "1.10", "2.1", "10.1"]);
  });

  test.each([
    ["1.4", "1"],
    ["2.1.4", "2.1"],
    ["A.5.15", "A.5"],
    ["CC6.1", "CC6"],
    ["AC-2", "AC"],
    ["AC-2(1)", "AC"],
    ["IAM.4", "IAM"],
    ["alone", null],
  ])("%s is in section %s", (id, section) => expect(sectionOf(id)).toBe(section));
});

describe("a report", () => {
  const ids = fc.constantFrom("1.1", "1.2", "1.3", "1.4", "1.5");
  const results = fc.array(
    fc
      .record({ status: fc.constantFrom(...checkStatuses), controls: fc.array(ids, { maxLength: 3 }) })
      .map(({ status, controls }) => result({ status, frameworks: controls.map(cis) })),
  );
  const catalogue = fc.uniqueArray(ids).map((list) => list.map((id) => ({ id, checks: [] })));

  test("counts each control once, and its score is that of the assessed ones", () =>
    fc.assert(
      fc.property(results, catalogue, (rows, known) => {
        const { summary, controls } = assess(rows, framework, known);
        const { total, passed, failed, not_assessed, score } = summary;
        expect(passed + failed + not_assessed).toBe(total);
        expect(controls).toHaveLength(total);
        expect(new Set(controls.map(({ id }) => id)).size).toBe(total);
        expect(score).toBe(passed + failed === 0 ? null : passed / (passed + failed));
      }),
    ));

  test("does not depend on the order of results, nor on repeated knowledge", () =>
    fc.assert(
      fc.property(results, catalogue, (rows, known) => {
        expect(assess(rows.toReversed(), framework, known.toReversed())).toEqual(assess(rows, framework, known));
      }),
    ));

  test("is never the better for one more failure, nor assessed by what is only known", () =>
    fc.assert(
      fc.property(results, catalogue, ids, (rows, known, id) => {
        const before = assess(rows, framework, known).summary;
        const worse = assess([...rows, fail(id)], framework, known).summary;
        expect(worse.passed).toBeLessThanOrEqual(before.passed);
        expect(worse.failed).toBeGreaterThanOrEqual(before.failed);
        const unknown = assess(rows, framework, []).summary;
        expect([unknown.passed, unknown.failed, unknown.score]).toEqual([before.passed, before.failed, before.score]);
      }),
    ));
});

test("the frameworks of results, each once, by name and version", () => {
  const refs = [cis("1.1"), { ...cis("1.1"), version: "10.0" }, { ...cis("1"), framework: "AWS-FSBP" }, cis("1.2")];
  expect(frameworksIn(refs.map((ref) => result({ frameworks: [ref] })))).toEqual([
    { framework: "AWS-FSBP", version: "5.0" },
    { framework: "CIS", version: "5.0" },
    { framework: "CIS", version: "10.0" },
  ]);
});

test("names are the same that differ in case, blanks and hyphens alone", () => {
  expect(isNamed("ISO 27001", "iso-27001")).toBe(true);
  expect(isNamed("CIS", "CISA")).toBe(false);
  expect(isNamed("NIST-800-53", "NIST")).toBe(true);
  expect(isNamed("PCI-DSS", "pci")).toBe(true);
  expect(isNamed("ISO-27001", "iso")).toBe(true);
  expect(isNamed("AWS-FSBP", "FSBP")).toBe(false);
});

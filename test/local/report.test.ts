import { describe, expect, test } from "vitest";
import { progressView } from "../../local/demo/progress.ts";
import { findingsTable, severityCounts } from "../../local/demo/report.ts";
import { coloured, printable } from "../../local/demo/terminal.ts";

const plain = { write: () => undefined, columns: 80, colours: false, interactive: false };
const finding = (severity: "critical" | "low", title: string, matched_at: string) => ({
  severity,
  status: "new" as const,
  title,
  asset: null,
  evidence: { matched_at },
});

describe("the table of findings", () => {
  const findings = [finding("low", "B", "b.test"), finding("low", "A", "a.test"), finding("critical", "C", "c.test")];

  test("has the worst first, then by title", () => {
    const rows = findingsTable(findings, plain).trimEnd().split("\n").slice(1);
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      ["critical", "C", "c.test"],
      ["low", "A", "a.test"],
      ["low", "B", "b.test"],
    ]);
  });

  test("is no wider than the terminal", () => {
    const long = finding("low", "t".repeat(300), `https://${"h".repeat(300)}`);
    for (const line of findingsTable([long], plain).split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("keeps both ends of a place that is too long, and says which header it is about", () => {
    const url = `https://www.example.com/${"long/".repeat(20)}backup.sql`;
    expect(findingsTable([finding("low", "A", url)], plain)).toMatch(/https:\/\/www\.\S*…\S*backup\.sql/);
    const header = { ...finding("low", "B", "b.test"), evidence: { matched_at: "b.test", parameter: "server" } };
    expect(findingsTable([header], plain)).toContain("b.test server");
  });

  test("colours severities alone, and only where colours are wanted", () => {
    expect(findingsTable(findings, plain)).not.toContain("\u001b");
    expect(coloured({ colours: true }, "critical", "critical")).toContain("\u001b[");
    const painted = findingsTable([finding("critical", "C", "c.test")], { ...plain, colours: true });
    expect(painted).toContain(coloured({ colours: true }, "critical", "critical"));
    expect(painted.split("\u001b[").length - 1).toBe(
      coloured({ colours: true }, "critical", "x").split("\u001b[").length - 1,
    );
  });

  test("ends after 200 rows and says how many more there are", () => {
    const many = Array.from({ length: 205 }, (_, index) => finding("low", `T${index}`, "x.test"));
    expect(findingsTable(many, plain)).toMatch(/\.\.\. and 5 more\n$/);
    expect(findingsTable([], plain)).toBe("");
  });

  test("counts by severity", () => {
    expect(severityCounts(findings)).toBe("1 critical, 2 low");
  });
});

test.each([
  ["an escape sequence", "a\u001b]0;owned\u0007b", "a ]0;owned b"],
  ["line ends", "a\r\nb", "a b"],
  ["marks that turn the direction", "a\u202egnp.exe", "a gnp.exe"],
  ["C1 controls", "a\u009b31mb", "a 31mb"],
  ["nothing special", "größe ✓", "größe ✓"],
])("text from hosts loses %s", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("progress is one plain line for each stage that is done, where lines cannot be drawn over", async () => {
  const lines: string[] = [];
  const view = progressView({ ...plain, write: (text) => lines.push(text) });
  const progress = { status: "running", phase: "running", stages_total: 5, current: null, findings: 1 } as const;
  view.show({ ...progress, stages_done: 0, assets: 1 });
  view.show({ ...progress, stages_done: 2, assets: 7 });
  view.show({ ...progress, stages_done: 2, assets: 9 });
  await view.end();
  expect(lines).toEqual([
    "  discover: done, 7 assets, 1 finding so far\n",
    "  resolve: done, 7 assets, 1 finding so far\n",
  ]);
});

import type { CataloguedControl, ControlRef, Framework } from "../domain/compliance.ts";
import controls from "./controls.json" with { type: "json" };

/** By check, what it is evidence for: `<framework> <version>` to control ids, with blanks between them. */
const controlsOfChecks: Readonly<Record<string, Readonly<Record<string, string>>>> = controls;

/** The controls that a check is evidence for. */
export const controlsOf = (checkId: string): ControlRef[] =>
  Object.entries(controlsOfChecks[checkId] ?? {}).flatMap(([edition, ids]) =>
    ids.split(" ").map((control_id) => ({ ...frameworkOf(edition), control_id })),
  );

/** All controls of a framework that some check is evidence for. */
export function catalogueOf({ framework, version }: Framework): CataloguedControl[] {
  const catalogue = new Map<string, string[]>();
  for (const [check, editions] of Object.entries(controlsOfChecks))
    for (const id of editions[`${framework} ${version}`]?.split(" ") ?? []) {
      const checks = catalogue.get(id);
      if (checks) checks.push(check);
      else catalogue.set(id, [check]);
    }
  return [...catalogue].map(([id, checks]) => ({ id, checks }));
}

function frameworkOf(edition: string): Framework {
  const [framework = "", version = ""] = edition.split(" ");
  return { framework, version };
}

/** Environments whose hosts are named after the production one. */
const environments = ["dev", "staging", "stage", "test", "qa", "uat", "demo", "old", "new", "internal", "api", "admin"];

/** Hits that are varied; beyond this a zone is large enough for other sources to know it better. */
const HITS_MAX = 40;

/**
 * One level of variations of labels that exist: `dev-www`, `www-dev` and the like, and the neighbours of a number
 * (`app1` gives `app2` and `app3`, `app` gives `app2`). At most 40 labels are varied, in the order given; no label
 * longer than 63 characters, none of those given, none twice.
 */
export function permutationsOf(labels: readonly string[]): readonly string[] {
  const made = labels.slice(0, HITS_MAX).flatMap((label) => [...environmentsOf(label), ...numbersOf(label)]);
  const given = new Set(labels);
  return [...new Set(made)].filter((label) => label.length <= 63 && !given.has(label));
}

const environmentsOf = (label: string): readonly string[] =>
  environments
    .filter((environment) => !label.split("-").includes(environment))
    .flatMap((environment) => [`${environment}-${label}`, `${label}-${environment}`]);

function numbersOf(label: string): readonly string[] {
  const [, stem = "", digits] = /^(.*?)(\d{1,4})$/.exec(label) ?? [];
  if (digits === undefined) return [`${label}1`, `${label}2`];
  const neighbour = (step: number) => `${stem}${String(Number(digits) + step).padStart(digits.length, "0")}`;
  return [neighbour(1), neighbour(2)];
}

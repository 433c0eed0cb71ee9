import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { modules } from "../functions/domain/vocabulary.ts";
import { scannerKeys, wrappedScanners } from "../functions/scanners/keys.ts";
import { registry, scannersOf } from "../functions/scanners/registry.ts";
import { toolNames } from "../functions/tools/tool.ts";

/** The house rules, held by a test: who may import whom, what has a test, and where nothing unpredictable may stand. */

const ownCode = ["bin", "lib", "functions", "statemachines", "openapi", "local", "lab"];
const files = ownCode.flatMap((folder) => globSync(`${folder}/**/*.ts`)).sort();
const text = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

const importsOf = (file: string): string[] =>
  [...(text.get(file) ?? "").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");

/** Files of the repo that a file imports, from the repo's root. */
const ownImportsOf = (file: string): string[] =>
  importsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => normalize(join(dirname(file), target)));

const violations = (from: string, forbidden: (target: string) => boolean): string[] =>
  files
    .filter((file) => file.startsWith(from))
    .flatMap((file) =>
      [...ownImportsOf(file), ...importsOf(file).filter((target) => !target.startsWith("."))]
        .filter(forbidden)
        .map((target) => `${file} -> ${target}`),
    );

const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`));

describe("arrows of imports", () => {
  test("functions/ imports nothing of deploy time, of the local runtime or of the lab", () => {
    expect(violations("functions/", within("bin", "lib", "local", "lab", "statemachines", "openapi", "test"))).toEqual(
      [],
    );
    expect(
      violations("functions/", (target) => /^(aws-cdk-lib|constructs|cdk-nag|aws-cdk)(\/|$)/.test(target)),
    ).toEqual([]);
  });

  test("functions/domain imports only itself", () => {
    const outside = (target: string) => within("functions")(target) && !within("functions/domain")(target);
    expect(violations("functions/domain/", outside)).toEqual([]);
    expect(
      violations("functions/domain/", (target) =>
        /^(@aws|@middy|electrodb|undici|node:(net|http|https|dns|tls|fs))/.test(target),
      ),
    ).toEqual([]);
  });

  test("lib/ never imports the AWS SDK, nor what is above it", () => {
    expect(violations("lib/", (target) => target.startsWith("@aws-sdk/"))).toEqual([]);
    expect(violations("lib/", within("bin", "local", "lab", "test"))).toEqual([]);
  });

  test("scanners reach the outside through functions/net alone, and never the table", () => {
    const door =
      /^(undici|dns-packet|node:(net|tls|http|https|http2|dns|dgram|child_process)(\/.*)?|@aws-sdk\/.*|electrodb)$/;
    expect(violations("functions/scanners/", (target) => door.test(target))).toEqual([]);
    expect(violations("functions/scanners/", within("functions/store", "functions/api", "functions/scan"))).toEqual([]);
  });

  test("sockets are opened in functions/net and nowhere else in functions/", () => {
    const sockets = /^(undici|node:(net|tls|http|https|http2|dgram|dns)(\/.*)?)$/;
    const elsewhere = violations("functions/", (target) => sockets.test(target)).filter(
      (line) => !line.startsWith("functions/net/"),
    );
    expect(elsewhere).toEqual([]);
  });
});

test("processes are started in functions/tools and nowhere else in functions/", () => {
  const starters = violations("functions/", (target) => /^node:(child_process|cluster|worker_threads)$/.test(target));
  expect(starters.filter((line) => !line.startsWith("functions/tools/"))).toEqual([]);
});

describe("functions/domain is pure", () => {
  const impure =
    /\bnew Date\(\s*\)|\bDate\.now\(|\bMath\.random\(|\brandom(UUID|Bytes|Int)\(|\bprocess\.env\b|\bperformance\.now\(/;
  test.each(files.filter(within("functions/domain")))("%s reads no clock, randomness or environment", (file) => {
    expect(impure.exec(text.get(file) ?? "")?.[0]).toBeUndefined();
  });
});

test("only the local runtime can allow private ranges, and a webhook without encryption", () => {
  const users = files.filter((file) => /configure(Net|Post)\b|SCAN_ALLOWED_CIDRS/.test(text.get(file) ?? ""));
  expect(users.filter((file) => !within("local", "bin", "functions/net")(file))).toEqual([]);
  const inFunctions = files
    .filter(within("functions"))
    .filter((file) => (text.get(file) ?? "").includes("SCAN_ALLOWED_CIDRS"));
  expect(inFunctions).toEqual([]);
});

test("functions/ prints through functions/log, and the event stream", () => {
  const printing = /\bconsole\s*\.|\bprocess\s*\.\s*std(out|err)\b|\bnode:console\b|@aws-lambda-powertools\/logger/;
  const printers = files.filter(within("functions")).filter((file) => printing.test(text.get(file) ?? ""));
  expect(printers).toEqual(["functions/events/event-stream.ts", "functions/log/logger.ts"]);
});

test("rows of the audit log and of the activity trail are created and read, and nothing else", () => {
  const uses = files.flatMap((file) =>
    [...(text.get(file) ?? "").matchAll(/\b(?:AuditRow|ActivityRow)\s*\.\s*(\w+)/g)].map(
      ([, verb]) => `${verb} in ${file}`,
    ),
  );
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((use) => !/^(create|query|get) in /.test(use))).toEqual([]);
});

test("what callers of the API change is written with their audit row: without it only what scans change, and what follows from a rule that has ended", () => {
  const bare = files.filter((file) => /(?<![.\w])transact\(/.test(text.get(file) ?? ""));
  expect(bare).toEqual([
    "functions/store/audit.ts",
    "functions/store/runs.ts",
    "functions/store/scans.ts",
    "functions/store/settlements.ts",
    "functions/store/suppressions.ts",
    "functions/store/transaction.ts",
  ]);
});

describe("every capability has a test", () => {
  const endpoints = globSync("functions/api/*/*.ts").sort();
  test.each(endpoints)("%s", (file) => {
    const contract = file.replace("functions/api/", "test/contract/").replace(/\.ts$/, ".test.ts");
    expect(existsSync(contract), contract).toBe(true);
  });

  const scanners = globSync("functions/scanners/*/*.ts")
    .filter((file) => (text.get(file) ?? "").includes("= scanner("))
    .sort();
  test.each(scanners)("%s", (file) => {
    const own = file.replace("functions/", "test/").replace(/\.ts$/, ".test.ts");
    expect(existsSync(own), own).toBe(true);
  });

  test("the registry and the list of keys hold the scanners of the folder", () => {
    const inFolder = scanners.map((file) => /key: "([^"]+)"/.exec(text.get(file) ?? "")?.[1]).sort();
    const registered = modules.flatMap((module) => registry[module].map(({ key }) => key));
    expect(registered.toSorted()).toEqual(inFolder);
    for (const tools of ["", toolNames.join(",")]) {
      vi.stubEnv("SCAN_TOOLS", tools);
      for (const module of modules) expect(scannersOf(module).map(({ key }) => key)).toEqual(scannerKeys[module]);
    }
    vi.unstubAllEnvs();
  });

  test("the list of scanners that run a tool holds those of their folder, as they are", () => {
    const wrapped = modules.flatMap((module) => registry[module].filter(({ type }) => type === "oss_wrapper"));
    expect(wrapped.map(({ key, module, stage }) => ({ key, module, stage }))).toEqual(
      wrappedScanners.map(({ key, module, stage }) => ({ key, module, stage })),
    );
    expect(scanners.filter(within("functions/scanners/wrapped"))).toHaveLength(wrapped.length);
  });
});

describe("every scanner", () => {
  const rules = modules.flatMap((module) =>
    registry[module].flatMap((scanner) =>
      Object.entries(scanner.rules).map(([key, rule]) => [`${scanner.key}.${key}`, rule] as const),
    ),
  );

  test.each(rules)("%s tells its rule whole", (_, rule) => {
    for (const text of [rule.title, rule.description, rule.risk, rule.remediation, ...rule.steps])
      expect(text.trim().split(/\s+/).length).toBeGreaterThan(1);
    expect(rule.category).toMatch(/^[a-z]+$/);
    expect(rule.steps).toHaveLength(4);
    expect(new Set(rule.steps).size).toBe(4);
    expect(rule.references.every((reference) => URL.canParse(reference))).toBe(true);
    expect(rule.cwe_id ?? "CWE-1").toMatch(/^CWE-\d+$/);
    expect(rule.cvss_score).toBeGreaterThanOrEqual(0);
    expect(rule.cvss_score).toBeLessThanOrEqual(10);
    if (rule.finding_class !== "inventory" && rule.severity !== "info") expect(rule.cvss_score).toBeGreaterThan(0);
  });
});

test("no source file is longer than 300 lines", () => {
  const written = files.filter((file) => !file.startsWith("lab/") && file !== "openapi/client/package/schema.d.ts");
  const long = written.filter((file) => (text.get(file) ?? "").split("\n").length > 300);
  expect(long).toEqual([]);
});

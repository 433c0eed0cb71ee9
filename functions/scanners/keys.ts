import type { Module } from "../domain/vocabulary.ts";
import { type ToolName, toolNames } from "../tools/tool.ts";

const nativeKeys: Readonly<Record<Module, readonly string[]>> = {
  easm: [
    "easm.subdomains",
    "easm.dns",
    "easm.email",
    "easm.ports",
    "easm.http",
    "easm.tls",
    "easm.headers",
    "easm.scripts",
    "easm.exposures",
  ],
  dast: [],
  cloud: [],
};

/** Scanners that run a program of others, which not every deployment has. */
export const wrappedScanners: readonly {
  readonly key: string;
  readonly module: Module;
  readonly stage: string;
  readonly tool: ToolName;
}[] = [{ key: "easm.tlsx", module: "easm", stage: "probe", tool: "tlsx" }];

/** The tools of this deployment, as it says in `SCAN_TOOLS`: names with commas between them. */
const deployedTools = (): readonly ToolName[] => {
  const named = (process.env.SCAN_TOOLS ?? "").split(",");
  return toolNames.filter((name) => named.includes(name));
};

/** Can the scanner run in this deployment? A native one always can, another one where its tool is. */
export function isDeployed(key: string): boolean {
  const wrapped = wrappedScanners.find((scanner) => scanner.key === key);
  return wrapped === undefined || deployedTools().includes(wrapped.tool);
}

const keysOf = (module: Module): readonly string[] => [
  ...nativeKeys[module],
  ...wrappedScanners.filter((scanner) => scanner.module === module && isDeployed(scanner.key)).map(({ key }) => key),
];

/**
 * Keys of the scanners of this deployment. Apart from the registry, so that the API can name scanners without carrying
 * their code; a test holds the two against each other.
 */
export const scannerKeys: Readonly<Record<Module, readonly string[]>> = {
  get easm() {
    return keysOf("easm");
  },
  get dast() {
    return keysOf("dast");
  },
  get cloud() {
    return keysOf("cloud");
  },
};

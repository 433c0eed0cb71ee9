import type { Severity } from "../../functions/domain/vocabulary.ts";

/** What scripted scanners do. A test changes it as it goes along. */
export const script = {
  /** Host names that discovery reports. */
  hosts: ["www.acme.test"],
  /** Hosts on which the probe finds a web app. */
  webApps: new Set<string>(),
  /** Weaknesses of the hosts: rule key to severity. */
  weaknesses: new Map<string, Severity>([["weak", "high"]]),
  /** Scanners that throw. */
  failing: new Set<string>(),
  /** Hosts that cannot be reached. */
  unreachable: new Set<string>(),
  /** What the first stage waits for. */
  gate: Promise.resolve(),
  /** Steps that have come to the gate. */
  atGate: 0,
  /** How often each scanner was asked for each target. */
  calls: [] as string[],
};

const pristine = { ...script };

/** Makes the script as it was at first. */
export function resetScript(): void {
  Object.assign(script, pristine, {
    hosts: ["www.acme.test"],
    webApps: new Set<string>(),
    weaknesses: new Map<string, Severity>([["weak", "high"]]),
    failing: new Set<string>(),
    unreachable: new Set<string>(),
    calls: [],
  });
}

/** Holds the first stage of every scan until `open` is called. */
export function closeGate(): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  script.gate = promise;
  return { open: resolve };
}

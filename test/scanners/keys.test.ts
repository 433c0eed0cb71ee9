import { afterEach, describe, expect, test, vi } from "vitest";
import { selectScanners } from "../../functions/domain/plan.ts";
import { scannerKeys, wrappedScanners } from "../../functions/scanners/keys.ts";
import { scannersOf } from "../../functions/scanners/registry.ts";

afterEach(() => vi.unstubAllEnvs());

const planned = () => selectScanners(scannersOf("easm"), []).map(({ key }) => key);
const wrapped = wrappedScanners.map(({ key }) => key);

describe("scanners that run a tool", () => {
  test.each(["", "nmap", "tlsx2", " tlsx"])("are in no plan where the tools are %j", (tools) => {
    vi.stubEnv("SCAN_TOOLS", tools);
    expect(planned().filter((key) => wrapped.includes(key))).toEqual([]);
    expect(scannerKeys.easm.filter((key) => wrapped.includes(key))).toEqual([]);
  });

  test("are in the plan where theirs is there, after the native ones", () => {
    const native = planned();
    vi.stubEnv("SCAN_TOOLS", "other,tlsx");
    expect(planned()).toEqual([...native, "easm.tlsx"]);
    expect(scannerKeys.easm).toEqual([...native, "easm.tlsx"]);
  });
});

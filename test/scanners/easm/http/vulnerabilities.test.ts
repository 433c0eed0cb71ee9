import { describe, expect, test } from "vitest";
import { bannerVersion } from "../../../../functions/scanners/easm/http/vulnerabilities/banners.ts";
import {
  judgeVersion,
  knownCves,
  type ShownVersion,
} from "../../../../functions/scanners/easm/http/vulnerabilities/match.ts";
import {
  compareVersions,
  parseRange,
  parseVersion,
} from "../../../../functions/scanners/easm/http/vulnerabilities/versions.ts";
import { http } from "../../../../functions/scanners/easm/http.ts";
import { netBench, webService } from "../net-bench.ts";

const bench = netBench();
const now = new Date("2026-11-21T12:00:00Z");

const judge = (product: string, version: string, own: Partial<ShownVersion> = {}) =>
  judgeVersion({ product, version, shownBy: `${product}/${version}`, isPackaged: true, ...own }, now);

const cves = (product: string, version: string, own?: Partial<ShownVersion>) =>
  judge(product, version, own).flatMap(({ cve_id }) => cve_id ?? []);

describe("the snapshot", () => {
  test("holds some sixty weaknesses and more, each once for a product and well formed", () => {
    expect(knownCves.length).toBeGreaterThanOrEqual(60);
    expect(new Set(knownCves).size).toBe(knownCves.length);
    for (const cve of knownCves) expect(cve).toMatch(/^CVE-\d{4}-\d{4,7}$/);
  });

  test.each([
    ["jQuery", "3.4.1", ["CVE-2020-11023", "CVE-2020-11022"]],
    ["jQuery", "3.5.0", []],
    ["Bootstrap", "4.3.0", ["CVE-2019-8331"]],
    ["Bootstrap", "3.4.1", []],
    ["lodash", "4.17.20", ["CVE-2021-23337", "CVE-2020-28500"]],
    ["lodash", "4.17.21", []],
    ["Moment.js", "2.29.3", ["CVE-2022-31129"]],
    ["Apache HTTP Server", "2.4.62", []],
    ["nginx", "1.20.1", ["CVE-2024-7347", "CVE-2022-41741"]],
    ["nginx", "1.26.2", []],
    ["OpenSSL", "1.0.1f", ["CVE-2014-0160"]],
    ["OpenSSL", "1.0.1g", []],
    ["OpenSSL", "1.1.1w", []],
    ["OpenSSH", "9.8p1", ["CVE-2025-26466"]],
    ["OpenSSH", "10.0p1", []],
    ["Exim", "4.92", ["CVE-2020-28017", "CVE-2019-16928", "CVE-2019-15846"]],
    ["Exim", "4.98", []],
    ["ProFTPD", "1.3.8a", []],
    ["vsftpd", "3.0.5", []],
    ["Drupal", "7.57", ["CVE-2018-7600", "CVE-2018-7602"]],
    ["Unheard-of", "1.0.0", []],
  ])("of %s %s are known: %j", (product, version, expected) => {
    expect(cves(product, version)).toEqual(expected);
  });

  test("says nothing of a version that is not exact", () => {
    for (const [product, version] of [
      ["nginx", "1.18"],
      ["Drupal", "7"],
      ["jQuery", "3"],
      ["PHP", ""],
    ] as const) {
      expect(cves(product, version)).toEqual([]);
    }
  });

  test("counts a weakness of one system where that system shows alone", () => {
    expect(cves("PHP", "8.1.20", { shownBy: "Apache/2.4.58 (Win64) PHP/8.1.20" })).toEqual(["CVE-2024-4577"]);
    expect(cves("PHP", "8.1.20", { shownBy: "Apache/2.4.58 (Unix) PHP/8.1.20" })).toEqual([]);
  });
});

describe("severity", () => {
  test("is at most medium, as only the version matches", () => {
    const severities = judge("Apache HTTP Server", "2.4.49").map(({ severity }) => severity.value);
    expect(severities.length).toBeGreaterThan(3);
    expect(new Set(severities)).toEqual(new Set(["medium"]));
  });

  test.each([
    "Apache/2.4.49 (Ubuntu)",
    "Apache/2.4.49 (Debian) OpenSSL/1.1.1",
    "Apache/2.4.49 (Red Hat Enterprise Linux)",
    "Apache/2.4.49-1+deb11u2",
    "Apache/2.4.49-97.el7",
  ])("of what a distribution built is info: %s", (shownBy) => {
    const [first] = judge("Apache HTTP Server", "2.4.49", { shownBy });
    expect(first?.severity).toEqual({ value: "info", reason: expect.stringContaining("built by a distribution") });
  });

  test("of a script that a site brings along is its own, whatever its address says", () => {
    const [first] = judge("jQuery", "3.4.1", { shownBy: "/debian/jquery-3.4.1.js", isPackaged: false });
    expect(first?.severity.value).toBe("medium");
  });
});

describe("the end of maintenance", () => {
  test("counts from its day on", () => {
    const shown = { product: "PHP", version: "8.2.10", shownBy: "PHP/8.2.10", isPackaged: true };
    const rules = (day: string) => judgeVersion(shown, new Date(day)).map(({ rule }) => rule);
    expect(rules("2026-12-30T00:00:00Z")).toEqual([]);
    expect(rules("2027-01-02T00:00:00Z")).toEqual(["end_of_life"]);
  });

  test("is of a series and not of what begins alike", () => {
    expect(judge("Vue.js", "2.7.14").map(({ rule }) => rule)).toEqual(["end_of_life"]);
    expect(judge("Vue.js", "20.1.0")).toEqual([]);
  });
});

describe("versions", () => {
  const compare = (one: string, other: string): number => {
    const [a, b] = [parseVersion(one), parseVersion(other)];
    return a === null || b === null ? Number.NaN : Math.sign(compareVersions(a, b));
  };

  test("are compared by their numbers, then by what follows", () => {
    expect(compare("1.10.0", "1.9.9")).toBe(1);
    expect(compare("2.4", "2.4.0")).toBe(0);
    expect(compare("1.0.1f", "1.0.1g")).toBe(-1);
    expect(compare("9.3p1", "9.3p2")).toBe(-1);
    expect(compare("1.3.5", "1.3.5b")).toBe(-1);
  });

  test("that are none are not read", () => {
    expect(["1.2.3-rc1", "latest", "", "20240101T10"].map(parseVersion)).toEqual([null, null, null, null]);
    expect(() => parseRange("1.0-2.0")).toThrow(TypeError);
  });
});

describe("banners", () => {
  test.each([
    ["SSH-2.0-OpenSSH_8.2p1 Ubuntu-4ubuntu0.5", "OpenSSH", "8.2p1"],
    ["220 ProFTPD 1.3.5b Server (Debian) [192.0.2.1]", "ProFTPD", "1.3.5b"],
    ["220 (vsFTPd 2.3.4)", "vsftpd", "2.3.4"],
    ["220 mail.example.test ESMTP Exim 4.92.3 Tue, 12 Mar 2024", "Exim", "4.92.3"],
  ])("%s", (banner, product, version) => {
    expect(bannerVersion(banner)).toMatchObject({ product, version });
  });

  test.each([
    "SSH-2.0-OpenSSH_9.6",
    "SSH-2.0-dropbear_2020.81",
    "220 ProFTPD Server ready",
    "220 ProFTPD 1.3.6rc2 Server",
    "220 mail.example.test ESMTP Postfix",
    "We like OpenSSH_8.2p1",
  ])("%s tells nothing", (banner) => {
    expect(bannerVersion(banner)).toBeNull();
  });

  test("of a service are judged without asking it", async () => {
    const service = webService(2222, { protocol: "ssh", banner: "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3" });
    const { detections } = await bench.scan(http, service);
    expect(detections.map(({ cve_id, severity, port }) => [cve_id, severity?.value, port])).toEqual([
      ["CVE-2024-6387", "info", 2222],
      ["CVE-2023-48795", "info", 2222],
      ["CVE-2023-38408", "info", 2222],
    ]);
  });
});

test("a website's headers and scripts are judged", async () => {
  const port = await bench.web((_, response) => {
    response.writeHead(200, { "content-type": "text/html", server: "nginx/1.25.3", "x-powered-by": "PHP/7.4.33" });
    response.end('<script src="/js/jquery-3.4.1.min.js"></script><script src="/js/app.js?v=1.4.2"></script>');
  });
  const { detections } = await bench.scan(http, webService(port, { names: ["a.example.test"] }));
  expect(detections.map(({ rule, parameter }) => [rule, parameter])).toEqual([
    ["vulnerable_version", "nginx CVE-2024-7347"],
    ["end_of_life", "PHP"],
    ["vulnerable_version", "jQuery CVE-2020-11023"],
    ["vulnerable_version", "jQuery CVE-2020-11022"],
    ["plain_http_only", undefined],
  ]);
});

import { describe, expect, it } from "vitest";
import type { Truth } from "../../lab/model.ts";
import { score } from "../../lab/score.ts";

const git: Truth = { rule: "easm.exposures.git_repository", host: "a.test", port: 8443, path: "/.git/HEAD", why: "" };
const cookie: Truth = { rule: "easm.headers.cookie_not_secure", host: "a.test", port: 8443, parameter: "sid", why: "" };
const zone: Truth = { rule: "easm.dns.zone_transfer", host: "a.test", why: "" };

describe("the score", () => {
  it("is full when every truth is found and nothing else", () => {
    const findings = [
      { ...git, parameter: null },
      { ...cookie, path: "/", parameter: "SID" },
      { ...zone, port: null, path: null, parameter: null },
    ];
    expect(score(findings, [git, cookie, zone])).toEqual({ recall: 1, precision: 1, missed: [], unexpected: [] });
  });

  it("counts what is missed against the recall and what is unexpected against the precision", () => {
    const wrong = { rule: git.rule, host: "b.test", port: 8443, path: "/.git/HEAD" };
    expect(score([git, wrong], [git, zone])).toEqual({
      recall: 0.5,
      precision: 0.5,
      missed: [zone],
      unexpected: [wrong],
    });
  });

  it.each([
    ["rule", { ...git, rule: "easm.exposures.env_file" }],
    ["host", { ...git, host: "b.test" }],
    ["port", { ...git, port: 443 }],
    ["path", { ...git, path: "/.git/config" }],
    ["path, when it is missing", { rule: git.rule, host: git.host, port: 8443 }],
  ])("wants the %s to agree", (_, finding) => {
    expect(score([finding], [git])).toMatchObject({ recall: 0, missed: [git], unexpected: [finding] });
  });

  it("takes one finding for one truth: the second of two alike is unexpected", () => {
    expect(score([git, git], [git])).toMatchObject({ recall: 1, precision: 0.5, unexpected: [git] });
  });

  it("gives a finding to the most exact of the truths that it matches", () => {
    const anyCookie: Truth = { rule: cookie.rule, host: cookie.host, why: "" };
    const other = { ...cookie, parameter: "token" };
    expect(score([cookie, other], [anyCookie, cookie])).toMatchObject({ recall: 1, precision: 1 });
  });

  it("lets a truth without a host match any, as services on a shared address are named after any of its names", () => {
    expect(score([git], [{ ...git, host: "*" }])).toMatchObject({ recall: 1, precision: 1 });
  });

  it("is full when there is nothing to find and nothing found", () => {
    expect(score([], [])).toEqual({ recall: 1, precision: 1, missed: [], unexpected: [] });
  });
});

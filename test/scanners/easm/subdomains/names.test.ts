import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesInAnswer } from "../../../../functions/scanners/easm/subdomains/ct-logs.ts";
import { hostNames } from "../../../../functions/scanners/easm/subdomains/mentioned.ts";
import { permutationsOf } from "../../../../functions/scanners/easm/subdomains/permutations.ts";
import { explains } from "../../../../functions/scanners/easm/subdomains/wildcard.ts";
import { subdomainWords } from "../../../../functions/scanners/easm/subdomains/words.ts";

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);

describe("the words", () => {
  it("are distinct labels that a host can have", () => {
    expect(new Set(subdomainWords).size).toBe(subdomainWords.length);
    expect(subdomainWords.length).toBeGreaterThanOrEqual(300);
    for (const word of subdomainWords) expect(word).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
  });
});

describe("permutations", () => {
  it("put environments before and after, and count on", () => {
    expect(permutationsOf(["app"])).toEqual(expect.arrayContaining(["dev-app", "app-staging", "app2"]));
    expect(permutationsOf(["web09"])).toEqual(expect.arrayContaining(["web10", "web11"]));
  });

  it("repeat no environment that is there", () => {
    expect(permutationsOf(["api-dev"])).not.toEqual(expect.arrayContaining(["dev-api-dev"]));
  });

  it("are bounded, new and valid for any labels", () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 200 }), (labels) => {
        const made = permutationsOf(labels);
        expect(made.length).toBeLessThanOrEqual(40 * 26);
        expect(new Set(made).size).toBe(made.length);
        for (const each of made) {
          expect(labels).not.toContain(each);
          expect(each).toMatch(/^[a-z0-9-]{1,63}$/);
        }
      }),
    );
  });
});

describe("explains", () => {
  const wildcard = { aliases: new Set(["w.test"]), addresses: new Set(["1.1.1.1", "1.1.1.2"]), isComplete: true };

  it("covers parts of the wildcard's addresses and its alias", () => {
    expect(explains(wildcard, { alias: null, addresses: ["1.1.1.2"] })).toBe(true);
    expect(explains(wildcard, { alias: null, addresses: ["1.1.1.2", "1.1.1.3"] })).toBe(false);
    expect(explains(wildcard, { alias: "w.test", addresses: ["9.9.9.9"] })).toBe(true);
    expect(explains(wildcard, { alias: "other.test", addresses: ["1.1.1.1"] })).toBe(false);
  });

  it("covers every answer of the kind that was not seen to its end", () => {
    const partly = { ...wildcard, aliases: new Set<string>(), isComplete: false };
    expect(explains(partly, { alias: null, addresses: ["9.9.9.9"] })).toBe(true);
    expect(explains(partly, { alias: "other.test", addresses: [] })).toBe(false);
  });
});

describe("host names", () => {
  it("are names that a host can have", () => {
    const names = [
      "A.shop.test",
      "*.shop.test",
      "_dmarc.shop.test",
      "a b.test",
      "x",
      "a.shop.test",
      "10.0.0.1",
      "",
      "www.shop.test/x",
    ];
    expect(hostNames(names)).toEqual(["a.shop.test"]);
  });
});

describe("an answer of the logs", () => {
  it("that was cut off gives the names before the cut", () => {
    const text =
      '[{"issuer_ca_id":1,"common_name":"a.shop.test","name_value":"b.shop.test\\nc.shop.test"},{"common_name":"d.sh';
    expect(namesInAnswer(text)).toEqual(["a.shop.test", "b.shop.test", "c.shop.test"]);
  });

  it("that is no JSON gives none", () => {
    expect(namesInAnswer("<html>502 Bad Gateway</html>")).toEqual([]);
  });

  it("may be anything without harm", () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(namesInAnswer(text))));
  });
});

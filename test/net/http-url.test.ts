import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describedUrl, parseHttpUrl } from "../../functions/net/http-url.ts";
import { NetError } from "../../functions/net/net.ts";

describe("a URL", () => {
  it.each([
    ["http://Example.test", "http", "example.test", 80, "/", "http://example.test/"],
    ["HTTPS://example.test:443/a", "https", "example.test", 443, "/a", "https://example.test/a"],
    ["https://example.test:8443?x", "https", "example.test", 8443, "/?x", "https://example.test:8443/?x"],
    ["http://[::1]:8080/../a#b", "http", "::1", 8080, "/../a", "http://[::1]:8080/../a"],
    ["http://b\u00fccher.test/", "http", "xn--bcher-kva.test", 80, "/", "http://xn--bcher-kva.test/"],
    ["http://0x7f.1/", "http", "127.0.0.1", 80, "/", "http://127.0.0.1/"],
  ])("%s is taken apart", (url, scheme, host, port, path, href) => {
    expect(parseHttpUrl(url)).toMatchObject({ scheme, host, port, path, href });
  });

  it("is described without its query", () => {
    expect(describedUrl(parseHttpUrl("http://example.test/login?token=secret"))).toBe("http://example.test/login");
  });
});

describe("for every text", () => {
  const pieces = fc.array(
    fc.constantFrom(
      "http://",
      "https://",
      "a.test",
      "b.test",
      "@",
      "\\",
      "/",
      "?",
      "#",
      ":",
      "80",
      "%2e",
      "[",
      "::1",
      "]",
      "..",
      " ",
      "\n",
      "\u3002",
      "\ud800",
    ),
    { maxLength: 12 },
  );
  const url = fc.oneof(
    pieces.map((each) => each.join("")),
    pieces.map((each) => `http://${each.join("")}`),
    fc.string({ unit: "binary" }).map((each) => `https://a.test/${each}`),
  );

  it("the host is the one that every browser would go to, and the path fits into a request line", () => {
    fc.assert(
      fc.property(url, (text) => {
        let parsed: ReturnType<typeof parseHttpUrl>;
        try {
          parsed = parseHttpUrl(text);
        } catch (error) {
          expect(error).toBeInstanceOf(NetError);
          return;
        }
        const browser = new URL(text);
        expect(browser.hostname.replace(/^\[|\]$/g, "")).toBe(parsed.host);
        expect(browser.origin).toBe(parsed.origin);
        expect(parsed.path).toMatch(/^\/[\x21-\x7e]*$/);
        expect(new URL(parsed.href).origin).toBe(parsed.origin);
      }),
      { numRuns: 2_000 },
    );
  });
});

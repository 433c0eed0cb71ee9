import { describe, expect, test } from "vitest";
import { answersConditionally } from "../../support/conditional.ts";
import { getPlain } from "../../support/plain.ts";
import { useService } from "../../support/service.ts";

const service = useService();

/** Address of an asset as the page has it, by the start of its name. */
async function assetOf(page: string, name: string): Promise<string> {
  const { text } = await getPlain(service(), page);
  const found = [...text.matchAll(/"(docs\/assets\/[^"]+)"/g)].find(([, link]) => link?.includes(`/${name}`));
  return `/${found?.[1]}`;
}

describe("200", () => {
  test.each([
    ["/docs", "swagger-ui-bundle", "text/javascript; charset=utf-8"],
    ["/docs", "swagger-ui", "text/css; charset=utf-8"],
    ["/redoc", "redoc.standalone", "text/javascript; charset=utf-8"],
    ["/redoc", "favicon", "image/svg+xml"],
    ["/docs", "licenses", "text/plain; charset=utf-8"],
  ])("%s loads %s, which browsers may keep for a year", async (page, name, contentType) => {
    const { status, headers, text } = await getPlain(service(), await assetOf(page, name));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(contentType);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("vary")).toBe("Accept-Encoding");
    // A browser's tools would ask for the map, which is not served.
    expect(text.slice(-100)).not.toContain("sourceMappingURL");
  });

  test("is smaller than what a Lambda can answer", async () => {
    const { text } = await getPlain(service(), await assetOf("/docs", "swagger-ui-bundle"));
    expect(Buffer.byteLength(text)).toBeLessThan(6_000_000);
  });

  test("passes on the licences of the packages", async () => {
    const { text } = await getPlain(service(), await assetOf("/docs", "licenses"));
    expect(text).toMatch(/Apache License[\s\S]*MIT License|The MIT License/);
  });
});

describe("404", () => {
  test.each([
    ["unknown", "swagger-ui.css"],
    ["empty", ""],
    ["above the folder", "..%2Fopenapi.json"],
    ["far above", "..%2F..%2F..%2Fetc%2Fpasswd"],
    ["absolute", "%2Fetc%2Fpasswd"],
    ["the folder itself", "."],
    ["a name of JavaScript's own", "constructor"],
  ])("%s", async (_, file) => {
    const { status, text } = await getPlain(service(), `/docs/assets/${file}`);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ detail: expect.stringMatching(/not found/i) });
  });
});

answersConditionally(service, () => assetOf("/docs", "favicon"));

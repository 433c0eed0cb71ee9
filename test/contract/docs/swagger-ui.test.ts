import { describe, expect, test } from "vitest";
import { answersConditionally } from "../../support/conditional.ts";
import { getPlain } from "../../support/plain.ts";
import { useService } from "../../support/service.ts";

const service = useService();

describe("200", () => {
  test("a page, without any key, that loads nothing from elsewhere", async () => {
    const { status, headers, text } = await getPlain(service(), "/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(text).toContain("swagger-ui-bundle");
    expect(text).not.toMatch(/https?:/);
  });

  test("allows no inline script, no frame around it and no other host", async () => {
    const { headers, text } = await getPlain(service(), "/docs");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(text).not.toMatch(/<script(?![^>]* src=)|\son\w+=|<style/);
  });

  test("every address in it leads to a file that is there", async () => {
    const { text } = await getPlain(service(), "/docs");
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      expect(link).toMatch(/^(docs\/assets\/[\w.-]+|openapi\.json)$/);
      expect((await getPlain(service(), `/${link}`)).status, link).toBe(200);
    }
  });
});

answersConditionally(service, () => "/docs");

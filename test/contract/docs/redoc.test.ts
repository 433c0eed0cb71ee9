import { describe, expect, test } from "vitest";
import { answersConditionally } from "../../support/conditional.ts";
import { getPlain } from "../../support/plain.ts";
import { useService } from "../../support/service.ts";

const service = useService();

describe("200", () => {
  test("a page, without any key, that loads nothing from elsewhere", async () => {
    const { status, headers, text } = await getPlain(service(), "/redoc");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(text).toContain("redoc.standalone");
    expect(text).not.toMatch(/https?:/);
  });

  test("allows what Redoc needs besides: its own styles and its search", async () => {
    const { headers } = await getPlain(service(), "/redoc");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; worker-src blob:",
    );
  });

  test("every address in it leads to a file that is there", async () => {
    const { text } = await getPlain(service(), "/redoc");
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect((await getPlain(service(), `/${link}`)).status, link).toBe(200);
  });
});

answersConditionally(service, () => "/redoc");

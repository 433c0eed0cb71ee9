import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newOrg } from "../support/client.ts";
import { getPlain } from "../support/plain.ts";
import { useService } from "../support/service.ts";
import { chromiumPath, launchBrowser, type WatchedPage, watchedPage } from "./browser.ts";

/** The pages as their reader has them: in a real Chromium, without a network. */

const service = useService();
let browser: Browser | undefined;

beforeAll(async () => {
  if (chromiumPath) browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(!browser, "no Chromium on this machine: install it, or set CHROMIUM_PATH"));

async function open(path: string): Promise<WatchedPage> {
  if (!browser) throw new Error("the browser is there within tests only");
  const watched = await watchedPage(browser, new URL(service().baseUrl).origin);
  await watched.page.goto(service().baseUrl + path);
  return watched;
}

/** Operations of the document: method and path. */
async function operations(): Promise<string[]> {
  const { paths }: { paths: Record<string, object> } = JSON.parse((await getPlain(service(), "/openapi.json")).text);
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

const undisturbed = ({ complaints, foreign, failures }: WatchedPage) =>
  expect({ complaints, foreign, failures }).toEqual({ complaints: [], foreign: [], failures: [] });

describe("/docs", () => {
  test("shows every operation", async () => {
    const watched = await open("/docs");
    const summaries = watched.page.locator(".opblock-summary-method, .opblock-summary-path");
    await summaries.first().waitFor();
    const shown = (await watched.page.locator(".opblock-summary").all()).map(async (summary) => {
      const method = await summary.locator(".opblock-summary-method").textContent();
      const path = await summary.locator(".opblock-summary-path").getAttribute("data-path");
      return `${method} ${path}`;
    });
    expect((await Promise.all(shown)).sort()).toEqual((await operations()).sort());
    undisturbed(watched);
    await watched.page.close();
  });

  test("opens the operation that its address names", async () => {
    const watched = await open("/docs#/Org/getOwnOrg");
    await watched.page.locator("#operations-Org-getOwnOrg.is-open .responses-wrapper").first().waitFor();
    undisturbed(watched);
    await watched.page.close();
  });

  test("tries a call out with the three keys, and forgets them with the page", async () => {
    const { org, client } = await newOrg(service());
    const watched = await open("/docs#/Org/getOwnOrg");
    const { page } = watched;
    const keys = { "X-Master-Key": client.keys.master, "X-Admin-Key": client.keys.admin, "X-Org-Key": client.keys.org };
    await page.locator(".btn.authorize").click();
    for (const [header, key] of Object.entries(keys)) {
      const form = page.locator(".auth-container", { hasText: header });
      await form.locator("input").fill(key ?? "");
      await form.getByRole("button", { name: "Apply credentials" }).click();
    }
    await page.locator(".modal-ux .close-modal").click();
    const operation = page.locator("#operations-Org-getOwnOrg");
    await operation.locator(".execute").click();
    const answer = operation.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.locator("tbody .response-col_status").textContent()).toMatch(/^200/);
    expect(await answer.textContent()).toContain(org.customer_id);
    undisturbed(watched);
    await page.reload();
    await page.locator("#operations-Org-getOwnOrg .execute").click();
    await operation.locator(".live-responses-table").waitFor();
    expect(await operation.locator(".live-responses-table").textContent()).toContain(
      "Missing required header: X-Master-Key",
    );
    await page.close();
  });
});

describe("/redoc", () => {
  test("shows every operation, in the menu as well", async () => {
    const watched = await open("/redoc");
    const { page } = watched;
    await page.locator(".menu-content [role=menuitem]").first().waitFor();
    const documented = (await operations()).length;
    expect(await page.locator('.api-content [data-section-id*="/operation/"]').count()).toBe(documented);
    expect(await page.locator('.menu-content [data-item-id*="/operation/"]').count()).toBe(documented);
    undisturbed(watched);
    await page.close();
  });

  test("finds an operation by its words", async () => {
    const watched = await open("/redoc");
    const { page } = watched;
    await page.getByLabel("Search").fill("revoke");
    const result = page.locator('[data-role="search:results"] [role=menuitem]').first();
    await result.waitFor();
    expect(await result.textContent()).toMatch(/revoke an admin key/i);
    await result.click();
    await page.waitForURL(/#tag\/Admin-keys\/operation\//);
    undisturbed(watched);
    await page.close();
  });
});

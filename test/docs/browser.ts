import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const PATHS = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Where this machine has Chromium; undefined when it has none. */
export const chromiumPath = PATHS.find((path) => path !== undefined && existsSync(path));

/** A browser that can reach this machine and nothing else. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? "",
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });

export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings on the console, violations of the page's policy among them. */
  readonly complaints: readonly string[];
  /** Addresses that were asked for beyond the given origin. */
  readonly foreign: readonly string[];
  /** Answers of 400 and more. */
  readonly failures: readonly string[];
}

/** An empty page that notes what a page must not do. */
export async function watchedPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints: string[] = [];
  const foreign: string[] = [];
  const failures: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (protocol !== "data:" && target !== origin) foreign.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  return { page, complaints, foreign, failures };
}

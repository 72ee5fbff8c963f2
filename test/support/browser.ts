import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Chromium, where it is installed. */
const program = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
  (path) => path !== undefined && existsSync(path),
);

/** Milliseconds that tests wait for a state: a loaded machine takes its time, and only a broken page takes all of this. */
const longestWait = 120_000;
/** For tests in a browser, which wait for several. */
export const browserTimeout = { timeout: 2 * longestWait } as const;

/** Whether tests in a browser can run: elsewhere they are skipped, and counted as skipped. */
export const hasBrowser = program !== undefined;

/** A browser without a window. */
export function openBrowser(): Promise<Browser> {
  // Containers run as root, for whom Chromium has no sandbox.
  return chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox"] });
}

/** A page, and everything that went wrong in it, or that it asked of the network beside its own file or server. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(longestWait);
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) problems.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}

/** The name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(
    "document.activeElement.querySelector(':scope > title')?.textContent ?? document.activeElement.textContent",
  );
}

/** What axe finds wrong with a page for people who do not see it, or not well: the rule and the elements, a line each. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { openBrowser, openPage } from "../support/browser.ts";
import { flowcProgram, root, runProgram, temporaryFolder } from "../support/flowc.ts";
import { terminalHtml } from "./terminal-html.ts";

// Makes the pictures of README.md anew: `npm run pictures`, which needs Chromium.

const example = "examples/resilient";
const images = join(root, "docs", "images");

using folder = temporaryFolder();
mkdirSync(images, { recursive: true });
const report = join(folder.path, "report.html");
const run = await runProgram(flowcProgram, ["run", example, "--report", report], {
  env: { ...process.env, FORCE_COLOR: "1", FLOWC_STEP_OUTPUT: "full", XDG_CACHE_HOME: folder.path },
});
const shown = `$ flowc run ${example} --report report.html\n${run.stderr.replace(report, "report.html")}${run.stdout}`;
const terminal = join(folder.path, "terminal.html");
writeFileSync(terminal, terminalHtml(shown));
const browser = await openBrowser();
await shoot(browser, { page: report, name: "report.png", wait: "h1", height: 925 });
await shoot(browser, { page: terminal, name: "terminal.png", wait: "pre" });
await browser.close();

interface Picture {
  readonly page: string;
  readonly name: string;
  /** What must be there. */
  readonly wait: string;
  /** Pixels; undefined: all of it. */
  readonly height?: number;
}

async function shoot(inside: Browser, { page: file, name, wait, height }: Picture): Promise<void> {
  const { page } = await openPage(inside, pathToFileURL(file).href, {
    viewport: { width: 960, height: height ?? 200 },
  });
  await page.locator(wait).first().waitFor();
  const path = join(folder.path, name);
  await page.screenshot({ path, fullPage: height === undefined });
  copyFileSync(path, join(images, name));
}

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, project, type WorkflowParts, workflowText } from "../cli/project.ts";
import {
  accessibilityProblems,
  browserTimeout,
  focused,
  hasBrowser,
  openBrowser,
  openPage,
} from "../support/browser.ts";
import { flowc, flowcProgram, temporaryFolder, testCache } from "../support/flowc.ts";

interface DevOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** `flowc dev` in the folder of a workflow, and its page. */
async function startDev(parts: WorkflowParts | string, { env = {}, files = {}, args = [] }: DevOptions = {}) {
  const folder = project(parts, files);
  const child = spawn(process.execPath, [flowcProgram, "dev", ".", ...args], {
    cwd: folder.path,
    env: { ...process.env, XDG_CACHE_HOME: testCache, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => void child.on("exit", resolve));
  return { folder: folder.path, child, ended, url: await addressOf(child), remove: () => folder[Symbol.dispose]() };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const url = /open (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on("exit", () => reject(new Error(said)));
  });
}

const hostile = "</script><img src=x onerror=document.title=0>";

describe.skipIf(!hasBrowser)("flowc dev in a browser", browserTimeout, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function open(parts: WorkflowParts | string, options?: DevOptions) {
    const dev = await startDev(parts, options);
    const opened = await openPage(browser, dev.url);
    await opened.page.getByRole("tab", { name: "Run", exact: true }).waitFor();
    return {
      ...dev,
      ...opened,
      [Symbol.asyncDispose]: async () => {
        await opened.page.close();
        dev.child.kill("SIGINT");
        await dev.ended;
        dev.remove();
      },
    };
  }

  const progress = (page: Page) => page.getByRole("status", { name: "Progress" });
  const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true }).click();

  test("runs nothing before it is asked to, then shows the run as it goes on", async () => {
    const script = `echo '${hostile}'; while [ ! -e go ]; do sleep 0.05; done; echo gone on`;
    await using opened = await open({
      resources: [command("main", script), { ...command("last", "echo end"), requires: ["main"] }],
    });
    const { page, folder, problems } = opened;
    expect(await progress(page).count()).toBe(0);
    await run(page);
    const log = page.getByRole("log", { name: "Output" });
    await log.getByText(hostile).waitFor();
    expect(await progress(page).textContent()).toBe("running: 0 of 2 resources");
    expect(await page.getByRole("link", { name: /^main, exec: running/ }).count()).toBe(1);
    writeFileSync(join(folder, "go"), "");
    await progress(page).getByText("completed: 2 of 2 resources").waitFor();
    expect(await log.textContent()).toContain("last | end");
    expect(await page.getByRole("region", { name: "Result of the run" }).textContent()).toBe("end");
    expect(await page.title()).toBe("flowc dev");
    expect(problems).toEqual([]);
  });

  test("a run is cancelled, with the processes that it has started", async () => {
    await using opened = await open({ resources: [command("main", "echo $$ > pid; sleep 600")] });
    const { page, folder } = opened;
    await run(page);
    const pid = await waitFor(() => Number(readFileSync(join(folder, "pid"), "utf8")) || undefined);
    await page.getByRole("button", { name: "Cancel" }).click();
    await progress(page).getByText("cancelled: 1 of 1 resource").waitFor();
    await waitFor(() => (isAlive(pid) ? undefined : true));
  });

  test("finds mistakes as files change, and runs again when they are gone", async () => {
    const parts = { resources: [command("main", "echo fine")] };
    await using opened = await open(parts);
    const { page, folder } = opened;
    await page.getByText("No problems").waitFor();
    writeFileSync(join(folder, "workflow.yaml"), workflowText(parts).replace('"exec"', '"exce"'));
    await page.getByRole("tab", { name: /^Problems \([1-9]/ }).click();
    await page.getByRole("listitem").filter({ hasText: "exce" }).waitFor();
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByText("cannot run before its errors are gone").waitFor();
    writeFileSync(join(folder, "workflow.yaml"), workflowText(parts));
    await run(page);
    await progress(page).getByText("completed").waitFor();
  });

  test("a form asks for inputs by their schemas; secrets are hidden in the result", async () => {
    const inputs = { count: { type: "integer", required: true }, level: { type: "string", enum: ["low", "high"] } };
    const response = "{{ get('count') + 1 }} {{ get('level') }} {{ env('DEV_TOKEN') }}";
    await using opened = await open(
      { settings: { inputs }, resources: [{ actionId: "main", apiResponse: { response } }] },
      { files: { "dev.env": "DEV_TOKEN=s3cr3t-of-the-test" }, args: ["--env-file", "dev.env"] },
    );
    const { page } = opened;
    await run(page);
    const count = page.getByRole("spinbutton", { name: "count" });
    expect(await count.getAttribute("aria-invalid")).toBe("true");
    await count.fill("41");
    await page.getByRole("combobox", { name: "level" }).selectOption("high");
    expect(await accessibilityProblems(page)).toEqual([]);
    await run(page);
    expect(await page.getByRole("region", { name: "Result of the run" }).textContent()).toContain("42 high ***");
    expect(await page.content()).not.toContain("s3cr3t");
  });

  test("routes of a server workflow are tried, without a server", async () => {
    const routes = [
      { path: "/greet/:name", methods: ["GET"] },
      { path: "/greet", methods: ["POST"] },
    ];
    await using opened = await open({
      settings: { apiServerMode: true, apiServer: { routes } },
      resources: [{ actionId: "main", apiResponse: { response: "Hello {{ get('name') }}" } }],
    });
    const { page } = opened;
    await page.getByRole("combobox", { name: "Route" }).selectOption("GET /greet/:name");
    await page.getByRole("textbox", { name: "name" }).fill("Ada/Grace");
    await run(page);
    const result = page.getByRole("region", { name: "Result of the run" });
    await result.getByText("Hello Ada/Grace").waitFor();
    await page.getByRole("combobox", { name: "Route" }).selectOption("POST /greet");
    await page.getByRole("textbox", { name: "body" }).fill('{"name": "Ada"}');
    await run(page);
    await result.getByText('Hello Ada"').waitFor();
  });

  test("tests run when they are asked to, and say what differs", async () => {
    await using opened = await open({ resources: [command("main", "echo fine")] });
    const { page, folder } = opened;
    const [good, bad] = ["fine", "other"].map((main) => ({ name: main, given: { main }, expect: { result: "fine" } }));
    const tests = JSON.stringify({ tests: [good, bad] });
    writeFileSync(join(folder, "sample.test.yaml"), tests);
    await page.getByRole("tab", { name: "Tests" }).click();
    const status = page.getByRole("status", { name: "Tests" });
    expect(await status.textContent()).toBe("Not run yet");
    await page.getByRole("button", { name: "Run tests" }).click();
    await status.getByText("2 tests: 1 passed").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "✗" }).textContent()).toContain(
      'expected "fine", got "other"',
    );
  });

  test("the keyboard is enough: tabs, a run, two runs compared, the code", async () => {
    await using opened = await open({ resources: [command("main", "echo $RANDOM$$")] });
    const { page } = opened;
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Run");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await progress(page).getByText("completed").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Compare (2)" }).waitFor();
    await progress(page).getByText("completed").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowLeft");
    expect(await focused(page)).toBe("Compare (2)");
    await page.getByText("The results differ.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.getByRole("row", { name: /^main/ }).textContent()).toContain("differs");
    for (const tab of ["Tests", "Code"]) {
      await page.keyboard.press("ArrowLeft");
      expect(await focused(page)).toBe(tab);
    }
    await page.getByRole("region", { name: "JavaScript" }).getByText("flow.exec(").waitFor();
  });

  test("a run of today is compared with one that was kept", async () => {
    using home = temporaryFolder();
    await using opened = await open({ resources: [command("main", "echo same")] }, { env: { HOME: home.path } });
    const { page, folder } = opened;
    const env = { ...process.env, HOME: home.path };
    expect((await flowc(["run", ".", "--record"], { cwd: folder, env })).code).toBe(0);
    await run(page);
    await progress(page).getByText("completed").waitFor();
    await page.getByRole("tab", { name: /^Compare/ }).click();
    await page.getByRole("button", { name: "Load kept runs" }).click();
    await page.getByText("The results are the same.").waitFor();
    const before = page.getByRole("combobox", { name: "Before" }).getByRole("option", { selected: true });
    expect(await before.textContent()).toMatch(/, completed, kept$/);
  });

  test("Ctrl+C, which a terminal sends to all processes of a command, ends it and what it runs", async () => {
    await using opened = await open({ resources: [command("main", "echo $$ > pid; sleep 600")] });
    const { page, folder, child, ended } = opened;
    await run(page);
    const pid = await waitFor(() => Number(readFileSync(join(folder, "pid"), "utf8")) || undefined);
    process.kill(-(child.pid ?? 0), "SIGINT");
    expect(await ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
    await page.getByText("No connection to flowc dev").waitFor();
  });
});

/** Asks again and again until there is an answer. */
async function waitFor<Value>(ask: () => Value | undefined): Promise<Value> {
  for (;;) {
    try {
      const value = ask();
      if (value !== undefined) return value;
    } catch {
      // not there yet
    }
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

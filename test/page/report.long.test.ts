import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageEvent } from "../../compiler/page/data.ts";
import { command, project } from "../cli/project.ts";
import {
  accessibilityProblems,
  browserTimeout,
  focused,
  hasBrowser,
  openBrowser,
  openPage,
} from "../support/browser.ts";
import { flowcHere } from "../support/flowc.ts";
import { event, inOrder, ran } from "./events.ts";

const hostile = `<img src=x onerror="document.title='gone'"></script><script>document.title='gone'</script>`;

describe.skipIf(!hasBrowser)("a report in a browser", browserTimeout, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** The page of a run of a workflow with these resources. */
  async function open(
    resources: Parameters<typeof project>[0],
    events: readonly PageEvent[],
    options: BrowserContextOptions = {},
    prices: object = {},
  ) {
    const folder = project(resources, { "prices.json": JSON.stringify(prices) });
    const lines = events.map((one) => JSON.stringify({ ...one, workflowId: "sample", runId: "r" })).join("\n");
    const { code, stderr } = await flowcHere(
      ["report", "-", "--workflow", ".", "-o", "r.html", "--prices", "prices.json"],
      {
        cwd: folder.path,
        stdin: `${lines}\n`,
      },
    );
    if (code !== 0) throw new Error(stderr);
    const opened = await openPage(browser, pathToFileURL(join(folder.path, "r.html")).href, options);
    return {
      ...opened,
      [Symbol.asyncDispose]: async () => {
        await opened.page.close();
        folder[Symbol.dispose]();
      },
    };
  }

  const resources = [
    command("list", "true"),
    command("pick", "false"),
    { ...command("total", "true"), requires: ["list", "pick"] },
  ];
  const failed = {
    actionId: "pick",
    resourceType: "exec",
    message: "exit code 3",
    failureClass: "tool_runtime",
  } as const;
  const events = inOrder(
    event("workflow.started", 0),
    ...ran("list", 1, 100),
    event("resource.output", 50, { actionId: "list", stream: "stdout", line: hostile }),
    event("resource.started", 1, { actionId: "pick", resourceType: "exec" }),
    event("resource.retrying", 200, { ...failed, attempt: 1 }),
    event("resource.failed", 400, { ...failed, place: "workflow.yaml:9", exitCode: 3, command: `echo ${hostile}` }),
    event("resource.skipped", 401, { actionId: "total", message: '"pick" failed first' }),
    event("workflow.failed", 402, { message: '"pick" failed: exit code 3', failureClass: "tool_runtime" }),
  );

  test("is read by roles and names", async () => {
    await using opened = await open({ resources }, events);
    const { page, problems } = opened;
    await page.getByRole("heading", { level: 1, name: "sample" }).waitFor();
    expect(await page.getByRole("article", { name: "Failure of pick" }).textContent()).toContain("exit code 3");
    expect(await page.getByRole("article").textContent()).toContain("workflow.yaml:9");
    const graph = page.getByRole("group", { name: /^Graph/ });
    expect(
      await graph.getByRole("link").evaluateAll((all) => all.map((one) => one.querySelector("title")?.textContent)),
    ).toEqual(["list, exec: completed after 99 ms", "pick, exec: failed after 399 ms", "total, exec, target: skipped"]);
    const row = page.getByRole("row", { name: /pick/ });
    expect(await row.getByRole("cell").allTextContents()).toEqual(
      expect.arrayContaining(["✗ failed", "1 ms", "399 ms"]),
    );
    expect(problems).toEqual([]);
  });

  test("names and what commands wrote are text", async () => {
    const named = [{ ...command("list", "true"), name: hostile }, ...resources.slice(1)];
    await using opened = await open({ name: hostile, resources: named }, inOrder(...events, ...ran(hostile, 5, 6)));
    const { page, problems } = opened;
    await page.getByRole("link", { name: "list", exact: true }).click();
    expect(await page.getByRole("region", { name: "Output of list" }).textContent()).toContain(hostile);
    expect(await page.getByRole("row", { name: "onerror" }).getByRole("rowheader").textContent()).toBe(hostile);
    expect(await page.getByRole("group", { name: /^Graph/ }).textContent()).toContain("<img src=x");
    expect(await page.title()).toBe("sample: report");
    expect(await page.locator("img").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("is used by the keyboard alone", async () => {
    await using opened = await open({ resources }, events);
    const { page } = opened;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("list, exec: completed after 99 ms");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("total, exec, target: skipped");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    expect(await focused(page)).toBe("list, exec: completed after 99 ms");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Output of list" }).waitFor();
    expect(await focused(page)).toMatch(/^list exec ✓ completed/);
    // The graph is one stop: behind it comes the filter.
    await page
      .getByRole("group", { name: /^Graph/ })
      .getByRole("link")
      .first()
      .focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("PICK");
    await page.getByText("1 of 3 shown").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
  });

  test("has colors for light and for dark, and is unfolded in light on paper", async () => {
    const background = "getComputedStyle(document.body).backgroundColor";
    await using light = await open({ resources }, events, { colorScheme: "light" });
    expect(await light.page.evaluate(background)).toBe("rgb(255, 255, 255)");
    await using dark = await open({ resources }, events, { colorScheme: "dark" });
    expect(await dark.page.evaluate(background)).toBe("rgb(20, 23, 27)");
    expect(await dark.page.getByRole("region", { name: "Output of list" }).count()).toBe(0);
    await dark.page.emulateMedia({ media: "print" });
    await dark.page.getByRole("region", { name: "Output of list" }).waitFor();
    expect(await dark.page.evaluate(background)).toBe("rgb(255, 255, 255)");
  });

  test.each(["light", "dark"] as const)("axe finds nothing wrong with it in %s", async (colorScheme) => {
    await using opened = await open({ resources }, events, { colorScheme });
    const { page } = opened;
    for (const name of ["list", "pick"]) await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("region", { name: "Output of list" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("300 resources: all are there, and are found", async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      actionId: `r${index}`,
      ...command(`r${index}`, "true"),
      ...(index < 10 ? {} : { requires: [`r${index - 10}`] }),
    }));
    const all = many.flatMap(({ actionId }, index) =>
      ran(actionId, Math.floor(index / 10) * 10, Math.floor(index / 10) * 10 + 9),
    );
    await using opened = await open({ resources: many }, [
      event("workflow.started", 0),
      ...inOrder(...all),
      event("workflow.completed", 300),
    ]);
    const { page, problems } = opened;
    await page.getByText("300 of 300 shown").waitFor();
    expect(
      await page
        .getByRole("group", { name: /^Graph/ })
        .getByRole("link")
        .count(),
    ).toBe(300);
    await page.getByLabel("Status").selectOption("critical path");
    await page.getByText("30 of 300 shown").waitFor();
    expect(problems).toEqual([]);
  });

  test("tokens of chats, and what they cost where the price is known", async () => {
    const chat = (actionId: string, model: string) => ({ actionId, chat: { model, prompt: "Hello" } });
    const usage = { promptTokens: 1_000, completionTokens: 2_000, totalTokens: 3_000 };
    const of = (actionId: string) => event("resource.completed", 5, { actionId, resourceType: "llm", usage });
    await using opened = await open(
      { resources: [chat("big", "large"), { ...chat("other", "small"), requires: ["big"] }] },
      [event("workflow.started", 0), of("big"), of("other"), event("workflow.completed", 9)],
      {},
      { large: { input: 10, output: 30 } },
    );
    const { page } = opened;
    const cells = (name: string) => page.getByRole("row", { name }).getByRole("cell").allTextContents();
    expect(await cells("big large")).toEqual(["large", "1000", "2000", "$0.07000"]);
    expect(await cells("other small")).toEqual(["small", "1000", "2000", "no price"]);
  });

  test("it is the content policy that keeps foreign scripts out", async () => {
    await using opened = await open({ resources }, events);
    const { page } = opened;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))",
    );
    expect(await page.evaluate("window.ran")).toBeUndefined();
  });
});

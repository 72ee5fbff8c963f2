import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc, flowcProgram } from "../../support/flowc.ts";
import { hello, project, workflowText } from "../project.ts";
import { until } from "./service.ts";

const greeting = (word: string) =>
  workflowText({
    name: "watched",
    settings: { timeout: "10s", apiServer: { routes: [{ path: "/", methods: ["GET"] }] } },
    resources: [{ actionId: "main", apiResponse: { response: word } }],
  });

test("a change is served on the same port; what does not compile is shown, and the version before goes on", async () => {
  using folder = project(greeting("one"));
  const env = { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache") };
  const args = [flowcProgram, "run", folder.path, "--watch", "--port", "0"];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(child, "exit");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  try {
    await until(() => stderr.includes("listens on"));
    const [url = ""] = /http:\/\/\S+/.exec(stderr) ?? [];
    const answer = async () => (await fetch(url).then((response) => response.json())) as { response: string };
    const answers = (word: string) =>
      until(() =>
        answer().then(
          ({ response }) => response === word,
          () => false,
        ),
      );
    await answers("one");
    writeFileSync(join(folder.path, "workflow.yaml"), greeting("two"));
    await answers("two");
    writeFileSync(join(folder.path, "workflow.yaml"), greeting("{{ nosuch() }}"));
    await until(() => stderr.includes("the version before goes on"));
    expect(stderr).toContain('unknown function "nosuch"');
    await answers("two");
    writeFileSync(join(folder.path, "workflow.yaml"), greeting("three"));
    await answers("three");
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a workflow without routes is waited for until it has some", async () => {
  using folder = project(hello);
  const started = (child: ReturnType<typeof spawn>) =>
    child.stderr?.on("data", () => setTimeout(() => child.kill("SIGTERM"), 50));
  const { stderr, code } = await flowc(["run", folder.path, "--watch"], { started });
  expect(stderr).toBe("this workflow is no server workflow: it has no routes; waiting for a change\n");
  expect(code).toBe(0);
});

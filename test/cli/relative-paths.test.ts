import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { command, workflowText } from "./project.ts";

// "Where paths count from" of docs/workflows.md: the workflow lies in one folder, and is started in another.

const workflow = workflowText({
  name: "paths",
  settings: { sqlConnections: { shop: { connection: "sqlite://shop.db" } } },
  resources: [
    command("here", "pwd"),
    command("there", "pwd", { exec: { command: "pwd", workingDir: "sub" } }),
    command("home", "pwd", { exec: { command: "pwd", workingDir: "~" }, onError: { action: "continue" } }),
    { actionId: "script", python: { scriptFile: "script.py", timeout: "1m" } },
    { actionId: "memo", component: { name: "memory", with: { key: "k", value: "v", dbPath: "memo.db" } } },
    { actionId: "table", sql: { connectionName: "shop", query: "create table t (n)", timeout: "1m" } },
    {
      actionId: "main",
      requires: ["here", "there", "home", "script", "memo", "table"],
      apiResponse: {
        response: {
          here: "{{ get('here') }}",
          there: "{{ get('there') }}",
          home: "{{ get('home') ?? 'none' }}",
          script: "{{ get('script') }}",
          file: "{{ get('file') }}",
        },
      },
    },
  ],
});

describe.skipIf(process.platform === "win32")("paths", () => {
  test("count from the folder that a run is started in, scriptFile from the workflow's", async () => {
    using folder = temporaryFolder();
    const [sources, start] = [join(folder.path, "sources"), join(folder.path, "start")];
    for (const path of [sources, start, join(start, "sub")]) mkdirSync(path);
    writeFileSync(join(sources, "workflow.yaml"), workflow);
    writeFileSync(join(sources, "script.py"), "import os\nprint('in ' + os.getcwd())\n");
    writeFileSync(join(start, "given.txt"), "given");
    const expected = { here: start, there: join(start, "sub"), home: "none", script: `in ${start}`, file: "given" };
    const args = ["--file", "given.txt", "--events=events.ndjson"];
    const ran = await flowc(["run", "../sources", ...args], { cwd: start });
    expect([ran.stderr, ran.code]).toEqual(["", 0]);
    expect(JSON.parse(ran.stdout)).toEqual({ success: true, response: expected });
    for (const name of ["memo.db", "shop.db", "events.ndjson"]) expect(existsSync(join(start, name)), name).toBe(true);
    const built = await flowcHere(["build", "../sources", "-o", "out"], { cwd: start });
    expect([built.code, existsSync(join(start, "out", "paths.mjs"))]).toEqual([0, true]);
    const other = join(folder.path, "other");
    mkdirSync(join(other, "sub"), { recursive: true });
    writeFileSync(join(other, "given.txt"), "given");
    const bundle = await runProgram(join(start, "out", "paths.mjs"), args, { cwd: other });
    expect(JSON.parse(bundle.stdout).response).toMatchObject({ here: other, script: `in ${other}`, file: "given" });
    expect(existsSync(join(other, "memo.db"))).toBe(true);
  });
});

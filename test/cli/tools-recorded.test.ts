import { join } from "node:path";
import { expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { listRuns } from "../../runtime-lib/store/list-runs.ts";
import { type RecordedRun, recordedRun } from "../../runtime-lib/store/recorded-run.ts";
import { flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { serveModel } from "../support/model.ts";
import { command, project, type WorkflowParts } from "./project.ts";

// What agents have workflows do is kept like any other run.

const greets: WorkflowParts = {
  name: "greets",
  settings: { inputs: { name: { type: "string", required: true } } },
  resources: [command("main", "test {{ get('name') }} != nobody && echo hello {{ get('name') }}")],
};

/** All runs of a store, the oldest first. */
function runsIn(store: string): readonly RecordedRun[] {
  const database = openExistingStore(store);
  if (database === undefined) return [];
  const ids = listRuns(database, store, {}).map(({ id }) => id);
  const runs = ids.map((id) => recordedRun(database, store, id));
  database.close();
  return runs.sort((a, b) => Number(a.run.status === "failed") - Number(b.run.status === "failed"));
}

/** Calls the one tool of an MCP server: once well, once so that it fails, once so that it is refused. */
async function callThrice(args: readonly string[], cwd: string): Promise<void> {
  const env = { ...process.env, HOME: cwd, XDG_CACHE_HOME: join(cwd, "cache") };
  await using connection = await connectedOverStdio("auto", { args, env, cwd });
  const call = (given: Readonly<Record<string, unknown>>) =>
    connection.client.callTool({ name: "greets", arguments: given });
  expect((await call({ name: "Ann" })).structuredContent).toEqual({ result: "hello Ann" });
  expect((await call({ name: "nobody" })).isError).toBe(true);
  await expect(call({})).rejects.toThrow("name");
}

const both = [
  {
    run: { workflow: "greets", status: "completed", journal: false },
    inputs: { name: "Ann" },
    results: { main: { stdout: "hello Ann" } },
    result: "hello Ann",
    events: [
      { event: "workflow.started" },
      { event: "resource.started" },
      { event: "resource.output", line: "hello Ann" },
      { event: "resource.completed" },
      { event: "workflow.completed" },
    ],
  },
  { run: { status: "failed", failureClass: "tool_runtime" }, inputs: { name: "nobody" } },
];

test("flowc mcp --record keeps each call that runs something", async () => {
  using folder = project(greets);
  await callThrice([flowcProgram, "mcp", ".", "--record=kept"], folder.path);
  expect(runsIn(join(folder.path, "kept", "runs.db"))).toMatchObject(both);
});

test("flowc mcp keeps the calls of a workflow with settings.history, in the user's own store", async () => {
  using folder = project({ ...greets, settings: { ...greets.settings, history: true } });
  await callThrice([flowcProgram, "mcp", "."], folder.path);
  const runs = runsIn(join(folder.path, ".flowc", "runs.db"));
  expect(runs).toMatchObject(both);
  // It is known of which workflow it is a run.
  const args = ["runs", "fork", runs[0]?.run.id ?? "", "--from", "main"];
  const { stdout } = await flowc(args, { cwd: folder.path, env: { HOME: folder.path } });
  expect(stdout).toBe("hello Ann\n");
});

test("a bundle that is an MCP server keeps its calls where it is built with --journal, another says so", async () => {
  using folder = project(greets);
  await flowcHere(["build", ".", "-o", "out", "--target", "mcp", "--journal"], { cwd: folder.path });
  await flowcHere(["build", ".", "-o", "plain", "--target", "mcp"], { cwd: folder.path });
  await callThrice([join(folder.path, "out", "greets.mjs"), "--record=kept"], folder.path);
  expect(runsIn(join(folder.path, "kept", "runs.db"))).toMatchObject(both);
  const { stderr, code } = await runProgram(join(folder.path, "plain", "greets.mjs"), ["--record"], {});
  expect([stderr, code]).toEqual([
    "error: --record needs a bundle that keeps runs: build it with --journal, or use flowc mcp\n",
    2,
  ]);
});

test("flowc agent --record keeps what the model calls", async () => {
  using folder = project(greets);
  await using model = await serveModel({ calls: [{ name: "greets", arguments: { name: "Ann" } }] }, "done");
  const env = { HOME: folder.path, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "k" };
  const args = ["agent", ".", "--model", "m", "--yes", "--record=kept", "greet Ann"];
  const { stdout, code } = await flowc(args, { cwd: folder.path, env });
  expect([stdout, code]).toEqual(["done\n", 0]);
  expect(runsIn(join(folder.path, "kept", "runs.db"))).toMatchObject(both.slice(0, 1));
});

test.each([["mcp"], ["agent"]])("%s --record= without a folder is a mistake", async (name) => {
  using folder = project(greets);
  const { stderr, code } = await flowc([name, ".", "--record=", ...(name === "agent" ? ["--model", "m"] : [])], {
    cwd: folder.path,
  });
  expect([stderr, code]).toEqual(["error: --record= needs a path\n", 2]);
});

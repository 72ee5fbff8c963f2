import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { recordedRun } from "../../runtime-lib/store/recorded-run.ts";
import { eventsOf, flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { command, project, type WorkflowParts } from "./project.ts";

const secret = "correct-horse-battery-staple";

/** A project with a home and a store of its own; what its commands have run stands in the file `log`. */
function withStore(workflow: WorkflowParts) {
  const folder = project(workflow);
  const env = { ...process.env, HOME: folder.path, SECRET: secret };
  const options = { cwd: folder.path, env };
  const path = join(folder.path, ".flowc", "runs.db");
  return {
    path: folder.path,
    env,
    run: (...args: readonly string[]) => flowc(["run", ".", ...args], options),
    runs: (...args: readonly string[]) => flowcHere(["runs", ...args, "--store", path], options),
    resume: (...args: readonly string[]) => flowc(["resume", ...args], options),
    shown: (name: string) => {
      const database = openExistingStore(path);
      if (database === undefined) throw new Error("there is no store");
      try {
        return recordedRun(database, path, name);
      } finally {
        database.close();
      }
    },
    log: () => (existsSync(join(folder.path, "log")) ? readFileSync(join(folder.path, "log"), "utf8").trim() : ""),
    store: path,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Three steps, of which the second fails until there is a file `ok`. */
const flaky: WorkflowParts = {
  name: "flaky",
  settings: { inputs: { n: { type: "integer", default: 1 } } },
  resources: [
    command("first", "echo first >> log; echo one $SECRET"),
    command("second", "echo second >> log; test -e ok && cat ok", { requires: ["first"] }),
    {
      actionId: "third",
      requires: ["second"],
      apiResponse: {
        success: true,
        response: { all: ["{{get('first')}}", "{{get('second')}}", "{{env('SECRET')}}"], n: "{{get('n')}}" },
      },
    },
  ],
};

test("--record keeps events, output, inputs, results and the graph, without secrets", async () => {
  using folder = withStore(flaky);
  writeFileSync(join(folder.path, "ok"), "two");
  expect((await folder.run("--record", "--input", "n=7")).code).toBe(0);
  const { run, graph, events, inputs, results, result } = folder.shown("last");
  expect(run).toMatchObject({ workflow: "flaky", status: "completed", journal: false });
  expect(graph.resources[1]).toEqual({
    id: "second",
    type: "exec",
    requires: ["first"],
    place: expect.stringMatching(/^workflow.yaml:\d+$/),
  });
  expect(events.map(({ event }) => event)).toEqual([
    "workflow.started",
    ...["resource.started", "resource.output", "resource.completed"],
    ...["resource.started", "resource.output", "resource.completed"],
    ...["resource.started", "resource.completed", "workflow.completed"],
  ]);
  expect(inputs).toEqual({ n: 7 });
  expect(results["second"]).toMatchObject({ stdout: "two", exitCode: 0 });
  expect(result).toEqual({ success: true, response: { all: ["one ***", "two", "***"], n: 7 } });
  const bytes = [folder.store, `${folder.store}-wal`].map((path) =>
    existsSync(path) ? readFileSync(path, "latin1") : "",
  );
  expect(bytes.join("")).not.toContain(secret.slice(0, 8));
});

test("without --record nothing is kept, with settings.history always", async () => {
  using folder = withStore({ name: "plain", resources: [command("main", "echo hello")] });
  await folder.run();
  expect(existsSync(folder.store)).toBe(false);
  using recording = withStore({
    name: "recording",
    settings: { history: true },
    resources: [command("main", "echo hello")],
  });
  await recording.run();
  expect(recording.shown("last").run).toMatchObject({ workflow: "recording", status: "completed" });
});

test("a run that failed is kept with its failure, and --events holds nothing but events", async () => {
  using folder = withStore(flaky);
  const { stderr, code } = await folder.run("--record", "--events");
  expect(code).toBe(1);
  expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.failed" });
  expect(folder.shown("last").run).toMatchObject({
    status: "failed",
    message: '"second" failed: exit code 1',
    failureClass: "tool_runtime",
  });
});

test("a long result and a long output are cut, with a note", async () => {
  using folder = withStore({
    name: "long",
    resources: [command("long", `node -e "for (let i = 0; i < 300; i++) console.log('x'.repeat(4999))"`)],
  });
  await folder.run("--record");
  const { events, results, notes } = folder.shown("last");
  expect(notes).toEqual({ long: "cut" });
  expect(String(results["long"])).toHaveLength(1024 * 1024);
  const lines = events.flatMap(({ event, line = "" }) => (event === "resource.output" ? [line] : []));
  expect(lines.at(-1)).toBe("… (the rest of the output is not recorded)");
  expect(lines.slice(0, -1).every((line) => line === "x".repeat(4999))).toBe(true);
  expect(lines).toHaveLength(Math.floor((1024 * 1024) / 4999) + 1);
});

test("a run with a journal goes on where it failed, and ends as if it had not", async () => {
  using folder = withStore(flaky);
  const first = await folder.run("--journal", "--run", "nightly", "--input", "n=5");
  expect(first.code).toBe(1);
  writeFileSync(join(folder.path, "ok"), "two");
  const again = await folder.resume();
  expect([again.code, JSON.parse(again.stdout)]).toEqual([
    0,
    { success: true, response: { all: [`one ${secret}`, "two", secret], n: 5 } },
  ]);
  expect(again.stderr).toContain("the run nightly goes on: 1 of 3 resources are done\n");
  expect(folder.log()).toBe("first\nsecond\nsecond");
  const once = await folder.run("--journal", "--run", "nightly");
  expect([once.code, once.stdout, folder.log()]).toEqual([0, again.stdout, "first\nsecond\nsecond"]);
  expect(once.stderr).toBe("the run nightly has completed: this is its result\n");
});

test("a run that was killed is interrupted, and goes on", async () => {
  using folder = withStore({
    name: "killed",
    resources: [
      command("first", "echo first >> log"),
      command("second", "echo second >> log; test -e ok || sleep 60", { requires: ["first"] }),
    ],
  });
  const child = spawn(process.execPath, [flowcProgram, "run", ".", "--journal", "--run", "k"], {
    cwd: folder.path,
    env: { ...folder.env, XDG_CACHE_HOME: join(folder.path, "cache") },
    stdio: "ignore",
  });
  while (!folder.log().includes("second")) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(folder.shown("k").run.status).toBe("running");
  const busy = await folder.run("--journal", "--run", "k");
  expect([busy.code, busy.stderr]).toEqual([2, 'error: the run "k" is running in another process\n']);
  expect((await folder.runs("rm", "k")).stderr).toBe("error: the run k is running; flowc runs cancel ends it\n");
  child.kill("SIGKILL");
  while (folder.shown("k").run.status === "running") await new Promise((resolve) => setTimeout(resolve, 20));
  expect(folder.shown("k").run.status).toBe("interrupted");
  writeFileSync(join(folder.path, "ok"), "");
  expect((await folder.resume("k")).code).toBe(0);
  expect(folder.log()).toBe("first\nsecond\nsecond");
});

test("runs cancel ends a run of another process, which can be resumed", async () => {
  using folder = withStore({
    name: "long",
    resources: [command("first", "echo first >> log; test -e ok || sleep 60")],
  });
  const running = folder.run("--journal", "--run", "c");
  while (!folder.log().includes("first")) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await folder.runs("cancel", "c")).stderr).toBe("c: cancelled\n");
  const { code, stderr } = await running;
  expect(code).toBe(1);
  expect(stderr).toContain("the run was cancelled by flowc runs cancel");
  writeFileSync(join(folder.path, "ok"), "");
  expect((await folder.resume("c")).code).toBe(0);
});

test("a changed workflow goes on where fingerprints agree, and says what runs again", async () => {
  using folder = withStore(flaky);
  await folder.run("--journal", "--run", "x");
  writeFileSync(join(folder.path, "ok"), "two");
  const file = join(folder.path, "workflow.yaml");
  // A line more moves everything, and changes nothing.
  writeFileSync(file, `\n${readFileSync(file, "utf8").replace("test -e ok && cat ok", "cat ok")}`);
  expect((await folder.resume("x")).code).toBe(0);
  expect(folder.log()).toBe("first\nsecond\nsecond");
  await folder.run("--journal", "--run", "y");
  writeFileSync(file, readFileSync(file, "utf8").replace("echo one", "echo uno"));
  const { stderr, stdout } = await folder.run("--from", "third", "--of", "y");
  expect(stderr).toContain("first runs again: it, or what it requires, has changed since the run y\n");
  expect(JSON.parse(stdout).response.all[0]).toBe(`uno ${secret}`);
});

test("--from takes what does not depend on a resource from a recorded run", async () => {
  using folder = withStore(flaky);
  writeFileSync(join(folder.path, "ok"), "two");
  await folder.run("--record", "--input", "n=9");
  writeFileSync(join(folder.path, "ok"), "changed");
  const { stdout, stderr, code } = await folder.run("--from", "second", "--of", "last");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).response).toEqual({ all: [`one ${secret}`, "changed", secret], n: 9 });
  expect(stderr).toMatch(/^taken from the run [\da-f-]{36}: first\n/);
  expect(folder.log()).toBe("first\nsecond\nsecond");
});

test("a result that holds a masked secret cannot be taken, and says so", async () => {
  using folder = withStore({
    name: "masked",
    resources: [
      command("first", "echo first >> log; printf %s $SECRET | base64"),
      {
        actionId: "second",
        requires: ["first"],
        apiResponse: { success: true, response: ["{{get('first')}}", "{{env('SECRET')}}"] },
      },
    ],
  });
  await folder.run("--record");
  const { stderr } = await folder.run("--from", "second", "--of", "last");
  expect(stderr).toContain("first runs again: its result holds a secret, which is not recorded\n");
  expect(folder.log()).toBe("first\nfirst");
});

test("fork starts a new run from a resource of another", async () => {
  using folder = withStore(flaky);
  writeFileSync(join(folder.path, "ok"), "two");
  await folder.run("--journal", "--run", "a");
  const { code } = await flowc(["runs", "fork", "a", "--from", "third", "--run", "b"], {
    cwd: folder.path,
    env: folder.env,
  });
  expect([code, folder.log()]).toEqual([0, "first\nsecond"]);
  expect(folder.shown("b").results).toEqual(folder.shown("a").results);
});

test("list, show, rm and prune", async () => {
  using folder = withStore({ name: "hello", resources: [command("main", "echo hello")] });
  for (const id of ["one", "two", "three"]) await folder.run("--journal", "--record", "--run", id);
  const listed = await folder.runs("list", "--format", "json", "--status", "completed", "--workflow", "hello");
  expect(JSON.parse(listed.stdout).runs.map(({ id }: { readonly id: string }) => id)).toEqual(["three", "two", "one"]);
  const text = (await folder.runs("list")).stdout.split("\n");
  expect(text[0]).toMatch(/^run +workflow +status +started +took$/);
  expect(text[1]).toMatch(/^three +hello +completed +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d+\.\ds$/);
  expect((await folder.runs("show", "tw")).stdout).toMatch(
    /^run {7}two\n[\s\S]*output:\n {2}main \| hello\n\nresult:\n {2}hello\n$/,
  );
  expect((await folder.runs("rm", "t")).stderr).toBe('error: more than one run begins with "t": two, three\n');
  expect((await folder.runs("rm", "one", "nope")).stderr).toBe(
    'error: there is no run "nope"; flowc runs lists those there are\n',
  );
  expect((await folder.runs("rm", "one")).code).toBe(0);
  expect((await folder.runs("prune", "--keep", "1")).stderr).toBe("1 run removed\n");
  expect((await folder.runs("prune", "--older", "1d")).stderr).toBe("0 runs removed\n");
  expect(JSON.parse((await folder.runs("list", "--format", "json")).stdout).runs).toHaveLength(1);
});

test("show indents every line of a result", async () => {
  using folder = withStore({ name: "hello", resources: [command("main", "printf 'a\\nb'")] });
  await folder.run("--record");
  expect((await folder.runs("show", "last")).stdout).toMatch(/\nresult:\n {2}a\n {2}b\n$/);
});

test.each([
  [["--run", "x"], "--run goes with --journal"],
  [["--from", "main"], "--from ID and --of RUN go together"],
  [["--from", "main", "--of", "nope"], 'there is no run "nope"; flowc runs lists those there are'],
  [["--journal=a", "--record=b"], "name the store once: --journal=FILE --record"],
  [["--journal", "--run", "last"], 'a run cannot be called "last"'],
  [["--journal=workflow.yaml"], /^cannot open the store of runs \S+workflow.yaml: it is not a database$/],
])("%j is refused", async (args, message) => {
  using folder = withStore({ name: "hello", resources: [command("main", "echo hello")] });
  const { code, stderr } = await folder.run(...args);
  expect(stderr.replace(/^error: (.*?)(?: \[infra\])?\n$/, "$1")).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
  expect(code).toBe(typeof message === "string" ? 2 : 1);
});

test("a bundle built with --journal keeps its runs and goes on with them; another says what to do", async () => {
  using folder = withStore(flaky);
  const built = (...args: readonly string[]) => flowcHere(["build", ".", ...args], { cwd: folder.path });
  await built("--journal");
  const bundle = join(folder.path, "dist", "flaky.mjs");
  const run = (...args: readonly string[]) => runProgram(bundle, args, { cwd: folder.path, env: folder.env });
  expect((await run("--help")).stdout).toContain("--journal[=FILE]");
  expect((await run("--journal=runs.db", "--run", "b")).code).toBe(1);
  writeFileSync(join(folder.path, "ok"), "two");
  const resumed = await flowc(["resume", "b", "--store", "runs.db"], { cwd: folder.path, env: folder.env });
  expect([resumed.code, folder.log()]).toEqual([0, "first\nsecond\nsecond"]);
  await built();
  expect((await run("--help")).stdout).not.toContain("--journal");
  expect(await run("--record")).toMatchObject({
    code: 2,
    stderr: "error: --record needs a bundle that keeps runs: build it with --journal, or use flowc run\n",
  });
});

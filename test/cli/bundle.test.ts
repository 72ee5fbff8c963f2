import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { eventsOf, flowcHere, type Outcome, runProgram, temporaryFolder } from "../support/flowc.ts";
import { command, oneSentence, project, type WorkflowParts } from "./project.ts";

const quiet = ["--step-output", "none"];

/** Builds a workflow and gives the folder of the bundle, apart from the sources. */
async function built(workflow: WorkflowParts) {
  using folder = project({ name: "sample", ...workflow });
  const out = temporaryFolder();
  expect((await flowcHere(["build", folder.path, "-o", out.path])).code).toBe(0);
  return { out: out.path, path: join(out.path, "sample.mjs"), [Symbol.dispose]: () => out[Symbol.dispose]() };
}

/** Runs a small module that imports the bundle as `bundle`. */
function importing(path: string, script: string, args: readonly string[] = []): Promise<Outcome> {
  const program = `${path}.importer.mjs`;
  writeFileSync(program, `const bundle = await import(${JSON.stringify(pathToFileURL(path).href)});\n${script}\n`);
  return runProgram(program, args);
}

function nodeVersion(program: string): number {
  try {
    return Number(execFileSync(program, ["-p", "process.versions.node.split('.')[0]"], { encoding: "utf8" }));
  } catch {
    return 0;
  }
}

const greeting = {
  resources: [
    command("main", 'echo "hello $1"', { exec: { command: 'echo "hello $1"', args: ["{{ get('name', 'you') }}"] } }),
  ],
};

describe.concurrent("a bundle as a command", () => {
  test("takes the flags of flowc run", async () => {
    using bundle = await built(greeting);
    expect((await runProgram(bundle.path, ["--input", "name=me"])).stdout).toBe("hello me\n");
    expect((await runProgram(bundle.path, ["--input-json", '{"name":"J"}', "--output", "json"])).stdout).toBe(
      '"hello J"\n',
    );
    const events = await runProgram(bundle.path, ["--events"]);
    expect(eventsOf(events.stderr)).toHaveLength(4);
    expect(JSON.parse((await runProgram(bundle.path, ["--describe"])).stdout).name).toBe("sample");
    expect((await runProgram(bundle.path, ["-V"])).stdout).toMatch(/^sample /);
    expect((await runProgram(bundle.path, ["-h"])).stdout).toContain("--input-json");
  });

  test("exit codes", async () => {
    using bundle = await built({ settings: { timeout: "1s" }, resources: [command("main", "{{ get('script') }}")] });
    const run = async (script: string) => (await runProgram(bundle.path, ["--input", `script=${script}`])).code;
    expect(await run("true")).toBe(0);
    expect(await run("false")).toBe(1);
    expect(await run("sleep 30")).toBe(124);
    const usage = await runProgram(bundle.path, ["--nope"]);
    expect(usage.stderr).toMatch(oneSentence);
    expect(usage.code).toBe(2);
    const positional = await runProgram(bundle.path, ["word"]);
    expect(positional.stderr).toMatch(oneSentence);
    expect(positional.code).toBe(2);
  });

  test("works from an empty, read-only folder with an empty environment", async () => {
    using bundle = await built(greeting);
    using empty = temporaryFolder();
    chmodSync(bundle.out, 0o555);
    chmodSync(empty.path, 0o555);
    const { stdout, stderr, code } = await runProgram(bundle.path, quiet, { cwd: empty.path, env: {} });
    chmodSync(bundle.out, 0o755);
    expect({ stdout, stderr, code }).toEqual({ stdout: "hello you\n", stderr: "", code: 0 });
    expect(readdirSync(empty.path)).toEqual([]);
    expect(readdirSync(bundle.out).sort()).toEqual(["sample.d.mts", "sample.licenses.txt", "sample.mjs"]);
  });

  test("with memory: needs only the addon beside it", async () => {
    using bundle = await built({
      resources: [{ actionId: "main", component: { name: "memory", with: { key: "k", value: "v" } } }],
    });
    using home = temporaryFolder();
    using moved = temporaryFolder();
    for (const name of readdirSync(bundle.out)) cpSync(join(bundle.out, name), join(moved.path, name));
    const { stdout, stderr, code } = await runProgram(join(moved.path, "sample.mjs"), quiet, {
      cwd: "/",
      env: { HOME: home.path },
    });
    expect({ stdout, stderr, code }).toEqual({ stdout: '{"success":true,"key":"k"}\n', stderr: "", code: 0 });
    expect(readdirSync(join(home.path, ".flowc"))).toContain("memory.db");
  });

  test("without the addon: one sentence, not a stack trace", async () => {
    using bundle = await built({
      resources: [{ actionId: "main", component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } } }],
    });
    using alone = temporaryFolder();
    cpSync(bundle.path, join(alone.path, "sample.mjs"));
    const { stderr, code } = await runProgram(join(alone.path, "sample.mjs"), [], { cwd: alone.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(".node");
    expect(code).toBe(1);
  });

  test("is run through a link and by its shebang", async () => {
    using bundle = await built(greeting);
    const { symlinkSync } = await import("node:fs");
    symlinkSync(bundle.path, join(bundle.out, "link"));
    expect((await runProgram(join(bundle.out, "link"), [])).stdout).toBe("hello you\n");
  });

  test.skipIf(![1, 2].some(() => nodeVersion("/usr/bin/node") > 0 && nodeVersion("/usr/bin/node") < 22))(
    "under a Node that is too old: one line, exit 2",
    async () => {
      using bundle = await built(greeting);
      const { stdout, stderr, code } = await runProgram(bundle.path, [], { node: "/usr/bin/node" });
      expect(stderr).toMatch(/^[^\n]*Node[^\n]*22[^\n]*\n$/);
      expect(stdout).toBe("");
      expect(code).toBe(2);
    },
  );
});

describe.concurrent("a bundle as a module", () => {
  test("importing it runs nothing", async () => {
    using bundle = await built({ resources: [command("main", "echo ran >&2; echo ran")] });
    const { stdout, stderr, code } = await importing(bundle.path, "console.log(Object.keys(bundle).sort().join());", [
      "--events",
    ]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/\bdescribe\b.*\brun\b/);
    expect(stdout).not.toContain("ran");
    expect(code).toBe(0);
  });

  test("run({ inputs }) resolves, again and again", async () => {
    using bundle = await built(greeting);
    const script = `
      const results = await Promise.all(["a", "b"].map((name) => bundle.run({ inputs: { name } })));
      console.log(JSON.stringify(results));`;
    const { stdout, stderr } = await importing(bundle.path, script);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(["hello a", "hello b"]);
  });

  test("run rejects with a message and a failureClass, and exits nothing", async () => {
    using bundle = await built({ resources: [command("main", "echo why >&2; exit 3")] });
    const script = `
      const events = [];
      const error = await bundle.run({ onEvent: (event) => events.push(event.event) }).catch((error) => error);
      console.log(JSON.stringify([error instanceof Error, error.failureClass, error.message, events]));`;
    const { stdout, stderr, code } = await importing(bundle.path, script);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([
      true,
      "tool_runtime",
      expect.stringContaining("why"),
      ["workflow.started", "resource.started", "resource.failed", "workflow.failed"],
    ]);
    expect(code).toBe(0);
  });

  test("a signal cancels run", async () => {
    using bundle = await built({ resources: [command("main", "sleep 30")] });
    const script = `
      const start = Date.now();
      const error = await bundle.run({ signal: AbortSignal.timeout(200) }).catch((error) => error);
      console.log(JSON.stringify([typeof error.failureClass, Date.now() - start < 10_000]));`;
    const { stdout } = await importing(bundle.path, script);
    expect(JSON.parse(stdout)).toEqual(["string", true]);
  });

  test("a refused input rejects with class validation", async () => {
    using bundle = await built({
      settings: { inputs: { count: { type: "integer" } } },
      resources: [command("main", "echo {{ get('count') }}")],
    });
    const script = `
      const error = await bundle.run({ inputs: { count: "many" } }).catch((error) => error);
      console.log(error.failureClass, error.message);`;
    expect((await importing(bundle.path, script)).stdout).toMatch(/^validation .*count/);
  });

  test("describe tells what --describe prints", async () => {
    using bundle = await built(greeting);
    const script =
      'console.log(JSON.stringify(typeof bundle.describe === "function" ? bundle.describe() : bundle.describe));';
    const [module, program] = [await importing(bundle.path, script), await runProgram(bundle.path, ["--describe"])];
    expect(JSON.parse(module.stdout)).toEqual(JSON.parse(program.stdout));
  });

  test("an argument with the bundle's name does not make an importer the bundle", async () => {
    using bundle = await built({ resources: [command("main", "echo ran")] });
    mkdirSync(join(bundle.out, "x"));
    const { stdout } = await importing(bundle.path, 'console.log("imported");', [bundle.path]);
    expect(stdout).toBe("imported\n");
  });
});

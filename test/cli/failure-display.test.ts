import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";
import { command, project } from "./project.ts";

function run(folder: string, env: NodeJS.ProcessEnv = {}) {
  return flowc(["run", ".", "--step-output", "failed"], { cwd: folder, env });
}

/** The event of the one resource that failed. */
async function failedEvent(folder: string, env: NodeJS.ProcessEnv = {}) {
  const { stderr } = await flowc(["run", ".", "--events"], { cwd: folder, env });
  return eventsOf(stderr).find(({ event }) => event === "resource.failed");
}

const script = `metadata: { name: failing }
settings: { targetActionId: main, timeout: 1m }
resources:
  - actionId: main
    exec:
      command: |
        seq 25
        echo why >&2
        exit 3
`;

describe.concurrent("a command that fails", () => {
  test("is shown with its place, its exit code, the script and the last lines of both streams", async () => {
    using folder = project(script);
    const { stderr, stdout, code } = await run(folder.path);
    expect([stdout, code]).toEqual(["", 1]);
    const numbers = Array.from({ length: 20 }, (_, index) => `    ${index + 6}\n`).join("");
    expect(stderr).toBe(
      `error: "main" failed: exit code 3: why [tool_runtime]\n` +
        "  resource: main (workflow.yaml:4)\n" +
        "  command:\n    seq 25\n    echo why >&2\n    exit 3\n" +
        "  exit code: 3\n" +
        `  stdout:\n${numbers}` +
        "  stderr:\n    why\n",
    );
  });

  test("is told by its event, too", async () => {
    using folder = project(script);
    const tail = Array.from({ length: 20 }, (_, index) => index + 6).join("\n");
    expect(await failedEvent(folder.path)).toMatchObject({
      actionId: "main",
      place: "workflow.yaml:4",
      exitCode: 3,
      command: "seq 25\necho why >&2\nexit 3",
      tail: { stdout: tail, stderr: "why" },
    });
  });

  test("by a signal, with a program and its arguments", async () => {
    const resource = { actionId: "main", exec: { command: "sh", args: ["-c", "kill -KILL $$", "two words"] } };
    using folder = project({ resources: [resource] });
    const { stderr } = await run(folder.path);
    expect(stderr).toContain("  command: sh -c 'kill -KILL $$' 'two words'\n  signal: SIGKILL\n");
    expect(await failedEvent(folder.path)).toMatchObject({ signal: "SIGKILL" });
  });

  test("at its time limit, with what it had written by then", async () => {
    const exec = { command: "echo begun; sleep 60", timeout: "500ms" };
    using folder = project({ resources: [{ actionId: "main", exec }] });
    const { stderr } = await run(folder.path);
    expect(stderr).toMatch(/^error: "main" failed: timed out after 500ms \[timeout\]\n/);
    expect(stderr).toContain("  command: echo begun; sleep 60\n");
    expect(stderr).toContain("  stdout:\n    begun\n");
  });

  test("at the time limit of the run, with what was running and what it had written", async () => {
    const settings = { timeout: "1s" };
    const waiting = (actionId: string) => ({ actionId, exec: { command: `echo ${actionId} has begun; sleep 60` } });
    const main = { actionId: "main", requires: ["one", "two"], apiResponse: { response: "" } };
    using folder = project({ settings, resources: [waiting("one"), waiting("two"), main] });
    const { stderr } = await run(folder.path);
    expect(stderr).toMatch(/^error: the run exceeded its timeout of 1s while it ran "one", "two" \[timeout\]\n/m);
    for (const id of ["one", "two"])
      expect(stderr).toMatch(new RegExp(`  command: echo ${id} has begun; sleep 60\n  stdout:\n    ${id} has begun\n`));
  });

  test("shows no secret: neither in the command, nor in what it wrote, nor in the event", async () => {
    const exec = { command: "echo {{ quote(env('TOKEN')) }}; echo {{ quote(env('TOKEN')) }} >&2; exit 1" };
    using folder = project({ resources: [{ actionId: "main", exec }] });
    const env = { TOKEN: "open-sesame-1234" };
    const { stderr } = await run(folder.path, env);
    expect(stderr).toContain("  command: echo ***; echo *** >&2; exit 1\n");
    expect(stderr).toContain("  stdout:\n    ***\n  stderr:\n    ***\n");
    expect(`${stderr}${JSON.stringify(await failedEvent(folder.path, env))}`).not.toContain("sesame");
  });

  test("is marked in its event where the run goes on", async () => {
    const bad = command("bad", "exit 1", { onError: { action: "continue" } });
    using folder = project({ resources: [bad, command("main", "echo", { requires: ["bad"] })] });
    expect(await failedEvent(folder.path)).toMatchObject({ actionId: "bad", recovered: true });
    expect((await run(folder.path)).stderr).not.toContain("error:");
  });

  test("inside of a component, by its own place", async () => {
    const component =
      "metadata: { name: inner }\nresources:\n  - actionId: step\n    exec: { command: echo inside >&2; exit 5 }\n";
    using folder = project(
      { resources: [{ actionId: "main", component: { name: "inner" } }] },
      { "components/inner/component.yaml": component },
    );
    const { stderr } = await run(folder.path);
    expect(stderr).toContain("  resource: main/step (components/inner/component.yaml:3)\n");
    expect(stderr).toContain("  exit code: 5\n");
  });

  test("beside another: both are shown, the one that ended the run last", async () => {
    using folder = project({
      resources: [
        command("first", "until test -e begun; do sleep 0.05; done; exit 1"),
        command("second", "touch begun; until test -e failed; do sleep 0.05; done; exit 2"),
        command("watch", "sleep 0.5; touch failed"),
        command("main", "echo", { requires: ["first", "second", "watch"] }),
      ],
    });
    const { stderr } = await run(folder.path);
    expect(stderr.match(/^error: .*$/gm)).toEqual([
      'error: "second" failed: exit code 2 [tool_runtime]',
      'error: "first" failed: exit code 1 [tool_runtime]',
    ]);
  });
});

test.skipIf(!hasProgram("python3"))("a traceback has the lines of the YAML, whatever the scalar's style", async () => {
  const resources = (body: string) =>
    `metadata: { name: py }\nsettings: { targetActionId: main, timeout: 1m }\nresources:\n  - actionId: main\n    python:\n${body}`;
  using literal = project(resources("      script: |\n        def f(x):\n            return 1 / x\n\n        f(0)\n"));
  const { stderr } = await run(literal.path);
  expect(stderr).toContain('File "workflow.yaml", line 10, in <module>');
  expect(stderr).toContain('File "workflow.yaml", line 8, in f');
  expect(stderr).toContain("        return 1 / x\n");
  using plain = project(resources("      script: raise ValueError('no')\n"));
  expect((await run(plain.path)).stderr).toContain('File "workflow.yaml", line 6, in <module>');
  // Its lines are folded: they have numbers of their own.
  using folded = project(resources("      script: >\n        a = 1;\n        b = a / 0\n"));
  expect((await run(folded.path)).stderr).toContain('File "main.py", line 1, in <module>');
});

describe.concurrent("an expression that fails", () => {
  const total = "actionId: total\nexec:\n  command: |\n    echo one\n    echo {{ len(get('row')) }}\n";
  const settings = "settings: { targetActionId: total, timeout: 1m }\n";

  test("is shown with its line where the files are there", async () => {
    using folder = project(settings, { "resources/total.yaml": total });
    const { stderr } = await run(folder.path);
    expect(stderr).toBe(
      `error: "total" failed: resources/total.yaml:5:13: len(get('row')): len: expected a string, an array or a map, got nil [tool_runtime]\n` +
        "  resource: total (resources/total.yaml:5:13)\n" +
        "  5 |     echo {{ len(get('row')) }}\n" +
        "    |             ^\n",
    );
  });

  test("is named by a bundle, which has the place and not the text", async () => {
    using folder = project(settings, { "resources/total.yaml": total });
    await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
    const { stderr } = await runProgram(join(folder.path, "out", "workflow.mjs"), ["--step-output", "failed"], {
      cwd: folder.path,
    });
    expect(stderr).toContain("  resource: total (resources/total.yaml:5:13)\n");
    expect(stderr).not.toContain("echo one");
  });
});

test("a source map leads from the bundle to the YAML", async () => {
  const { SourceMap } = await import("node:module");
  using folder = project(script.replace("seq 25", "echo {{ int(get('n', 'zz')) }}"));
  await flowcHere(["build", ".", "-o", "out", "--sourcemap", "--minify"], { cwd: folder.path });
  const file = join(folder.path, "out", "failing.mjs");
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const text = readFileSync(file, "utf8");
  const before = text.slice(0, text.indexOf('"zz"')).split("\n");
  const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  expect(entry).toMatchObject({ originalSource: "workflow.yaml", originalLine: 6, originalColumn: 16 });
});

test.each([[[]], [["--minify"]]])("with --enable-source-maps a stack leads to the YAML (%s)", async (flags) => {
  using folder = project(
    {
      name: "placed",
      resources: [
        command("row", "echo none {{ env('KEY') }}"),
        { actionId: "main", requires: ["row", "total"], apiResponse: { response: "{{ get('total') }}" } },
      ],
    },
    {
      "resources/total.yaml": `actionId: total
requires: [row]
apiResponse:
  response: "{{ int(get('row')) + 1 }}"
`,
      "program.mjs": `import { run } from "./out/placed.mjs";
        await run().catch((error) => console.log(error));`,
    },
  );
  await flowcHere(["build", ".", "-o", "out", "--sourcemap", ...flags], { cwd: folder.path });
  const env = { ...process.env, NODE_OPTIONS: "--enable-source-maps", KEY: "correct-horse" };
  const { stdout, stderr } = await runProgram(join(folder.path, "program.mjs"), [], { env });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/ at .*resources\/total\.yaml:4:17\)/);
  expect(stdout).not.toContain("correct-horse");
});

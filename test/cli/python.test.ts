import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { lacksProgram } from "../support/programs.ts";
import { project } from "./project.ts";

const counts = {
  name: "counts",
  resources: [{ actionId: "main", python: { scriptFile: "scripts/count.py", inputs: { to: 3 } } }],
};
const files = { "scripts/count.py": "print(list(range(inputs['to'])))" };

test("a script in a file becomes a part of the bundle", async (context) => {
  if (lacksProgram("python")) return context.skip();
  using folder = project(counts, files);
  using out = temporaryFolder();
  await flowcHere(["build", folder.path, "-o", out.path]);
  rmSync(join(folder.path, "scripts"), { recursive: true });
  const { stdout, stderr, code } = await runProgram(join(out.path, "counts.mjs"), [], { cwd: out.path });
  expect([stdout, stderr, code]).toEqual(["[0,1,2]\n", "", 0]);
});

test("a warm run sees that a script has changed", async (context) => {
  if (lacksProgram("python")) return context.skip();
  using folder = project(counts, files);
  using cache = temporaryFolder();
  const run = async () => (await flowc(["run", folder.path], { env: { XDG_CACHE_HOME: cache.path } })).stdout;
  expect([await run(), await run()]).toEqual(["[0,1,2]\n", "[0,1,2]\n"]);
  writeFileSync(join(folder.path, "scripts", "count.py"), "print('changed')");
  expect([await run(), await run()]).toEqual(["changed\n", "changed\n"]);
  rmSync(join(folder.path, "scripts"), { recursive: true });
  const gone = await flowc(["run", folder.path], { env: { XDG_CACHE_HOME: cache.path } });
  expect([gone.stdout, gone.code]).toEqual(["", 3]);
  expect(gone.stderr).toContain(
    'the scriptFile "scripts/count.py" cannot be read: no such file or folder [invalid-path]',
  );
});

test("a warm run sees that a script of a component has changed", async (context) => {
  if (lacksProgram("python")) return context.skip();
  const body = { actionId: "main", python: { scriptFile: "say.py", timeout: "20s" } };
  using folder = project(
    { resources: [{ actionId: "main", component: { name: "say" } }] },
    {
      "components/say/component.yaml": JSON.stringify({ metadata: { name: "say" }, resources: [body] }),
      "components/say/say.py": "print('one')",
    },
  );
  using cache = temporaryFolder();
  const run = async () => (await flowc(["run", folder.path], { env: { XDG_CACHE_HOME: cache.path } })).stdout;
  expect([await run(), await run()]).toEqual(["one\n", "one\n"]);
  writeFileSync(join(folder.path, "components", "say", "say.py"), "print('two')");
  expect(await run()).toBe("two\n");
});

test("a missing Python is reported before anything runs", async () => {
  using folder = project({
    resources: [
      { actionId: "first", exec: { command: "echo ran > ran" } },
      { actionId: "main", requires: ["first"], python: { script: "print(1)" } },
    ],
  });
  using empty = temporaryFolder();
  const env = { PATH: empty.path, FLOWC_PYTHON: "" };
  const { stdout, stderr, code } = await flowc(["run", folder.path, "--events"], { env, cwd: empty.path });
  expect([stdout, code]).toEqual(["", 1]);
  expect(eventsOf(stderr)).toMatchObject([
    {
      event: "workflow.failed",
      failureClass: "preflight",
      message: "program 'python3' was not found: python resources need it (FLOWC_PYTHON names another)",
    },
  ]);
});

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { project, type Resource } from "./project.ts";

/** A manifest; JSON is YAML. */
function manifest(name: string, contract: object, ...resources: readonly Resource[]): string {
  return JSON.stringify({ metadata: { name }, interface: contract, resources });
}

const echo = manifest(
  "echo",
  {
    inputs: [
      { name: "text", type: "string", required: true },
      { name: "count", type: "int", default: 1 },
      { name: "mode", type: "string", enum: ["plain", "loud"], default: "plain" },
      { name: "why", type: "string", requiredWhen: { mode: "loud" } },
    ],
  },
  {
    actionId: "say",
    exec: { timeout: "10s", command: 'echo "$1"', args: ["{{ repeat(get('text'), get('count')) }}{{ get('why') }}"] },
  },
);

function calling(inputs: unknown, more: Resource = {}) {
  return { resources: [{ actionId: "call", component: { name: "echo", with: inputs }, ...more }] };
}

const files = { "components/echo/component.yaml": echo };

describe.concurrent("components made of resources", () => {
  test("give the value of their last resource, or of interface.result", async () => {
    using folder = project(calling({ text: "ab", count: 2 }), files);
    const { stdout } = await flowc(["run", "."], { cwd: folder.path });
    expect(stdout).toBe("abab\n");
    const two = manifest(
      "echo",
      { result: "one" },
      { actionId: "one", exec: { command: "echo 1" } },
      { actionId: "two", exec: { command: "exit 1" } },
    );
    using other = project(calling({}), { "components/echo/component.yaml": two });
    expect((await flowc(["run", "."], { cwd: other.path })).stdout).toBe("1\n");
  });

  test.each([
    ['{"text": null}', 'the component "echo" needs the input "text"'],
    ['{"text": ["a"]}', 'the input "text" of the component "echo" takes string, found array'],
    ['{"text": "a", "count": "2"}', 'the input "count" of the component "echo" takes int, found string'],
    ['{"text": "a", "count": 1.5}', 'the input "count" of the component "echo" takes int, found float'],
    ['{"text": "a", "mode": "soft"}', 'the input "mode" of the component "echo" must be one of plain, loud'],
    ['{"text": "a", "mode": "loud"}', 'the component "echo" needs the input "why"'],
  ])("hold the inputs of a run against the manifest: %s", async (input, message) => {
    const names = ["text", "count", "mode", "why"];
    const inputs = Object.fromEntries(names.map((name) => [name, `{{ get('${name}') }}`]));
    using folder = project(calling(inputs), files);
    const { stderr, code } = await flowc(["run", ".", "--input-json", input], { cwd: folder.path });
    expect([code, stderr]).toEqual([1, `error: "call" failed: ${message} [validation]\n`]);
  });

  test("take numbers and bools for text, and defaults for nil", async () => {
    using folder = project(calling({ text: "{{ get('text') }}", count: "{{ get('count') }}" }), files);
    const { stdout } = await flowc(["run", ".", "--input-json", '{"text": 7}'], { cwd: folder.path });
    expect(stdout).toBe("7\n");
  });

  test("hold their outputs against the manifest", async () => {
    const json = manifest(
      "echo",
      { inputs: [{ name: "text", type: "string" }], outputs: [{ name: "size", type: "int" }] },
      { actionId: "say", apiResponse: { response: "{{ fromJSON(get('text') ?? '') }}" } },
    );
    const run = async (text: string) => {
      using folder = project(calling({ text }), { "components/echo/component.yaml": json });
      return await flowc(["run", "."], { cwd: folder.path });
    };
    expect((await run('{"size": 3}')).stdout).toBe('{"success":true,"response":{"size":3}}\n');
    expect((await run('{"size": "3"}')).stderr).toContain(
      'the output "size" of the component "echo" is string, not int [validation]',
    );
    expect((await run("{}")).stderr).toContain(
      'the output "size" of the component "echo" is nil, not int [validation]',
    );
    expect((await run("[]")).stderr).toContain(
      'the component "echo" must give a map of its outputs, found array [validation]',
    );
  });

  test("fail with the failure of the resource inside, and can be tried again as a whole", async () => {
    const flaky = manifest(
      "echo",
      {},
      {
        actionId: "try",
        exec: { command: "echo x >> tries; test $(wc -l < tries) -ge 3 || { echo not yet >&2; exit 9; }; echo done" },
      },
    );
    using folder = project(calling({}, { onError: { action: "retry", maxRetries: 5, retryDelay: "1ms" } }), {
      "components/echo/component.yaml": flaky,
    });
    const { stdout, stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(stdout).toBe("done\n");
    const told = eventsOf(stderr).map(({ event, actionId = "-", message = "" }) =>
      `${event} ${actionId} ${message}`.trim(),
    );
    expect(told.slice(0, 5)).toEqual([
      "workflow.started -",
      "resource.started call",
      "resource.started call/try",
      "resource.failed call/try exit code 9: not yet",
      'resource.retrying call "try" failed: exit code 9: not yet',
    ]);
    expect(told.at(-2)).toBe("resource.completed call");
  });

  test("run in the slots of the run, also when there is one, and are ended with it", async () => {
    const inner = manifest(
      "inner",
      {},
      ...["a", "b"].map((actionId) => ({ actionId, exec: { command: "sleep 0.01; echo $PPID" } })),
    );
    const outer = manifest("echo", {}, { actionId: "in", items: "{{ 1..3 }}", component: { name: "inner" } });
    const nested = {
      "components/echo/component.yaml": outer,
      "components/echo/components/inner/component.yaml": inner,
    };
    const several = Array.from({ length: 3 }, (_, index) => ({ actionId: `c${index}`, component: { name: "echo" } }));
    const last = { actionId: "last", requires: ["c0", "c1", "c2"], exec: { command: "echo all" } };
    using folder = project({ settings: { concurrency: 1 }, resources: [...several, last] }, nested);
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("all\n");
    const forever = manifest("inner", {}, { actionId: "a", exec: { command: "sleep 60" } });
    using other = project(
      { settings: { concurrency: 1, timeout: "300ms" }, resources: [...several, last] },
      { ...nested, "components/echo/components/inner/component.yaml": forever },
    );
    expect((await flowc(["run", "."], { cwd: other.path })).code).toBe(124);
  });

  test("are built into the bundle: it runs from an empty folder", async () => {
    using folder = project(calling({ text: "here" }), files);
    using out = temporaryFolder();
    using empty = temporaryFolder();
    expect((await flowcHere(["build", ".", "-o", out.path], { cwd: folder.path })).code).toBe(0);
    const { stdout } = await runProgram(join(out.path, "sample.mjs"), [], { cwd: empty.path });
    expect(stdout).toBe("here\n");
    const described = await runProgram(join(out.path, "sample.mjs"), ["--describe"], { cwd: empty.path });
    expect(JSON.parse(described.stdout)).toMatchObject({
      executors: ["component", "exec"],
      effects: { commands: ['echo "$1"'] },
    });
  });

  test("a change of their files is a change of the workflow", async () => {
    using folder = project(calling({ text: "old" }), files);
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("old\n");
    writeFileSync(join(folder.path, "components/echo/component.yaml"), echo.replace('\\"$1\\"', '\\"new $1\\"'));
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("new old\n");
  });

  test("one of the workflow's own comes before one that is built in", async () => {
    const own = manifest("memory", {}, { actionId: "a", exec: { command: "echo mine" } });
    using folder = project(
      { resources: [{ actionId: "call", component: { name: "memory" } }] },
      { "components/memory/component.yaml": own },
    );
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("mine\n");
  });

  test("what is never named is not checked, and said to be unused", async () => {
    using folder = project(
      { resources: [{ actionId: "a", exec: { command: "echo" } }] },
      { "components/x/component.yaml": "nonsense: [" },
    );
    const { stderr } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr).toContain('no resource of the workflow uses the component "x" [unused-name]');
    expect(stderr).toMatch(/^1 workflow checked: 0 errors, 1 warning$/m);
  });

  test("reach outside their folder by no link", async () => {
    using folder = project(calling({ text: "x" }), {
      ...files,
      "elsewhere/extra.yaml": "actionId: extra\nexec: { command: echo }\n",
    });
    mkdirSync(join(folder.path, "components/echo/resources"));
    symlinkSync("../../../elsewhere/extra.yaml", join(folder.path, "components/echo/resources/extra.yaml"));
    symlinkSync("../../../elsewhere", join(folder.path, "components/echo/resources/all"));
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr.match(/error: .*/g)).toEqual([
      'error: "resources/all/extra.yaml" leads out of the folder of the component "echo" [outside-component]',
      'error: "resources/extra.yaml" leads out of the folder of the component "echo" [outside-component]',
    ]);
  });

  test("know the names of nobody else", async () => {
    const nosy = manifest(
      "echo",
      {},
      { actionId: "a", exec: { command: "echo {{ get('outer') }}{{ get('call') }}{{ get('mark') }}" } },
    );
    using folder = project(
      {
        resources: [
          { actionId: "outer", before: "set('mark', 1)" },
          { actionId: "call", requires: ["outer"], component: { name: "echo" } },
        ],
      },
      { "components/echo/component.yaml": nosy },
    );
    const { stderr } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr.match(/error: .*/g)).toEqual(
      ["outer", "call", "mark"].map(
        (name) => `error: "${name}" is not a resource, a stored name or an input of this component [unknown-name]`,
      ),
    );
  });

  test.each([
    ["settings.timeout", { timeout: "1m" }, 0],
    ["requestTimeout", { timeout: undefined, apiServer: { requestTimeout: "5s", routes: [{ path: "/a" }] } }, 0],
    ["nothing", { timeout: undefined }, 1],
  ])("are ended by %s of the workflow", async (_what, settings, warnings) => {
    const endless = manifest("echo", {}, { actionId: "nested", component: { name: "inner" } });
    const inner = manifest("inner", {}, { actionId: "a", exec: { command: "sleep 60" } });
    using folder = project(
      { settings, ...calling({}) },
      {
        "components/echo/component.yaml": endless,
        "components/echo/components/inner/component.yaml": inner,
      },
    );
    const { stderr } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr.match(/missing-timeout/g) ?? []).toHaveLength(warnings);
  });

  test("can be checked by themselves", async () => {
    using folder = project(calling({ text: "x" }), {
      ...files,
      "components/bad/component.yaml": manifest("bad", {}, { actionId: "a", exec: { command: "{{ get('x') }}" } }),
    });
    const good = await flowcHere(["check", "components/echo"], { cwd: folder.path });
    expect([good.code, good.stderr]).toEqual([0, "1 component checked: no problems\n"]);
    const bad = await flowcHere(["check", "components/bad/component.yaml", "."], { cwd: folder.path });
    expect([bad.code, bad.stderr]).toEqual([
      1,
      expect.stringContaining("1 workflow and 1 component checked: 1 error, "),
    ]);
  });
});

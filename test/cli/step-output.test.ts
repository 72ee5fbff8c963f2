import { describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { command, project } from "./project.ts";

/** Runs as a user does who has said nothing of output. */
function run(folder: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  return flowc(["run", ".", ...args], { cwd: folder, env: { FLOWC_STEP_OUTPUT: "", CI: "", ...env } });
}

const two = [
  command("build", "echo one; echo two >&2; printf three"),
  command("no", "echo result", { requires: ["build"] }),
];

describe.concurrent("what commands write", () => {
  test("is shown line by line behind the id, aligned; the result stands alone on standard output", async () => {
    using folder = project({ resources: two });
    const { stdout, stderr, code } = await run(folder.path);
    expect([stdout, code]).toEqual(["result\n", 0]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines.slice(0, 3).toSorted()).toEqual(["build | one", "build | three", "build | two"]);
    expect(lines.slice(3, 4)).toEqual(["no    | result"]);
  });

  test.each([
    ["none", ["--step-output", "none"], ""],
    ["failed, where nothing fails", ["--step-output=failed"], /^(?:✓ 2 resources in \d\.\ds|resource .*)\n/],
  ])("%s", async (_name, args, shown) => {
    using folder = project({ resources: two });
    const { stderr } = await run(folder.path, args);
    if (typeof shown === "string") expect(stderr).toBe(shown);
    else expect(stderr).toMatch(shown);
    expect(stderr).not.toContain("|");
  });

  test("FLOWC_STEP_OUTPUT is what counts without the option", async () => {
    using folder = project({ resources: two });
    const env = { FLOWC_STEP_OUTPUT: "none" };
    expect((await run(folder.path, [], env)).stderr).toBe("");
    expect((await run(folder.path, ["--step-output", "full"], env)).stderr).toContain("build | one");
  });

  test("another word is a mistake", async () => {
    using folder = project({ resources: two });
    const { stderr, code } = await run(folder.path, ["--step-output", "some"]);
    expect([stderr, code]).toEqual(['error: --step-output takes full, failed or none, not "some"\n', 2]);
    const inEnvironment = await run(folder.path, [], { FLOWC_STEP_OUTPUT: "fulll" });
    expect(inEnvironment).toMatchObject({
      code: 2,
      stderr: 'error: FLOWC_STEP_OUTPUT takes full, failed or none, not "fulll"\n',
    });
  });

  test("items and attempts are marked, resources of a component have both ids", async () => {
    const inner = "metadata: { name: inner }\nresources: [{ actionId: step, exec: { command: echo inside } }]\n";
    using folder = project(
      {
        resources: [
          command("each", "echo {{ item }}", { items: ["a", "b"] }),
          command("flaky", "echo try; test -e done || { touch done; exit 1; }", {
            onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" },
          }),
          { actionId: "called", component: { name: "inner" }, requires: ["each", "flaky"] },
        ],
      },
      { "components/inner/component.yaml": inner },
    );
    const { stderr, code } = await run(folder.path);
    expect(code).toBe(0);
    for (const line of [/^each\[0\] +\| a$/m, /^each\[1\] +\| b$/m, /^flaky +\| try$/m, /^flaky try 2 +\| try$/m])
      expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^called\/step +\| inside$/m);
  });

  test("holds no secret that the run has read, and moves no cursor", async () => {
    const script = `echo "the token: $T"; printf '\\033[2Jgone\\n'`;
    using folder = project({
      resources: [{ actionId: "main", exec: { command: script, env: { T: "{{ env('SECRET_TOKEN') }}" } } }],
    });
    const { stderr } = await run(folder.path, [], { SECRET_TOKEN: "open-sesame-1234" });
    expect(stderr).toContain("main | the token: ***");
    expect(stderr).toContain("main | gone");
    expect(stderr).not.toContain("sesame");
    expect(stderr).not.toContain("\x1b");
  });

  test("has colors where FORCE_COLOR asks for them", async () => {
    using folder = project({ resources: two });
    const { stderr } = await run(folder.path, [], { FORCE_COLOR: "1", NO_COLOR: "" });
    expect(stderr).toContain("\x1b[36mbuild |\x1b[0m one\n");
  });

  test("is an event of its own under --events-output only", async () => {
    using folder = project({ resources: two });
    const plain = eventsOf((await run(folder.path, ["--events"])).stderr);
    expect(plain.map(({ event }) => event)).not.toContain("resource.output");
    const { stderr } = await run(folder.path, ["--events", "--events-output"]);
    const events = eventsOf(stderr);
    const output = events.filter(({ event }) => event === "resource.output");
    expect(output.map(({ actionId, stream, line }) => `${actionId} ${stream} ${line}`).toSorted()).toEqual([
      "build stderr two",
      "build stdout one",
      "build stdout three",
      "no stdout result",
    ]);
    const [first] = output;
    expect(first).toMatchObject({ workflowId: "sample", resourceType: "exec", runId: events[0]?.["runId"] });
    expect(events.at(-1)?.["event"]).toBe("workflow.completed");
  });

  test("--events-output without --events is a mistake", async () => {
    using folder = project({ resources: two });
    const { stderr, code } = await run(folder.path, ["--events-output"]);
    expect([stderr, code]).toEqual(["error: --events-output goes with --events or --events=FILE\n", 2]);
  });
});

describe.concurrent("the summary", () => {
  test("of a quick run that went well is one line", async () => {
    using folder = project({ resources: [command("a", "true")] });
    const { stderr } = await run(folder.path, ["--step-output", "failed"]);
    // A loaded machine may need longer than the second below which it is one line.
    expect(stderr).toMatch(/^✓ 1 resource in \d\.\ds\n$|^resource {2}status/);
  });

  test("of others is a table with attempts, items and the longest chain", async () => {
    using folder = project({
      resources: [
        command("each", "exit {{ item }}", { items: [0, 1, 0], onError: { action: "continue" } }),
        command("flaky", "test -e done || { touch done; exit 1; }", {
          onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" },
        }),
        command("gone", "true", { validations: { skip: "1 == 1" } }),
        command("end", "exit 4", { requires: ["each", "flaky", "gone"] }),
      ],
    });
    const { stderr } = await run(folder.path, ["--step-output", "failed"]);
    expect(stderr).toMatch(/^resource {2}status +time +attempts {2}items$/m);
    expect(stderr).toMatch(/^each +failed, recovered +\d\.\ds +1 +2\/3, 1 failed$/m);
    expect(stderr).toMatch(/^flaky +completed +\d\.\ds +2$/m);
    expect(stderr).toMatch(/^gone +skipped$/m);
    expect(stderr).toMatch(/^end +failed +\d\.\ds +1$/m);
    expect(stderr).toMatch(/^longest chain: (?:each|flaky) → end, \d\.\ds$/m);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere } from "../support/flowc.ts";
import { readLog, runAction } from "../support/runner.ts";
import { command, project } from "./project.ts";

const workflow = {
  name: "ci",
  resources: [
    command("build", "echo '::error::from a program'; echo '##[error]too'; echo fine"),
    command("each", "echo {{ item }}", { items: ["a"], requires: ["build"] }),
    command("fails", "echo '  ::warning::x' >&2; exit 3", { requires: ["each"] }),
  ],
};

describe.concurrent("under GitHub Actions", () => {
  test("run groups output, in which no program gives commands, and annotates the line of the YAML", async () => {
    using folder = project("", { "flows/ci/workflow.yaml": workflowIn() });
    const summary = join(folder.path, "summary");
    const env = {
      FLOWC_STEP_OUTPUT: "",
      GITHUB_ACTIONS: "true",
      CI: "true",
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder.path,
    };
    const { stderr, stdout, code } = await flowc(["run", "ci"], { cwd: join(folder.path, "flows"), env });
    expect([stdout, code]).toEqual(["", 1]);
    const { commands, log } = readLog(stderr);
    expect(commands.map(([name, , message]) => [name, message])).toEqual([
      ["group", "build"],
      ["endgroup", ""],
      ["group", "each"],
      ["endgroup", ""],
      ["group", "fails"],
      ["endgroup", ""],
      ["error", '"fails" failed: exit code 3: ::warning::x [tool_runtime]'],
    ]);
    expect(commands.at(-1)?.[1]).toBe("title=ci,file=flows/ci/workflow.yaml,line=6");
    for (const line of ["::error::from a program", "fine", "each[0] | a", "  ::warning::x"])
      expect(log.split("\n")).toContain(line);
    expect(log).toContain('error: "fails" failed: exit code 3');
    expect(readFileSync(summary, "utf8")).toMatch(/^## ci failed\n[\s\S]*\| fails \| failed \| \d+ms \|/);
  });

  test("what does not compile is annotated at its line as well", async () => {
    using folder = project("", { "flows/ci/workflow.yaml": workflowIn().replace('["each"]', '["eech"]') });
    const env = { GITHUB_ACTIONS: "true", CI: "true", GITHUB_WORKSPACE: folder.path };
    const { stderr, code } = await flowc(["run", "ci"], { cwd: join(folder.path, "flows"), env });
    expect(code).toBe(3);
    const { commands, log } = readLog(stderr);
    expect(commands.map(([name]) => name)).toEqual(["error"]);
    expect(commands[0]?.[1]).toMatch(/^file=flows\/ci\/workflow\.yaml,line=6,.*title=unknown-dependency$/);
    expect(log).toContain("ci/workflow.yaml:6:");
    const events = await flowc(["run", "ci", "--events"], { cwd: join(folder.path, "flows"), env });
    expect(events.stderr).toMatch(/^\{"event":"workflow\.failed".*\}\n$/);
  });

  test("the page of the job counts attempts and items, and says what was recovered from", async () => {
    const retried = { action: "retry", maxRetries: 1, retryDelay: "1ms", fallback: "" };
    using folder = project({
      resources: [
        command("flaky", "exit 1", { onError: retried }),
        command("main", "true", { items: [1, 2], requires: ["flaky"] }),
      ],
    });
    const summary = join(folder.path, "summary.md");
    const env = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    expect((await flowc(["run", "."], { cwd: folder.path, env })).code).toBe(0);
    expect(readFileSync(summary, "utf8")).toMatch(
      /\| flaky \| failed, recovered, 2 attempts \|[^|]*\|\n\| main \| completed, 2\/2 items \|/,
    );
  });

  test("an action shows the output of its commands in the same way", async () => {
    using folder = project({ name: "act", resources: [command("main", "echo '::error::x'; echo out")] });
    await flowcHere(["build", ".", "-o", "out", "--target", "github-action"], { cwd: folder.path });
    const { commands, log, outputs } = await runAction(
      join(folder.path, "out"),
      {},
      { env: { FLOWC_STEP_OUTPUT: "" } },
    );
    expect(commands.map(([name]) => name)).toEqual(["group", "endgroup"]);
    expect(log).toBe("::error::x\nout\n::error::x\nout\n");
    expect(outputs).toEqual({ result: "::error::x\nout" });
  });
});

test("under GitLab CI sections fold, and times are in them", async () => {
  using folder = project({ resources: [command("a.b-c", "echo out")] });
  const env = { FLOWC_STEP_OUTPUT: "", GITLAB_CI: "true", CI: "true" };
  const { stderr } = await flowc(["run", "."], { cwd: folder.path, env });
  const shown = stderr.replaceAll("\x1b[0K", "<EL>").replaceAll("\r", "<CR>");
  const section =
    /^<EL>section_start:(\d{10}):flowc_a\.b-c<CR><EL>a\.b-c\nout\n<EL>section_end:(\d{10}):flowc_a\.b-c<CR><EL>\n/;
  expect(shown).toMatch(section);
  const [, start, end] = section.exec(shown) ?? [];
  expect(Number(end)).toBeGreaterThanOrEqual(Number(start));
});

function workflowIn(): string {
  const resources = workflow.resources.map((one) => JSON.stringify(one)).join(",\n");
  return `{"metadata": {"name": "ci"},\n"settings": {"targetActionId": "fails", "timeout": "1m"},\n"resources": [\n${resources}]}\n`;
}

import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere } from "../support/flowc.ts";
import { command, oneSentence, project } from "./project.ts";

const broken = `# Kept as it is.
metadata: { name: sample }
settings:
  targetActionId: mian   # the last
  timeout: 1m
resources:
  - actionId: first
    exec:
      comand: 'echo 1'
  - actionId: main
    exec: { command: cat, args: ["{{ output('frist') }}"] }   # reads
`;

const mended = `# Kept as it is.
metadata: { name: sample }
settings:
  targetActionId: main   # the last
  timeout: 1m
resources:
  - actionId: first
    exec:
      command: 'echo 1'
  - actionId: main
    requires: [first]
    exec: { command: cat, args: ["{{ output('first') }}"] }   # reads
`;

function read(folder: { readonly path: string }, name = "workflow.yaml"): string {
  return readFileSync(join(folder.path, name), "utf8");
}

describe("flowc check --fix=unsafe", () => {
  const offered = `settings: { targetActionId: main, timeout: 1m }
resources:
  - actionId: main
    exec:
      command: echo {{ get('name') }}
`;

  test("makes what is only offered without it, and shown below the finding", async () => {
    using folder = project(offered);
    const safe = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(offered);
    expect(safe.stderr).toContain("  --fix=unsafe: wrap it in quote(…)\n");
    const { stderr } = await flowcHere(["check", ".", "--fix=unsafe"], { cwd: folder.path });
    expect(stderr).toContain(": wrap it in quote(…) [shell-injection]\nfixed 1 problem in 1 file\n");
    expect(stderr).not.toContain("warning: \"get('name')\"");
    expect(read(folder)).toBe(offered.replace("get('name')", "quote(get('name'))"));
  });

  test("takes no other word", async () => {
    using folder = project(offered);
    const { stderr, code } = await flowcHere(["check", ".", "--fix=all"], { cwd: folder.path });
    expect([stderr, code]).toEqual(['error: --fix takes nothing or "=unsafe", not "=all"\n', 2]);
  });
});

describe("flowc check --fix", () => {
  test("mends what it is sure of, keeps the rest, and says what it did", async () => {
    using folder = project(broken);
    const { stdout, stderr, code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(mended);
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      'workflow.yaml:4:19: fixed: the target "mian" is not a resource of this workflow: write "main" for "mian" [unknown-target]',
      'workflow.yaml:9:7: fixed: unknown key "comand" in "resources.exec": write "command" for "comand" [unknown-key]',
      'workflow.yaml:11:45: fixed: there is no resource "frist": write "first" for "frist" [unknown-action]',
      'workflow.yaml:11:45: fixed: "main" reads "first", but does not require it: add "first" to requires [missing-requires]',
      "fixed 4 problems in 1 file",
      "1 workflow checked: no problems",
      "",
    ]);
    expect(code).toBe(0);
  });

  test("changes nothing a second time", async () => {
    using folder = project(mended);
    const before = statSync(join(folder.path, "workflow.yaml")).mtimeMs;
    const { stderr, code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect([stderr, code]).toEqual(["1 workflow checked: no problems\n", 0]);
    expect(statSync(join(folder.path, "workflow.yaml")).mtimeMs).toBe(before);
  });

  test("what is left is reported and decides the exit code", async () => {
    using folder = project(
      `${mended}  - actionId: other\n    exec: { command: "{{ frobnicate() }}" }\n    requires: [frist]\n`.replace(
        "requires: [first]",
        "requires: [first, other]",
      ),
    );
    const { stderr, code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(stderr).toMatch(/^workflow\.yaml:14:26: error: unknown function "frobnicate"/m);
    expect(stderr).toMatch(/\nfixed 1 problem in 1 file\n[\s\S]*1 workflow checked: 1 error, 0 warnings\n$/);
    expect(read(folder)).toContain("requires: [first]\n");
    expect(code).toBe(1);
  });

  test("resource files too, several workflows, machine formats", async () => {
    const files = {
      "b/workflow.yaml": "settings: { targetActionId: x, timeout: 1m }\n",
      "b/resources/x.yaml": "actionId: x\nexec: { command: echo }\nonError: { action: retyr }\n",
    };
    using folder = project(broken, files);
    const { stdout, stderr, code } = await flowcHere(["check", ".", "b", "--fix", "--format", "json"], {
      cwd: folder.path,
    });
    expect(JSON.parse(stdout)).toEqual({ version: 1, diagnostics: [] });
    expect(stderr).toContain(
      'b/resources/x.yaml:3:20: fixed: expected one of fail, continue, retry in "onError.action"',
    );
    expect(stderr).toContain("fixed 4 problems in 1 file\n");
    expect(stderr).toContain("fixed 1 problem in 1 file\n");
    expect(read(folder, "b/resources/x.yaml")).toContain("action: retry }");
    expect(code).toBe(0);
  });

  test("templates are quoted as their text allows", async () => {
    const head = "settings: { targetActionId: a }\nresources:\n  - actionId: a\n    exec:\n";
    using folder = project(
      `${head}      command: {{ env('X') ?? '' }} and more # why\n      args: [{{ "a" }}, {{ 1 }}]\n      env: { A: {{ 2 }} }\n`,
    );
    const { code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(
      `${head}      command: "{{ env('X') ?? '' }} and more" # why\n      args: ['{{ "a" }}', "{{ 1 }}"]\n      env: { A: "{{ 2 }}" }\n`,
    );
    expect(code).toBe(0);
  });

  test("two names that are as near are left to the user, as is what stands behind an escape", async () => {
    const resources = [
      command("step1", "echo"),
      command("step2", "echo"),
      command("main", "echo {{ output('step3') }}", { requires: ["step1", "step2"] }),
    ];
    using folder = project({ resources });
    const before = read(folder);
    await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(before);
    const escaped =
      'settings: { targetActionId: "m\\u0061inn" }\nresources: [{ actionId: main, exec: { command: x } }]\n';
    using other = project(escaped);
    const { code } = await flowcHere(["check", ".", "--fix"], { cwd: other.path });
    expect([read(other), code]).toEqual([escaped, 1]);
  });

  test("a byte order mark and line ends stay", async () => {
    using folder = project(`\ufeff${broken.replaceAll("\n", "\r\n")}`);
    const { code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(`\ufeff${mended.replaceAll("\n", "\r\n")}`);
    expect(code).toBe(0);
  });

  test("the mode stays, links are followed, and nothing is left beside the files", async () => {
    using folder = project("", { "real/other.yaml": broken });
    writeFileSync(join(folder.path, "workflow.yaml"), "");
    const link = join(folder.path, "link.yaml");
    symlinkSync(join("real", "other.yaml"), link);
    chmodSync(join(folder.path, "real", "other.yaml"), 0o640);
    const { code } = await flowcHere(["check", "link.yaml", "--fix"], { cwd: folder.path });
    expect(read(folder, "real/other.yaml")).toBe(mended);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(link).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(folder.path, "real"))).toEqual(["other.yaml"]);
    expect(code).toBe(0);
  });

  test("a file that cannot be written is one sentence, and no other file is changed", async () => {
    const resource = "actionId: x\nexec: { comand: echo }\n";
    using folder = project(broken, { "resources/x.yaml": resource });
    chmodSync(join(folder.path, "resources", "x.yaml"), 0o444);
    const { stderr, code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain("cannot write resources/x.yaml: the file is read-only");
    expect(code).toBe(2);
    expect(read(folder)).toBe(broken);
    expect(read(folder, "resources/x.yaml")).toBe(resource);
    expect(readdirSync(folder.path).sort()).toEqual(["resources", "workflow.yaml"]);
  });

  const server = "apiServer: { routes: [{ path: /x, methods: [POST] }] }";
  test.each([
    [
      "a pattern, which may look for a part",
      "  - actionId: main\n    validations: { check: [\"get('x') matches '[A-Z]'\"] }\n    exec: { command: \"echo {{ get('x') }}\" }\n",
      "",
    ],
    [
      "a name that is another word",
      "  - actionId: post\n    exec: { command: echo }\n  - actionId: main\n    requires: [post]\n    exec: { command: echo, args: [\"{{ get('port') }}\"] }\n",
      "",
    ],
    [
      "the name of an input",
      "  - actionId: main\n    before: \"set('fformat', 1)\"\n    exec: { command: echo, args: [\"{{ input('format') }}\", \"{{ get('fformat') }}\"] }\n",
      "",
    ],
    [
      "what is stored under a name like that of its input",
      "  - actionId: main\n    before: \"set('user_id', get('userId'))\"\n    exec: { command: echo, args: [\"{{ get('user_id') }}\"] }\n",
      "",
    ],
    [
      "an input that is not declared",
      "  - actionId: main\n    exec: { command: echo, args: [\"{{ get('frmat') }}\"] }\n",
      ", inputs: { format: { type: string } }",
    ],
    ["a key that is another word", "  - actionId: main\n    exec: { command: echo }\n", ", session: { enabled: true }"],
    [
      "a script's arithmetic, which quotes would not mend",
      "  - actionId: main\n    exec: { command: \"echo $(( {{ get('body').n }} + 1 ))\" }\n",
      `, ${server}`,
    ],
    [
      "an option in a script, which stays an option in quotes",
      "  - actionId: main\n    exec: { command: \"ls {{ get('body').n }}\" }\n",
      `, ${server}`,
    ],
    ["text that is nearly a call", "  - actionId: main\n    apiResponse: { response: gett('x') }\n", ""],
    ["text that is nearly a template", "  - actionId: main\n    exec: { command: \"echo { get('x') }}\" }\n", ""],
    [
      "an id that may be another word",
      "  - actionId: order\n    exec: { command: echo }\n  - actionId: main\n    requires: [orders]\n    exec: { command: echo }\n",
      "",
    ],
  ])("does not touch %s", async (_what, resources, settings) => {
    const text = `settings: { targetActionId: main, timeout: 1m${settings} }\nresources:\n${resources}`;
    using folder = project(text);
    const { stderr, code } = await flowcHere(["check", ".", "--fix"], { cwd: folder.path });
    expect(read(folder)).toBe(text);
    expect(stderr).not.toContain("fixed");
    expect(code).toBe(/: error: /.test(stderr) ? 1 : 0);
  });

  test("without --fix nothing is written", async () => {
    using folder = project(broken);
    const { code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect([read(folder), code]).toEqual([broken, 1]);
  });
});

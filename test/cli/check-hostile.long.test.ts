import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, temporaryFolder } from "../support/flowc.ts";
import { command, hello, oneSentence, project } from "./project.ts";

// Files that are hostile or no files at all: a diagnostic or one sentence, in bounded time and memory. The heap is kept
// small, so that what would need a large one fails.

const small = { NODE_OPTIONS: "--max-old-space-size=1024" };

const check = (folder: string, ...paths: readonly string[]) =>
  flowc(["check", ...(paths.length === 0 ? ["."] : paths)], { cwd: folder, env: small });

describe("files that are too much", () => {
  test("50 MB of YAML are not read", async () => {
    using folder = project(hello);
    writeFileSync(join(folder.path, "workflow.yaml"), `settings: { name: a }\n${"# filler\n".repeat(5_600_000)}`);
    const { stderr, code } = await check(folder.path);
    expect(stderr).toMatch(
      /^workflow\.yaml:1:1: error: the file has 48\.\d MiB; at most 1 MiB are read \[yaml-syntax\]\n/,
    );
    expect(code).toBe(1);
  });

  test("the files of a workflow are not read beyond 4 MiB together", async () => {
    const filler = `actionId: a\nexec: { command: echo }\n${"# filler\n".repeat(110_000)}`;
    using folder = project(hello, Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`resources/${n}.yaml`, filler])));
    const { stderr, code } = await check(folder.path);
    expect(stderr).toContain("resources/5.yaml:1:1: error: the files up to here have more than 4 MiB [yaml-syntax]");
    expect(code).toBe(1);
  });

  test.each([
    ["a list of a million numbers", `settings: [${"1,".repeat(500_000)}1]\n`],
    ["a deep list", "[".repeat(1_000_000)],
    ["deep block lists", "- ".repeat(500_000)],
    ["many documents", "---\n".repeat(250_000)],
    ["maps in a line", "a: ".repeat(300_000)],
    ["one long word", "a".repeat(1_000_000)],
    ["one long template", `settings: { name: "${"{{".repeat(400_000)}" }\n`],
    ["one key half a million times", "?\n".repeat(500_000)],
    ["many keys twice", Array.from({ length: 40_000 }, (_, n) => `k${n}: 1\nk${n}: 1\n`).join("")],
    ["many anchors", Array.from({ length: 50_000 }, (_, n) => `k${n}: &a${n} 1\n`).join("")],
    ["many comments", "# flowc-ignore schema\n".repeat(40_000)],
    ["comments behind values", "- 1 # flowc-ignore schema\n".repeat(30_000)],
  ])("%s", async (_title, text) => {
    using folder = project(text);
    const { stderr, code } = await check(folder.path);
    expect(stderr.slice(0, 2000)).toMatch(/^workflow\.yaml:\d+:\d+: (?:error|warning): /);
    expect(code).toBe(1);
  });
});

describe("aliases", () => {
  const bomb = (levels: number) =>
    Array.from(
      { length: levels },
      (_, n) =>
        `k${n}: &k${n} [${Array(10)
          .fill(n === 0 ? "x" : `*k${n - 1}`)
          .join(", ")}]\n`,
    ).join("");

  test.each([
    ["a billion laughs", bomb(12), /the aliases of this document expand to more than 200000 values \[yaml-syntax\]/],
    [
      "merges of merges",
      `a0: &a0 { x: 1 }\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} { <<: [*a${n}, *a${n}], k${n}: 1 }\n`).join("")}`,
      /\[/,
    ],
    [
      "an anchor in itself",
      "settings: &s { name: *s }\n",
      /the alias "\*s" has no anchor "&s" before it \[yaml-syntax\]/,
    ],
    ["two anchors in each other", "a: &a [*b]\nb: &b [*a]\n", /the alias "\*b" has no anchor/],
    ["a merge of itself", "settings: &s\n  <<: *s\n  name: x\n", /the alias "\*s" has no anchor/],
  ])("%s", async (_title, text, message) => {
    using folder = project(text);
    const { stderr, code } = await check(folder.path);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
  });
});

describe("what is not text", () => {
  test.each([
    ["Latin-1", Buffer.from([0x61, 0x3a, 0x20, 0xe4, 0x0a])],
    ["UTF-16", Buffer.from("\ufeffsettings: {}\n", "utf16le")],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["half of a character", Buffer.from([0x61, 0x3a, 0x20, 0xc3])],
  ])("%s", async (_title, bytes) => {
    using folder = project(hello);
    writeFileSync(join(folder.path, "workflow.yaml"), bytes);
    const { stderr, code } = await check(folder.path);
    expect(stderr).toContain("workflow.yaml:1:1: error: the file is not UTF-8 text [yaml-syntax]");
    expect(code).toBe(1);
  });

  test("an empty file", async () => {
    using folder = project("");
    const { stderr, code } = await check(folder.path);
    expect(stderr).toMatch(/^workflow\.yaml:1:1: error: /);
    expect(code).toBe(1);
  });
});

describe.skipIf(process.platform === "win32")("what is not a file", () => {
  const places = ["workflow.yaml", "resources/pipe.yaml", "flowc.config.yaml"];

  test.each(places)("a pipe as %s is not waited for", async (name) => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "resources"));
    if (name !== "workflow.yaml") writeFileSync(join(folder.path, "workflow.yaml"), "settings: {}\n");
    execFileSync("mkfifo", [join(folder.path, name)]);
    const paths = name === "workflow.yaml" ? [".", name] : ["."];
    for (const path of paths) {
      const { stderr, code } = await check(folder.path, path);
      expect(stderr).toBe(`error: cannot read ${name}: it is not a regular file\n`);
      expect(code).toBe(2);
    }
  });

  test.each(["a-pipe", "/dev/zero", "a-folder"])("a scriptFile that is %s", async (scriptFile) => {
    using folder = temporaryFolder();
    const resource = `resources:\n  - actionId: main\n    python:\n      scriptFile: ${scriptFile}\n`;
    writeFileSync(join(folder.path, "workflow.yaml"), `settings: {name: x, targetActionId: main}\n${resource}`);
    execFileSync("mkfifo", [join(folder.path, "a-pipe")]);
    mkdirSync(join(folder.path, "a-folder"));
    const { stderr, code } = await check(folder.path);
    const why = scriptFile === "a-folder" ? "it is a folder" : "it is not a regular file";
    const message = `workflow.yaml:5:19: error: the scriptFile "${scriptFile}" cannot be read: ${why} [invalid-path]\n`;
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });

  test("a pipe as a component", async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "components/piped"), { recursive: true });
    writeFileSync(join(folder.path, "workflow.yaml"), "settings: {}\n");
    execFileSync("mkfifo", [join(folder.path, "components/piped/component.yaml")]);
    const { stderr, code } = await check(folder.path);
    expect(stderr).toBe("error: cannot read components/piped/component.yaml: it is not a regular file\n");
    expect(code).toBe(2);
  });

  test.each(["/dev/zero", "/dev/null", "/dev/tty"])("%s", async (device) => {
    using folder = temporaryFolder();
    symlinkSync(device, join(folder.path, "workflow.yaml"));
    const { stderr, code } = await check(folder.path);
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
  });

  test("a circle of links among the resources", async () => {
    using folder = project(hello);
    mkdirSync(join(folder.path, "resources"));
    symlinkSync("b.yaml", join(folder.path, "resources", "a.yaml"));
    symlinkSync("a.yaml", join(folder.path, "resources", "b.yaml"));
    const { stderr, code } = await check(folder.path);
    expect(stderr).toBe("error: cannot read resources/a.yaml: the symbolic links lead in a circle\n");
    expect(code).toBe(2);
  });

  test("a working folder that is gone", async () => {
    using folder = project({ resources: [command("main", "echo")] });
    const gone = join(folder.path, "gone");
    mkdirSync(gone);
    const script = `cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${join(import.meta.dirname, "..", "..", "dist", "main.js")}" check .`;
    let outcome = { status: 0, stderr: "" };
    try {
      execFileSync("sh", ["-c", script], { stdio: "pipe", encoding: "utf8" });
    } catch (error) {
      outcome = error as typeof outcome;
    }
    expect(outcome.stderr).toMatch(oneSentence);
    expect(outcome.status).toBe(2);
  });
});

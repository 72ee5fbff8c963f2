import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, runProgram } from "../support/flowc.ts";
import { command, copyOf, hello, project } from "./project.ts";

const memoryWorkflow = {
  name: "keeper",
  resources: [{ actionId: "keep", component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } } }],
};

describe.concurrent("flowc build", () => {
  test("writes an executable bundle and its declaration", async () => {
    using folder = project(hello);
    const { stdout, stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("dist/hello.mjs");
    expect(readdirSync(join(folder.path, "dist")).sort()).toEqual(["hello.d.mts", "hello.licenses.txt", "hello.mjs"]);
    const bundle = join(folder.path, "dist", "hello.mjs");
    expect(statSync(bundle).mode & 0o111).toBe(0o111);
    expect(readFileSync(bundle, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test("-o, --minify and --sourcemap", async () => {
    using folder = project(hello);
    const { code } = await flowcHere(["build", ".", "-o", "a/b", "--minify", "--sourcemap"], { cwd: folder.path });
    expect(code).toBe(0);
    const out = join(folder.path, "a", "b");
    expect(readdirSync(out).sort()).toEqual(["hello.d.mts", "hello.licenses.txt", "hello.mjs", "hello.mjs.map"]);
    expect(statSync(join(out, "hello.mjs")).size).toBeLessThan(120 * 1024);
    expect((await runProgram(join(out, "hello.mjs"), [])).stdout).toBe("hello\n");
  });

  test("the native addon is beside the bundle only where SQLite is used, and for the platform asked for", async () => {
    using folder = project(memoryWorkflow);
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    const built = readdirSync(join(folder.path, "dist"));
    expect(built.filter((name) => name.endsWith(".node"))).toHaveLength(1);
    const other = await flowcHere(["build", ".", "-o", "arm", "--platform", "linux-arm64"], { cwd: folder.path });
    expect(other.code).toBe(0);
    const addon = readdirSync(join(folder.path, "arm")).find((name) => name.endsWith(".node")) ?? "";
    expect(readFileSync(join(folder.path, "arm", addon)).readUInt16LE(18)).toBe(0xb7); // ELF: AArch64
  });

  test("two workflows with SQLite share one addon", async () => {
    using folder = project(memoryWorkflow);
    using other = project({ ...memoryWorkflow, name: "other" });
    const { stderr, code } = await flowcHere(["build", ".", other.path], { cwd: folder.path });
    expect([code, stderr.match(/\.node/g)]).toEqual([0, [".node"]]);
    const built = readdirSync(join(folder.path, "dist"));
    expect(built.filter((name) => !name.endsWith(".node")).sort()).toEqual([
      "keeper.d.mts",
      "keeper.licenses.txt",
      "keeper.mjs",
      "other.d.mts",
      "other.licenses.txt",
      "other.mjs",
    ]);
  });

  test("errors: exit 1, nothing written", async () => {
    using folder = project({ resources: [command("main", "echo {{ nope() }}")] });
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).toContain("[unknown-function]");
    expect(code).toBe(1);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test("one bad workflow of two: neither is written", async () => {
    using folder = project(hello, { "bad/workflow.yaml": "metadata: {name: bad}\nsettings: {}\nresources: []\n" });
    const { code } = await flowcHere(["build", ".", "bad"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test("an empty workflow file is an error that says so", async () => {
    using folder = project("# nothing\n");
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).toMatch(/workflow\.yaml:1:1: error: /);
    expect(code).toBe(1);
  });

  test("a schema of an input that is not JSON Schema is the user's mistake, not flowc's", async () => {
    using folder = project({ ...hello, settings: { inputs: { count: { type: "interger" } } } });
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).not.toContain("has a bug");
    expect(code).toBe(1);
  });

  test("two workflows of one name are refused", async () => {
    using folder = project(hello);
    using other = copyOf(folder.path);
    const { stderr, code } = await flowcHere(["build", ".", other.path], { cwd: folder.path });
    expect(stderr).toMatch(/^error: [^\n]*hello\.mjs: give each a metadata\.name of its own; [^\n]*\n$/);
    expect(code).toBe(2);
  });

  test("names cannot leave the folder", async () => {
    const names = [
      "../../escape",
      "/tmp/escape",
      "a\nb",
      "..",
      ".",
      "-rf",
      "a/b",
      'it\'s "quoted" `x` ${y}',
      "*/",
      "é😀",
    ];
    await Promise.all(
      names.map(async (name) => {
        using folder = project({ ...hello, name });
        mkdirSync(join(folder.path, "deep", "out"), { recursive: true });
        const { stderr, code } = await flowcHere(["build", ".", "-o", "deep/out"], { cwd: folder.path });
        expect(code, `${name}: ${stderr}`).toBe(0);
        expect(readdirSync(folder.path).sort()).toEqual(["deep", "workflow.yaml"]);
        expect(readdirSync(join(folder.path, "deep"))).toEqual(["out"]);
        const [declaration, notices, bundle, ...others] = readdirSync(join(folder.path, "deep", "out")).sort();
        expect(others).toEqual([]);
        expect(declaration).toMatch(/^[A-Za-z0-9_][\w.-]*\.d\.mts$/);
        expect(notices).toBe(declaration?.replace(".d.mts", ".licenses.txt"));
        const run = await runProgram(join(folder.path, "deep", "out", bundle ?? ""), ["--events"]);
        expect(run.stdout).toBe("hello\n");
        expect(JSON.parse(run.stderr.split("\n")[0] ?? "").workflowId).toBe(name);
      }),
    );
  });

  test("the same bytes from another folder, locale and time zone", async () => {
    using first = project(memoryWorkflow, { "resources/ä.yaml": "actionId: ä1\n" });
    writeFileSync(join(first.path, "resources", "ä.yaml"), "actionId: z\nexec: {command: echo}\n");
    writeFileSync(join(first.path, "resources", "Z.yaml"), "actionId: a\nexec: {command: echo}\n");
    using second = copyOf(first.path);
    const build = (cwd: string, env: NodeJS.ProcessEnv, args: string[]) => flowc(["build", ...args], { cwd, env });
    const one = await build(first.path, { LC_ALL: "C", TZ: "UTC" }, ["."]);
    const two = await build("/", { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Tokyo" }, [
      second.path,
      "-o",
      join(second.path, "dist"),
    ]);
    expect([one.code, two.code]).toEqual([0, 0]);
    const names = readdirSync(join(first.path, "dist")).sort();
    expect(readdirSync(join(second.path, "dist")).sort()).toEqual(names);
    for (const name of names) {
      expect(readFileSync(join(first.path, "dist", name)).equals(readFileSync(join(second.path, "dist", name)))).toBe(
        true,
      );
    }
  });

  test("a bundle imports nothing but node:", async () => {
    using folder = project(memoryWorkflow);
    for (const flags of [[], ["--minify"]]) {
      expect((await flowcHere(["build", ".", ...flags], { cwd: folder.path })).code).toBe(0);
      const text = readFileSync(join(folder.path, "dist", "keeper.mjs"), "utf8");
      const asks = /(?:\bimport\s*\(?|\brequire\s*\(|(?<!\.)\bfrom|\bgetBuiltinModule\s*\()\s*["']([^"']+)["']/g;
      const imports = [...text.matchAll(asks)].map(([, name]) => name);
      expect(imports.length).toBeGreaterThan(3);
      expect(imports.filter((name) => !name?.startsWith("node:"))).toEqual([]);
      expect(text).not.toMatch(/\beval\s*\(|new Function\s*\(/);
    }
  });

  test("only the executors that are used are inside", async () => {
    using folder = project(hello, {
      "none/workflow.yaml": JSON.stringify({
        metadata: { name: "none" },
        settings: { targetActionId: "a" },
        resources: [{ actionId: "a", apiResponse: { response: 1 } }],
      }),
    });
    expect((await flowcHere(["build", ".", "none"], { cwd: folder.path })).code).toBe(0);
    const text = (name: string) => readFileSync(join(folder.path, "dist", name), "utf8");
    expect(text("hello.mjs")).not.toMatch(/sqlite/i);
    expect(text("hello.mjs")).toContain("node:child_process");
    expect(text("none.mjs")).not.toContain("node:child_process");
  });

  test("the declaration compiles and types the module", async () => {
    using folder = project({ ...hello, settings: { inputs: { city: { type: "string", required: true } } } });
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    const declaration = readFileSync(join(folder.path, "dist", "hello.d.mts"), "utf8");
    expect(declaration).toMatch(/city: string/);
    expect(declaration).toMatch(/\brun\b/);
    expect(declaration).toMatch(/\bdescribe\b/);
  });
});

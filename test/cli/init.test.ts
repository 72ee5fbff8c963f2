import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeNewFiles } from "../../compiler/cli/shared/write-new-files.ts";
import { flowc, flowcHere, root, temporaryFolder } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { oneSentence } from "./project.ts";

const written = [".gitignore", "README.md", "resources", "workflow.test.yaml", "workflow.yaml"];
/** Not as npx runs it, though npx may run the tests. */
const initIn = (cwd: string, ...args: readonly string[]) =>
  flowcHere(["init", ...args], { cwd, env: { npm_command: "" } });

describe.concurrent("flowc init", () => {
  test("writes a workflow that checks clean and runs at once", async () => {
    using folder = temporaryFolder();
    const made = await initIn(folder.path, "demo");
    expect([made.stderr, made.code]).toEqual(["", 0]);
    expect(made.stdout).toContain("\n  flowc run demo --input name=Ada\n");
    expect(readdirSync(join(folder.path, "demo")).sort()).toEqual(written);
    const check = await flowcHere(["check", "demo", "--strict"], { cwd: folder.path });
    expect([check.stderr, check.code]).toEqual(["1 workflow checked: no problems\n", 0]);
    const tests = await flowcHere(["test", "demo"], { cwd: folder.path });
    expect([tests.stdout, tests.code]).toEqual(["✓ demo/workflow.test.yaml (1 test)\n1 passed, 0 failed\n", 0]);
    const run = await flowc(["run", "demo"], { cwd: folder.path });
    expect(JSON.parse(run.stdout).response).toMatchObject({
      greeting: "Hello, world!",
      loud: "HELLO, WORLD!",
      letters: 5,
    });
    expect([run.stderr, run.code]).toEqual(["", 0]);
  });

  test("whatever its input holds is data", async () => {
    using folder = temporaryFolder();
    await initIn(folder.path, "demo");
    const args = ["run", "demo", "--input", "name=$(id); `id` '\" ‮"];
    const { stdout } = await flowc(args, { cwd: folder.path });
    expect(JSON.parse(stdout).response.greeting).toBe("Hello, $(id); `id` '\" ‮!");
  });

  test("--template server writes a service", async () => {
    using folder = temporaryFolder();
    expect((await initIn(folder.path, "demo", "--template", "server")).stdout).toContain("flowc run demo  # serves");
    const check = await flowcHere(["check", "demo", "--strict"], { cwd: folder.path });
    expect([check.stderr, check.code]).toEqual(["1 workflow checked: no problems\n", 0]);
    const tests = await flowcHere(["test", "demo"], { cwd: folder.path });
    expect([tests.stdout, tests.code]).toEqual(["✓ demo/workflow.test.yaml (3 tests)\n3 passed, 0 failed\n", 0]);
    const ask = async (...args: readonly string[]) =>
      JSON.parse((await flowc(["run", "demo", "--request", ...args], { cwd: folder.path })).stdout).response;
    expect(await ask("GET /greetings/Ada")).toEqual({ greeting: "Hello, Ada!" });
    expect(await ask("POST /words", "--input", "text= one  two")).toEqual({ words: 2 });
  });

  test.each([
    ["two words", "two-words"],
    ["dé mo's ünï", "de-mo-s-uni"],
    ["日本", "workflow"],
    ["true", "true"],
    ["1.0", "1.0"],
    ["a/b/c", "c"],
    ['"; rm #', "rm"],
  ])("calls the workflow in %j %s", async (name, called) => {
    using folder = temporaryFolder();
    expect((await initIn(folder.path, name)).code).toBe(0);
    expect(readFileSync(join(folder.path, name, "workflow.yaml"), "utf8")).toContain(`\n  name: "${called}"\n`);
    const built = await flowcHere(["build", name], { cwd: folder.path });
    expect([built.stderr, built.code]).toEqual([expect.stringContaining(`dist/${called}.mjs  `), 0]);
    expect(readFileSync(join(folder.path, name, "README.md"), "utf8")).toContain(`dist/${called}.mjs`);
  });

  test("prints commands that a shell reads as they are meant", async () => {
    using folder = temporaryFolder();
    expect((await initIn(folder.path, "it's")).stdout).toContain(String.raw`flowc check 'it'\''s'`);
    expect((await initIn(folder.path, "--", "-x")).stdout).toContain("flowc check ./-x\n");
    const byNpx = await flowcHere(["init", "npx"], { cwd: folder.path, env: { npm_command: "exec" } });
    expect(byNpx.stdout).toContain("\n  npx flowc check npx\n");
  });

  test.for([22, 26] as const)("and flowc itself work under Node %i", async (version, context) => {
    const node = nodeProgram(version);
    if (node === undefined) return context.skip("npm run nodes has not installed it");
    using folder = temporaryFolder();
    const options = { node, cwd: folder.path };
    expect((await flowcHere(["init", "demo"], options)).code).toBe(0);
    expect((await flowcHere(["check", "demo", "--strict"], options)).code).toBe(0);
    expect((await flowcHere(["build", "demo", "--minify"], options)).code).toBe(0);
    const { stdout, stderr, code } = await flowc(["run", "demo", "--no-cache"], options);
    expect([JSON.parse(stdout).success, stderr, code]).toEqual([true, "", 0]);
  });

  test.for([
    [18, "18.9.1"],
    [20, "20.8.0"],
    [2213, "22.13.1"],
  ] as const)("says under Node %i what flowc needs", async ([version, shown], context) => {
    const node = nodeProgram(version);
    if (node === undefined) return context.skip("npm run nodes has not installed it");
    using folder = temporaryFolder();
    const { stdout, stderr, code } = await flowc(["init", "demo"], { node, cwd: folder.path });
    expect([stdout, stderr, code]).toEqual(["", `flowc needs Node 22.14 or later; this is Node ${shown}\n`, 2]);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("names the schemas where flowc is installed above", async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "node_modules"));
    symlinkSync(root, join(folder.path, "node_modules", "flowc"));
    await initIn(folder.path, "deep/demo");
    const lines = ["workflow.yaml", "resources/hello.yaml"].map(
      (name) => readFileSync(join(folder.path, "deep/demo", name), "utf8").split("\n")[0],
    );
    expect(lines).toEqual([
      "# yaml-language-server: $schema=../../node_modules/flowc/dist/schemas/workflow.schema.json",
      "# yaml-language-server: $schema=../../../node_modules/flowc/dist/schemas/resource.schema.json",
    ]);
    expect((await flowcHere(["check", "deep/demo", "--strict"], { cwd: folder.path })).code).toBe(0);
  });
});

describe.concurrent("into a folder that is there", () => {
  test("an empty one, such as this", async () => {
    using folder = temporaryFolder();
    expect((await initIn(folder.path, ".")).code).toBe(0);
    expect(readdirSync(folder.path).sort()).toEqual(written);
    expect((await flowc(["run", "."], { cwd: folder.path })).code).toBe(0);
  });

  test("one that holds a new npm package and a git repository", async () => {
    using folder = temporaryFolder();
    for (const name of [".git", "node_modules"]) mkdirSync(join(folder.path, name));
    for (const name of ["package.json", "package-lock.json"]) writeFileSync(join(folder.path, name), "{}");
    expect((await initIn(folder.path, ".")).code).toBe(0);
    expect(readdirSync(folder.path)).toHaveLength(9);
  });

  test("one that is not empty: it says what is in the way, and writes nothing", async () => {
    using folder = temporaryFolder();
    for (const name of ["a", "b", "c", "d", "e\n", "f", "g"]) writeFileSync(join(folder.path, name), "");
    const { stdout, stderr, code } = await initIn(folder.path, ".");
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toBe('error: . is not empty: it holds "a", "b", "c", "d", "e\\n" and 2 more; nothing was written\n');
    expect(readdirSync(folder.path)).toHaveLength(7);
  });

  test("a second time", async () => {
    using folder = temporaryFolder();
    await initIn(folder.path, "demo");
    const { stderr, code } = await initIn(folder.path, "demo", "--template", "server");
    expect([stderr, code]).toEqual([expect.stringMatching(/^error: demo is not empty: it holds "\.gitignore", /), 2]);
  });
});

describe.concurrent("bad usage", () => {
  test.each([
    ["no folder", [], "init needs a folder"],
    ["two", ["a", "b"], 'init takes one folder, found "a" and "b"'],
    ["an empty text", [""], "the path is empty"],
    ["a line break", ["a\nb"], "control characters"],
    ["an unknown template", ["a", "--template", "serve"], 'not "serve"; did you mean "server"?'],
    ["a file", ["file"], "file is a file"],
    ["something below a file", ["file/a"], "cannot write to"],
    ["what can be no folder", ["/proc/nowhere/a"], "cannot write to /proc/nowhere/a"],
    ["a name that is too long", ["x".repeat(300)], "the name is too long"],
    ["a link to nowhere", ["dangling"], "cannot write to"],
  ])("%s", async (_title, args, message) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "file"), "");
    symlinkSync("nowhere", join(folder.path, "dangling"));
    const { stdout, stderr, code } = await initIn(folder.path, ...args);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(message);
    expect(readdirSync(folder.path).sort()).toEqual(["dangling", "file"]);
  });

  test.skipIf(process.getuid?.() === 0)("a parent that may not be written", async () => {
    using folder = temporaryFolder();
    chmodSync(folder.path, 0o555);
    const { stderr, code } = await initIn(folder.path, "demo");
    expect([stderr, code]).toEqual([expect.stringMatching(/^error: cannot write to [^\n]+: permission denied\n$/), 2]);
    chmodSync(folder.path, 0o755);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test("what fails half-way leaves nothing behind", () => {
  using folder = temporaryFolder();
  const files = [
    { name: "a/b.yaml", text: "" },
    { name: "a/b.yaml/c", text: "" },
  ];
  expect(() => writeNewFiles(join(folder.path, "x", "y"), files)).toThrow("cannot write to");
  expect(() => writeNewFiles(folder.path, files)).toThrow("cannot write to");
  expect(readdirSync(folder.path)).toEqual([]);
  expect(statSync(folder.path).isDirectory()).toBe(true);
});

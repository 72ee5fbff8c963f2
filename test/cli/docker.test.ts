import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRecipe } from "../support/dockerfile.ts";
import { flowc, flowcHere } from "../support/flowc.ts";
import { command, copyOf, hello, oneSentence, project } from "./project.ts";

const keeper = {
  name: "keeper",
  resources: [{ actionId: "keep", component: { name: "memory", with: { key: "k", value: "v" } } }],
};
const own = [".dockerignore", "Dockerfile", "compose.yaml"];

const build = (cwd: string, ...args: readonly string[]) => flowcHere(["build", ".", "--docker", ...args], { cwd });
const filesIn = (...path: readonly string[]) => readdirSync(join(...path)).sort();
const textOf = (...path: readonly string[]) => readFileSync(join(...path), "utf8");

describe.concurrent("flowc build --docker", () => {
  test("writes three files beside the bundle, and names them", async () => {
    using folder = project(hello);
    const { stdout, stderr, code } = await build(folder.path);
    expect([stdout, code]).toEqual(["", 0]);
    expect(stderr.split("\n").map((line) => line.split("  ")[0])).toEqual([
      ...["dist/hello.mjs", "dist/hello.d.mts", "dist/hello.licenses.txt"],
      ...["dist/Dockerfile", "dist/.dockerignore", "dist/compose.yaml", ""],
    ]);
    expect(filesIn(folder.path, "dist")).toEqual([...own, "hello.d.mts", "hello.licenses.txt", "hello.mjs"]);
    const { context, copies, entrypoint } = readRecipe(join(folder.path, "dist"));
    // Licences of what is in a bundle have to go wherever it goes.
    const sources = ["hello.mjs", "hello.licenses.txt"];
    expect(context).toEqual(sources);
    expect(copies).toEqual([{ sources, destination: "/app/" }]);
    expect(entrypoint).toEqual(["node", "/app/hello.mjs"]);
  });

  test("writes none of them without being asked", async () => {
    using folder = project(hello);
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    expect(filesIn(folder.path, "dist")).toEqual(["hello.d.mts", "hello.licenses.txt", "hello.mjs"]);
  });

  test("copies the addon of the platform that is asked for", async () => {
    using folder = project(keeper);
    expect((await build(folder.path, "--platform", "linuxmusl-arm64")).code).toBe(0);
    const { context, copies, service } = readRecipe(join(folder.path, "dist"));
    const addon = context[1] ?? "";
    expect(addon).toMatch(/^better-sqlite3-.*-linuxmusl-arm64\.node$/);
    expect(copies.map(({ sources }) => sources)).toEqual([[addon], ["keeper.mjs", "keeper.licenses.txt"]]);
    expect(filesIn(folder.path, "dist")).toContain(addon);
    expect(service.platform).toBe("linux/arm64");
    expect(textOf(folder.path, "dist", "Dockerfile")).toContain("ARG NODE_IMAGE=node:24-alpine\n");
  });

  test("writes the addons of all processors for an image that is of none", async () => {
    using folder = project(keeper);
    const addons = (libc: string) => ["arm64", "x64"].map((name) => expect.stringMatching(`-${libc}-${name}\\.node$`));
    const written = (out: string) => filesIn(folder.path, out).filter((name) => name.endsWith(".node"));
    expect((await build(folder.path, "--platform", "linux")).code).toBe(0);
    expect(written("dist")).toEqual(addons("linux"));
    expect((await build(folder.path, "--platform", "linuxmusl", "-o", "alpine")).code).toBe(0);
    expect(written("alpine")).toEqual(addons("linuxmusl"));
    expect(textOf(folder.path, "alpine", "Dockerfile")).toContain("ARG NODE_IMAGE=node:24-alpine\n");
    const verified = await flowcHere(["verify", "alpine", "."], { cwd: folder.path });
    expect(verified.stdout).toMatch(/^ok {2}alpine\/keeper\.mjs: what flowc/);
  });

  test("takes a base and labels, and verify builds with them again", async () => {
    using folder = project(hello);
    const base = `node:24-slim@sha256:${"ab".repeat(32)}`;
    const options = ["--base", base, "--label", "source=https://git.example/x?a=b", "--label", 'com.example.team="$A"'];
    expect((await build(folder.path, ...options, "--label", "licenses=MIT")).code).toBe(0);
    expect(readRecipe(join(folder.path, "dist")).labels).toMatchObject({
      "org.opencontainers.image.source": "https://git.example/x?a=b",
      "org.opencontainers.image.licenses": "MIT",
      "com.example.team": '"$A"',
    });
    expect(textOf(folder.path, "dist", "Dockerfile")).toContain(`\nFROM ${base}\n`);
    const verified = await flowcHere(["verify", "dist", "."], { cwd: folder.path });
    expect([verified.stdout, verified.code]).toEqual([
      expect.stringMatching(/^ok {2}dist\/hello\.mjs: what flowc \S+ makes of workflow\.yaml\n$/),
      0,
    ]);
  });

  test("gives the same bytes from another folder, locale and time zone, and again", async () => {
    using first = project(keeper);
    using second = copyOf(first.path);
    const env = { LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Tokyo" };
    const args = ["build", second.path, "--docker", "-o", join(second.path, "dist")];
    expect((await flowc(args, { cwd: "/", env })).code).toBe(0);
    expect((await build(first.path)).code).toBe(0);
    for (const name of own) expect(textOf(first.path, "dist", name)).toBe(textOf(second.path, "dist", name));
  });

  test("dates the image by SOURCE_DATE_EPOCH", async () => {
    using folder = project(hello);
    const env = { SOURCE_DATE_EPOCH: "1000000000" };
    expect((await flowcHere(["build", ".", "--docker"], { cwd: folder.path, env })).code).toBe(0);
    const { labels } = readRecipe(join(folder.path, "dist"));
    expect(labels["org.opencontainers.image.created"]).toBe("2001-09-09T01:46:40.000Z");
  });

  test.each(own)("leaves a %s alone that somebody else has written", async (name) => {
    using folder = project(hello);
    mkdirSync(join(folder.path, "dist"));
    const text = "# Written by flowc build --docker for";
    writeFileSync(join(folder.path, "dist", name), text);
    const { stderr, code } = await build(folder.path);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(`dist/${name} was not written by flowc`);
    expect(code).toBe(2);
    expect(filesIn(folder.path, "dist")).toEqual([name]);
    expect(textOf(folder.path, "dist", name)).toBe(text);
  });

  test("into a folder that is a file says that it cannot be written", async () => {
    using folder = project(hello, { taken: "" });
    const { stderr, code } = await build(folder.path, "-o", "taken");
    expect(stderr).toMatch(/^error: cannot write to \S+taken: [^\n]+\n$/);
    expect(code).toBe(2);
  });

  test("leaves the files of another workflow alone, too", async () => {
    using folder = project(hello);
    expect((await build(folder.path)).code).toBe(0);
    const before = textOf(folder.path, "dist", "Dockerfile");
    using other = project(keeper);
    const { stderr, code } = await build(other.path, "-o", join(folder.path, "dist"));
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
    expect(textOf(folder.path, "dist", "Dockerfile")).toBe(before);
    expect(existsSync(join(folder.path, "dist", "keeper.mjs"))).toBe(false);
  });

  test.each([
    [["--platform", "win32-x64"], /Linux image/],
    [["--platform", "darwin-arm64"], /Linux image/],
    [["again"], /one workflow, not of 2/],
    [["--base", "node:24 AS x"], /--base takes the name of an image, such as \S+, not "node:24 AS x"/],
    [["--base", "node\nRUN id"], /--base takes the name of an image/],
    [["--label", "source"], /--label takes NAME=VALUE, not "source"/],
    [["--label", "sauce=x"], /NAME is one of source, revision, licenses, [^\n]*, or has dots: com\.example\.team/],
    [["--label", 'a.b" c=x'], /--label takes NAME=VALUE/],
  ])("%o is bad usage", async (args, message) => {
    using folder = project(hello, { "again/workflow.yaml": "settings: {}\n" });
    const { stderr, code } = await build(folder.path, ...args);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test.each([
    [["--base", "node:24-slim"], /--base is for images: give --docker, too/],
    [["--label", "source=x"], /--label is for images: give --docker, too/],
    [["--platform", "linux"], /--platform linux names no processor/],
  ])("%o without --docker is bad usage", async (args, message) => {
    using folder = project(hello);
    const { stderr, code } = await flowcHere(["build", ".", ...args], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test("a package that the image cannot install is an error where it stands, and fine without an image", async () => {
    const agentSettings = { pythonPackages: ["tool @ file:///opt/tool.whl"] };
    using folder = project({ ...hello, settings: { agentSettings } });
    const { stderr, code } = await build(folder.path);
    expect(stderr).toMatch(
      /^workflow\.yaml:\d+:\d+: error: "tool @ file:\S+" cannot be installed into an image \[invalid-package\]$/m,
    );
    expect(code).toBe(1);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
  });

  test.each([
    { osPackages: ["curl; rm -rf /"] },
    { osPackages: ["curl $(id)"] },
    { osPackages: ["curl\nRUN id"] },
    { pythonPackages: ["--index-url http://x"] },
    { pythonPackages: ["x; python_version < '3'\nRUN id"] },
  ])("what is not a name is an error where it stands: %o", async (agentSettings) => {
    using folder = project({ ...hello, settings: { agentSettings } });
    const { stderr, code } = await build(folder.path);
    expect(stderr).toMatch(
      /^workflow\.yaml:\d+:\d+: error: "[^\n]*" is not a valid [^\n]*package[^\n]* \[invalid-package\]$/m,
    );
    expect(code).toBe(1);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test.each([`it's "quoted" \\ $HOME \${X} \`id\``, "日本語", "A__b..C"])(
    "a workflow named %s has files that can be read",
    async (name) => {
      using folder = project({ name, resources: [command("main", "echo")] });
      expect((await build(folder.path)).code).toBe(0);
      const { labels, copies } = readRecipe(join(folder.path, "dist"));
      expect(labels["org.opencontainers.image.title"]).toBe(name);
      expect(filesIn(folder.path, "dist")).toContain(copies[0]?.sources[0]);
      expect(textOf(folder.path, "dist", "compose.yaml")).toMatch(/^name: "[a-z0-9]+(?:-[a-z0-9]+)*"$/m);
    },
  );
});

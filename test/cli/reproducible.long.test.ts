import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { flowcProgram, type Outcome, root, runProgram, temporaryFolder } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { hello, oneSentence, project } from "./project.ts";

// All examples, built in two places by two installations of flowc, under two versions of Node, two days apart.

const examples = join(root, "examples");
const epoch = 1_700_000_000;

/** Read before flowc starts: the clock two days ahead, and the strictest umask. */
const twoDaysLater = `
process.umask(0o077);
const now = () => Real.now() + 2 * 24 * 3_600_000;
const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new Real(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
`;

/** Builds all examples in a place into a folder of this name, and gives the folder. */
type Build = (name: string, options: readonly string[]) => Promise<Outcome & { readonly out: string }>;

/** The examples as git writes them, built from their folder. */
function firstPlace(folder: string): Build {
  const sources = join(folder, "a");
  cpSync(examples, sources, { recursive: true });
  const env = { ...process.env, LC_ALL: "C", LANG: "C", TZ: "UTC", SOURCE_DATE_EPOCH: String(epoch) };
  return async (name, options) => {
    const outcome = await runProgram(flowcProgram, ["build", ".", "-o", name, ...options], { cwd: sources, env });
    return { ...outcome, out: join(sources, name) };
  };
}

/** The same somewhere else: other names and depths, through a link, written in another order, another machine's habits. */
function secondPlace(folder: string): Build {
  const sources = join(folder, "an other", "ö", "deeper", "flows");
  const compiler = join(folder, "flowc two");
  for (const name of filesBelow(examples).reverse()) {
    const path = join(sources, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readFileSync(join(examples, name)));
    utimesSync(path, 1, 1);
  }
  cpSync(join(root, "dist"), join(compiler, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(compiler, "package.json"));
  symlinkSync(join(root, "node_modules"), join(compiler, "node_modules"));
  const env = { ...later(folder), LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Tokyo", HOME: folder };
  const node = nodeProgram(26) ?? process.execPath;
  symlinkSync(compiler, join(folder, "link"), "junction");
  const program = join(folder, "link", "dist", "main.js");
  return async (name, options) => {
    const out = join(folder, "out", name, "deeper");
    const outcome = await runProgram(program, ["build", sources, "-o", out, ...options], { cwd: "/", env, node });
    return { ...outcome, out };
  };
}

function later(folder: string): NodeJS.ProcessEnv {
  const preload = join(folder, "later.mjs");
  writeFileSync(preload, twoDaysLater);
  const { PATH } = process.env;
  const options = `--import ${pathToFileURL(preload).href} --preserve-symlinks --preserve-symlinks-main`;
  return { PATH, NODE_OPTIONS: options, SOURCE_DATE_EPOCH: String(epoch) };
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

/** Everything in a folder: mode, date and hash by name. */
function tree(folder: string): Readonly<Record<string, string>> {
  const line = (name: string) => {
    const { mode, mtimeMs } = statSync(join(folder, name));
    const hash = createHash("sha256").update(readFileSync(join(folder, name)));
    return `${(mode & 0o7777).toString(8)} ${mtimeMs / 1000} ${hash.digest("hex")}`;
  };
  return Object.fromEntries(filesBelow(folder).map((name) => [name, line(name)]));
}

describe("two builds in two places, two days apart, are one", () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const places = [firstPlace(folders[0].path), secondPlace(folders[1].path)];
  afterAll(() => {
    for (const folder of folders) folder[Symbol.dispose]();
  });

  test.each([
    ["plain", []],
    ["small", ["--minify", "--sourcemap", "--platform", "linuxmusl-arm64"]],
    ["tools", ["--target", "mcp", "--sourcemap", "--platform", "win32-x64"]],
  ])("%s: build %j", { timeout: 180_000 }, async (name, options) => {
    const outcomes = await Promise.all(places.map((build) => build(name, options)));
    expect(outcomes.map(({ stdout, code }) => [stdout, code])).toEqual(places.map(() => ["", 0]));
    const [one = {}, two] = outcomes.map(({ out }) => tree(out));
    expect(two).toEqual(one);
    expect(Object.keys(one).filter((file) => file.endsWith(".mjs"))).toHaveLength(readdirSync(examples).length);
    for (const line of Object.values(one)) expect(line).toMatch(/^(?:644|755) 1700000000 /);
  });

  test("and the second clock is ahead, its umask strict", async () => {
    using folder = temporaryFolder();
    const program = join(folder.path, "say.mjs");
    writeFileSync(program, "console.log(new Date().getTime(), Date.now(), process.umask());");
    const { stdout } = await runProgram(program, [], { env: later(folder.path) });
    const [made = 0, now = 0, umask] = stdout.split(" ").map(Number);
    expect(Math.min(made, now)).toBeGreaterThan(Date.now() + 24 * 3_600_000);
    expect(umask).toBe(0o077);
  });
});

describe.concurrent("SOURCE_DATE_EPOCH", () => {
  const build = (cwd: string, value: string, ...options: readonly string[]) =>
    runProgram(flowcProgram, ["build", ".", ...options], { cwd, env: { ...process.env, SOURCE_DATE_EPOCH: value } });

  test.each(["0", "1", "4102444800"])("%s dates files and the folders made for them", async (value) => {
    using folder = project(hello);
    expect((await build(folder.path, value, "-o", "a/b")).code).toBe(0);
    const seconds = ["a", "a/b", "a/b/hello.mjs", "a/b/hello.d.mts"].map(
      (name) => statSync(join(folder.path, name)).mtimeMs / 1000,
    );
    expect(new Set(seconds)).toEqual(new Set([Number(value)]));
    expect(statSync(folder.path).mtimeMs / 1000).toBeGreaterThan(1_700_000_000);
  });

  test.each(["", " ", "now", "-1", "1.5", "1e9", "0x1", "253402300800", "99999999999999999999", "1\n2"])(
    "%j is refused before anything is written",
    async (value) => {
      using folder = project(hello);
      const { stdout, stderr, code } = await build(folder.path, value);
      expect(stderr).toMatch(oneSentence);
      expect(stderr).toContain("SOURCE_DATE_EPOCH takes seconds since 1970");
      expect([stdout, code, readdirSync(folder.path)]).toEqual(["", 2, ["workflow.yaml"]]);
    },
  );

  test("without it files have the date of their build", async () => {
    using folder = project(hello);
    const { SOURCE_DATE_EPOCH: _unset, ...env } = process.env;
    const before = Date.now() - 5000;
    expect((await runProgram(flowcProgram, ["build", "."], { cwd: folder.path, env })).code).toBe(0);
    expect(statSync(join(folder.path, "dist", "hello.mjs")).mtimeMs).toBeGreaterThan(before);
  });
});

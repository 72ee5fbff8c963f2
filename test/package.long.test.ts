import { type ExecFileException, execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Outcome, root, runProgram, temporaryFolder } from "./support/flowc.ts";

// The package as npm makes it of the project: what is in it, and that it installs and works where nothing else is.

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const npm = npmProgram();
const folder = temporaryFolder();
const tarball = join(folder.path, `flowc-${manifest.version}.tgz`);
/** Programs of an installation: node, npm and npx, and the shell that npm needs. No compiler, no make, no Python. */
const bin = join(folder.path, "bin");
let packed: { readonly size: number; readonly files: readonly { readonly path: string }[] };

beforeAll(async () => {
  if (npm === undefined) return;
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync("/bin/sh", join(bin, "sh"));
  for (const name of ["npm", "npx"]) symlinkSync(join(dirname(npm), `${name}-cli.js`), join(bin, name));
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder.path];
  const { stdout, stderr, code } = await execute("npm", args, root);
  if (code !== 0) throw new Error(stderr);
  // A list, from npm 12 on a map by name.
  packed = Object.values<typeof packed>(JSON.parse(stdout))[0] as typeof packed;
});

afterAll(() => folder[Symbol.dispose]());

describe.skipIf(npm === undefined)("the tarball", () => {
  test("is under 3 MB, of which the parsers of shells, Python and PostgreSQL are 1 MB", () => {
    expect(statSync(tarball).size).toBe(packed.size);
    expect(packed.size).toBeLessThan(3_000_000);
  });

  test("holds what is needed and no more", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !/^(?:dist|docs|examples)\//.test(path)).sort()).toEqual([
      ...["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"],
      ...["bench/README.md", "package.json"],
    ]);
    expect(paths.filter((path) => /(?<!\.d)\.(?:m?ts|map|node|tgz)$|^test\/|node_modules/.test(path))).toEqual([]);
    expect(paths).toContain("docs/commands.md");
  });

  test("has no link that leads nowhere", () => {
    const paths = packed.files.map(({ path }) => path);
    const there = new Set(paths.flatMap((path) => [path, ...foldersAbove(path)]));
    const pages = paths.filter((path) => path.endsWith(".md"));
    const links = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const targets = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
      return targets.map((target) => [page, posix.join(posix.dirname(page), target).replace(/\/$/, "")] as const);
    });
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(([, target]) => !there.has(target))).toEqual([]);
  });

  test("says where it comes from, and where its mistakes go", () => {
    const { repository, homepage, bugs } = manifest;
    expect(repository).toEqual({ type: "git", url: expect.stringMatching(/^git\+https:\/\/\S+\.git$/) });
    for (const address of [homepage, bugs]) expect(URL.canParse(address)).toBe(true);
  });

  test("has what package.json names", () => {
    const paths = packed.files.map(({ path }) => path);
    const named: readonly string[] = [
      manifest.man,
      ...Object.values(manifest.bin),
      ...Object.values(manifest.exports).flatMap((to) =>
        typeof to === "object" && to !== null ? Object.values(to) : [to],
      ),
    ].map(String);
    for (const name of named) {
      const start = name.replace(/^\.\//, "").replace(/\*.*/, "");
      expect(paths.filter((path) => path.startsWith(start))).not.toEqual([]);
    }
  });

  test("runs nothing when it is installed", () => {
    const { preinstall, install, postinstall } = manifest.scripts;
    expect([preinstall, install, postinstall]).toEqual([undefined, undefined, undefined]);
    expect(packed.files.map(({ path }) => path)).not.toContain("binding.gyp");
  });
});

function foldersAbove(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

test.each([
  ["npm/10.8.2 node/v20.20.2 linux x64 workspaces/false", "20.20.2"],
  ["npm/10.9.0 node/v22.13.1 linux x64", "22.13.1"],
  ["npm/11.0.0 node/v22.14.0 linux x64", undefined],
  ["npm/12.0.0 node/v26.1.0 linux x64", undefined],
  ["", undefined],
])("an install under %j says of an older Node what is used instead", async (agent, version) => {
  const env = { ...process.env, npm_config_user_agent: agent };
  const { stdout, code } = await runProgram(join(root, ".ci", "say-node.ts"), [], { env });
  const said = `Node ${version} is older than the 22.14 that flowc needs: npx and npm scripts here take the ${process.version.slice(1)} that was installed with it\n`;
  expect([stdout, code]).toEqual([version === undefined ? "" : said, 0]);
});

test.skipIf(npm === undefined)("--version is that of package.json", async () => {
  const { stdout } = await execute("node", [join(root, "dist", "main.js"), "--version"], root);
  expect(stdout).toBe(`flowc ${manifest.version}\n`);
});

// npm 12 runs no script of a dependency unless it is allowed to; npm before runs them all.
describe.skipIf(npm === undefined).each([
  ["without scripts", "--ignore-scripts"],
  ["with scripts", "--dangerously-allow-all-scripts"],
])("installed in an empty folder, without a compiler, %s", (_title, flag) => {
  let app: ReturnType<typeof temporaryFolder>;
  let unreachable: string | undefined;

  beforeAll(async () => {
    app = temporaryFolder();
    const { stderr, code } = await execute("npm", ["install", flag, ...quick, tarball], app.path);
    if (code === 0) return;
    unreachable =
      /npm error code (E(?:NOTFOUND|CONN\w+|TIMEDOUT|AI_AGAIN|NOTCACHED|NETUNREACH|HOSTUNREACH)|\w*CERT\w*)/.exec(
        stderr,
      )?.[1];
    if (unreachable === undefined) throw new Error(stderr);
  });

  afterAll(() => app[Symbol.dispose]());

  test("there is no compiler, and scripts were run or not", async (context) => {
    if (unreachable !== undefined) return context.skip(`npm cannot reach its registry: ${unreachable}`);
    const found = await shell("command -v gcc cc g++ clang make python3 python node-gyp; echo end");
    expect(found.stdout).toBe("end\n");
    // The script of esbuild puts its program in the place of one that looks for it.
    const program = readFileSync(join(app.path, "node_modules", "esbuild", "bin", "esbuild"), "latin1");
    expect(program.startsWith("#!")).toBe(flag === "--ignore-scripts");
    expect(existsSync(join(app.path, "node_modules", "flowc", "build.ts"))).toBe(false);
  });

  test("flowc init demo && flowc run demo", async (context) => {
    if (unreachable !== undefined) return context.skip(`npm cannot reach its registry: ${unreachable}`);
    const { stdout, stderr, code } = await shell("npx flowc init demo && npx flowc run demo && npx flowc check demo");
    expect(stdout).toMatch(/^wrote a workflow into demo; next:\n\n {2}npx flowc run demo/);
    expect(stdout).toContain('{"success":true,"response":{"greeting":"Hello, world!"');
    expect([stderr.replaceAll(/^npm warn .*\n/gm, ""), code]).toEqual([
      // On this PATH there is no ShellCheck.
      expect.stringMatching(
        /^1 workflow checked: no problems\nnot checked: pitfalls in shell scripts: ShellCheck .*\n$/,
      ),
      0,
    ]);
    const workflow = readFileSync(join(app.path, "demo", "workflow.yaml"), "utf8");
    const schema = /^# yaml-language-server: \$schema=(\S+)$/m.exec(workflow)?.[1] ?? "";
    expect(JSON.parse(readFileSync(join(app.path, "demo", schema), "utf8")).title).toBe("flowc workflow");
  });

  test("a memory, in a bundle that runs elsewhere", async (context) => {
    if (unreachable !== undefined) return context.skip(`npm cannot reach its registry: ${unreachable}`);
    writeFileSync(join(app.path, "memory.yaml"), memory);
    const built = await shell("node_modules/.bin/flowc build memory.yaml -o out");
    expect([built.stderr, built.code]).toEqual([expect.stringContaining("out/memory.mjs"), 0]);
    using elsewhere = temporaryFolder();
    const { stdout, stderr, code } = await execute("node", [join(app.path, "out", "memory.mjs")], elsewhere.path);
    expect([stdout, stderr, code]).toEqual(['{"success":true,"response":"1"}\n', "", 0]);
  });

  test("docs/install.md shows commands that work", async (context) => {
    if (unreachable !== undefined) return context.skip(`npm cannot reach its registry: ${unreachable}`);
    const page = readFileSync(join(root, "docs", "install.md"), "utf8");
    const commands = [...page.matchAll(/^ {4}(npx flowc .*)$/gm)].map(([, command]) => command);
    expect(commands).toHaveLength(4);
    const { stdout, stderr, code } = await shell(commands.join(" && "));
    expect([stdout, code]).toEqual([expect.stringContaining('"greeting":"Hello, world!"'), 0]);
    expect(stderr).toContain("no problems\n");
    const scripts = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "").scripts as Record<string, string>;
    const manifestPath = join(app.path, "package.json");
    writeFileSync(manifestPath, JSON.stringify({ ...JSON.parse(readFileSync(manifestPath, "utf8")), scripts }));
    for (const name of Object.keys(scripts)) expect((await shell(`npm run ${name}`)).code, name).toBe(0);
    expect(existsSync(join(app.path, "dist", "hello.mjs"))).toBe(true);
  }, 180_000);

  test("flowc/test simulates a workflow under node:test and under vitest", async (context) => {
    if (unreachable !== undefined) return context.skip(`npm cannot reach its registry: ${unreachable}`);
    const tests = join(app.path, "simulated");
    mkdirSync(tests);
    writeFileSync(join(tests, "workflow.yaml"), greeting);
    writeFileSync(join(tests, "node.test.mjs"), `import test from "node:test";\n${simulation}`);
    writeFileSync(join(tests, "vitest.test.mjs"), `import { test } from "vitest";\n${simulation}`);
    const ofNode = await execute("node", ["--test", "--test-reporter=tap", "node.test.mjs"], tests);
    expect([ofNode.stdout, ofNode.code]).toEqual([expect.stringMatching(/^# pass 1$/m), 0]);
    const program = join(root, "node_modules", "vitest");
    symlinkSync(program, join(app.path, "node_modules", "vitest"));
    const args = [join(program, "vitest.mjs"), "run", "--reporter=tap-flat", "vitest.test.mjs"];
    const ofVitest = await execute("node", args, tests);
    expect([ofVitest.stdout, ofVitest.code]).toEqual([expect.stringMatching(/^ok 1 - .*greets/m), 0]);
  }, 180_000);

  function shell(script: string): Promise<Outcome> {
    return execute("sh", ["-c", script], app.path);
  }
});

const quick = ["--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=20000"];

const greeting = `
metadata: { name: greeting }
settings: { targetActionId: greet, timeout: 1m }
resources:
  - actionId: greet
    exec: { command: echo, args: ["Hello, {{ get('name') }}"] }
`;

const simulation = `
import assert from "node:assert/strict";
import { simulate } from "flowc/test";

test("greets", async () => {
  const { result, calls, events } = await simulate(".", { inputs: { name: "Ada" }, given: { greet: "Hi, Ada" } });
  assert.equal(result, "Hi, Ada");
  assert.deepEqual(calls.map(({ place, asked }) => [place, asked.args]), [["greet", ["Hello, Ada"]]]);
  assert.equal(events.at(-1).event, "workflow.completed");
  await assert.rejects(simulate("."), /nothing is given for "greet"/);
});
`;

const memory = `
metadata: { name: memory }
settings: { targetActionId: read, timeout: 1m }
---
actionId: write
component: { name: memory, with: { key: k, value: "1", dbPath: ./memory.db } }
---
actionId: read
requires: [write]
component: { name: memory, with: { action: retrieve, key: k, dbPath: ./memory.db } }
apiResponse: { response: "{{ output('read').value }}" }
`;

/** Runs one of the programs in `bin`, where it finds nothing else; npm has its own settings and cache, flowc a cache of its own. */
function execute(program: string, args: readonly string[], cwd: string): Promise<Outcome> {
  const { HOME = "", NODE_EXTRA_CA_CERTS = "" } = process.env;
  const cache = join(folder.path, "cache");
  const env = { HOME, NODE_EXTRA_CA_CERTS, PATH: bin, XDG_CACHE_HOME: cache, FLOWC_STEP_OUTPUT: "none" };
  return new Promise((resolve) => {
    execFile(
      join(bin, program),
      args,
      { cwd, env, maxBuffer: 1e8 },
      (error: ExecFileException | null, stdout, stderr) => {
        resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code), signal: error?.signal ?? null });
      },
    );
  });
}

/** npm's program, as the one that runs the tests says, else that of the PATH. */
function npmProgram(): string | undefined {
  const running = process.env["npm_execpath"] ?? "";
  const known = join(dirname(running), "npm-cli.js");
  if (running !== "" && existsSync(known)) return known;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((name) => name !== "");
  const found = folders.map((name) => join(name, "npm")).find((path) => existsSync(path));
  const program = found === undefined ? "" : join(dirname(realpathSync(found)), "npm-cli.js");
  return existsSync(program) ? program : undefined;
}

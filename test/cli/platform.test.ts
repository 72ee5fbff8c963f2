import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { platforms, thisPlatform } from "../../compiler/5-bundle/addon.ts";
import { checkPlatform } from "../../compiler/cli/build/check-platform.ts";
import type { Plan } from "../../compiler/nouns/plan.ts";
import { eventsOf, flowcHere, runProgram } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { command, oneSentence, project, type WorkflowParts } from "./project.ts";

const prebuilds = join(dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json")), "prebuilds");
const own = thisPlatform();
const other = own === "linux-arm64" ? "linux-x64" : "linux-arm64";
const windows = "win32-x64";

/** Leaves a mark, so that it shows whether anything has run. */
const mark = command("mark", "touch ran");
const memory = { actionId: "main", component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } } };
const keeper: WorkflowParts = { resources: [mark, { ...memory, requires: ["mark"] }] };

/** Builds a workflow for a platform. */
async function built(workflow: WorkflowParts, platform: string) {
  const folder = project(workflow);
  const { code, stderr } = await flowcHere(["build", ".", "--platform", platform], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  const dist = join(folder.path, "dist");
  const addon = readdirSync(dist).find((name) => name.endsWith(".node")) ?? "";
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
    runProgram(join(dist, "sample.mjs"), args, { cwd: folder.path, env });
  const hasRun = () => existsSync(join(folder.path, "ran"));
  return { dist, addon, start, hasRun, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** It must fail before anything runs: one sentence, and with --events one event. */
async function expectRefused(bundle: Awaited<ReturnType<typeof built>>, message: RegExp): Promise<void> {
  const plain = await bundle.start([]);
  expect(plain.stderr).toMatch(oneSentence);
  expect(plain.stderr).toMatch(message);
  expect(plain.stderr).toMatch(/\[preflight\]\n$/);
  expect({ stdout: plain.stdout, code: plain.code }).toEqual({ stdout: "", code: 1 });
  const told = eventsOf((await bundle.start(["--events"])).stderr);
  expect(told.map(({ event, failureClass }) => [event, failureClass])).toEqual([["workflow.failed", "preflight"]]);
  expect(told[0]?.["message"]).toMatch(message);
  expect(bundle.hasRun()).toBe(false);
}

describe("the platforms", () => {
  test("are those of better-sqlite3", () => {
    expect(readdirSync(prebuilds).sort()).toEqual(platforms.map((name) => `${name}.node`).sort());
    expect(platforms).toContain(own);
  });

  test.concurrent.each(platforms)("%s: its addon is beside the bundle", async (platform) => {
    using bundle = await built(keeper, platform);
    expect(readdirSync(bundle.dist).filter((name) => name.endsWith(".node"))).toHaveLength(1);
    expect(bundle.addon).toMatch(new RegExp(`^better-sqlite3-[\\d.]+-${platform}\\.node$`));
    const expected = readFileSync(join(prebuilds, `${platform}.node`));
    expect(readFileSync(join(bundle.dist, bundle.addon)).equals(expected)).toBe(true);
  });

  test("a machine without an addon: SQLite needs another platform, all else does not", () => {
    const plan = (runtime: string) =>
      ({ name: "w", resources: [{ action: { runtime } }], components: [], connections: [] }) as unknown as Plan;
    const request = { platform: undefined, executable: false };
    expect(() => checkPlatform([plan("exec"), plan("memory")], request, "freebsd-x64")).toThrow(
      /^"w" uses SQLite, .*not available for freebsd-x64; known: linux-x64, .*win32-arm64; .*--platform$/,
    );
    checkPlatform([plan("exec")], request, "freebsd-x64");
    checkPlatform([plan("memory")], { ...request, platform: "linux-x64" }, "freebsd-x64");
  });
});

describe.concurrent("a bundle where it does not belong", () => {
  test("on another platform it names the addon that it needs", async () => {
    using bundle = await built(keeper, other);
    await expectRefused(bundle, new RegExp(`needs better-sqlite3-[\\d.]+-${own}\\.node beside it.* --platform ${own}`));
  });

  test("with an addon that does not load it says why", async () => {
    using bundle = await built(keeper, own);
    const addon = join(bundle.dist, bundle.addon);
    for (const content of ["", "not an addon"]) {
      writeFileSync(addon, content);
      await expectRefused(bundle, new RegExp(`${bundle.addon} beside this bundle does not load \\(.+\\)`));
    }
    copyFileSync(join(prebuilds, `${other}.node`), addon);
    await expectRefused(bundle, new RegExp(`does not load .* --platform ${own}`));
  });

  test.skipIf(process.platform === "win32")("for Windows it starts no program elsewhere", async () => {
    using bundle = await built({ resources: [mark] }, windows);
    await expectRefused(bundle, /built for Windows; build with --platform /);
    using harmless = await built({ resources: [{ actionId: "main", apiResponse: { response: 1 } }] }, windows);
    expect((await harmless.start([])).code).toBe(0);
  });

  test("a server does not listen", async () => {
    const server = {
      settings: { apiServer: { routes: [{ path: "/", methods: ["GET"] }] } },
      resources: [{ ...memory, validations: { routes: ["/"] } }],
    };
    using bundle = await built(server, other);
    const { stderr, code } = await bundle.start(["--port", "0"]);
    expect(stderr).toMatch(/^error: this bundle needs .*\.node beside it.* \[preflight\]\n$/);
    expect(code).toBe(1);
  });

  test("a database that only a run knows needs the addon where it is SQLite", async () => {
    const settings = { sqlConnections: { main: { connection: "{{ env('DATABASE') }}" } } };
    const query = { actionId: "main", requires: ["mark"], sql: { connectionName: "main", query: "SELECT 1" } };
    using bundle = await built({ settings, resources: [mark, query] }, other);
    const sqlite = await bundle.start([], { ...process.env, DATABASE: "sqlite:here.db" });
    expect(sqlite.stderr).toMatch(/^error: this bundle needs .* \[preflight\]\n$/);
    expect(bundle.hasRun()).toBe(false);
    const postgres = await bundle.start([], { ...process.env, DATABASE: "postgres://nobody@127.0.0.1:1/none" });
    expect(postgres.stderr).not.toContain(".node");
    expect(bundle.hasRun()).toBe(true);
  });

  test.for([
    [18, keeper],
    [20, keeper],
    [2213, keeper],
    [2213, { resources: [{ ...mark, actionId: "main" }] }],
  ] as const)("Node %i is told which Node it needs", async ([version, workflow], context) => {
    const node = nodeProgram(version);
    if (node === undefined) return context.skip();
    using folder = project({ ...workflow, name: 'a "name"' });
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    const bundle = join(folder.path, "dist", "a-name-.mjs");
    const plain = await runProgram(bundle, [], { node });
    expect(plain.stderr).toMatch(/^this flowc bundle needs Node 22.14 or later; this is Node [\d.]+\n$/);
    expect(plain.code).toBe(2);
    const told = await runProgram(bundle, ["--events"], { node });
    expect(told.code).toBe(2);
    expect(eventsOf(told.stderr)).toMatchObject([
      { event: "workflow.failed", workflowId: 'a "name"', failureClass: "preflight", message: plain.stderr.trim() },
    ]);
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });

  test("a Node whose Node-API the addon does not know is told so, where SQLite is used", async () => {
    using bundle = await built(keeper, own);
    const disguise = join(bundle.dist, "disguise.cjs");
    const versions = '{ ...process.versions, node: "23.0.0", napi: "9" }';
    writeFileSync(disguise, `Object.defineProperty(process, "versions", { value: ${versions} });`);
    const env = { ...process.env, NODE_OPTIONS: `--require=${disguise}` };
    const { stdout, stderr, code } = await bundle.start([], env);
    const need = "Node-API 10 for SQLite (Node 22.14, 23.6 or later)";
    expect([stdout, stderr, code]).toEqual(["", `this flowc bundle needs ${need}; this is Node 23.0.0\n`, 2]);
    expect(bundle.hasRun()).toBe(false);
    using plain = await built({ resources: [{ ...mark, actionId: "main" }] }, own);
    expect((await plain.start([], env)).code).toBe(0);
  });
});

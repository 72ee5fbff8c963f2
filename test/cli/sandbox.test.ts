import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Described, sandboxGrants } from "../../compiler/cli/run/sandbox-grants.ts";
import { examplesFolder } from "../support/examples.ts";
import { flowc, flowcProgram, runProgram, temporaryFolder, testCache } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { command, hello, oneSentence, project } from "./project.ts";
import { until } from "./serve/service.ts";

const memory = (dbPath: string) => ({
  name: "kept",
  resources: [
    { actionId: "main", component: { name: "memory", with: { action: "store", key: "k", value: "v", dbPath } } },
  ],
});
const run = (folder: string, ...args: readonly string[]) => flowc(["run", ".", "--sandbox", ...args], { cwd: folder });

describe("run --sandbox gives what run gives", () => {
  test.each(["hello", "chain", "python-words", "items", "fan-out"])("of examples/%s", async (name) => {
    const { stdout, stderr, code } = await flowc(["run", join(examplesFolder, name), "--sandbox"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(readFileSync(join(examplesFolder, name, "expected.stdout"), "utf8"));
  });

  test("with files that options name, and nothing but events on standard error", async () => {
    using folder = project({
      resources: [{ actionId: "main", apiResponse: { response: "{{ [get('file'), input('a')] }}" } }],
    });
    writeFileSync(join(folder.path, "in.txt"), "text");
    writeFileSync(join(folder.path, "in.json"), '{"a": 1}');
    const args = ["--file", "in.txt", "--input-json=@in.json", "--events"];
    const { stdout, stderr, code } = await run(folder.path, ...args);
    expect([code, JSON.parse(stdout)]).toEqual([0, { success: true, response: ["text", 1] }]);
    for (const line of stderr.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("event");
    const written = await run(folder.path, ...args.slice(0, 3), "--events=events.ndjson");
    expect([written.code, written.stderr]).toEqual([0, ""]);
    expect(readFileSync(join(folder.path, "events.ndjson"), "utf8")).toContain("workflow.completed");
  });

  test("with the memory that the workflow names, and the exit code of its failures", async () => {
    using folder = project(memory("data/m.db"));
    const { stdout, code } = await run(folder.path);
    expect([code, JSON.parse(stdout)]).toEqual([0, { success: true, key: "k" }]);
    expect(existsSync(join(folder.path, "data", "m.db"))).toBe(true);
    expect(await run(folder.path), "the folder is there now").toMatchObject({ code: 0 });
    using failing = project({ resources: [command("main", "exit 3")] });
    expect((await run(failing.path)).code).toBe(1);
    expect((await run(failing.path, "--no-such-option")).code).toBe(2);
  });

  test("of a server, which a request reaches", async () => {
    const api = join(examplesFolder, "api");
    const { stdout } = await flowc(["run", api, "--sandbox", "--request", "GET /greetings/Ada"]);
    expect(JSON.parse(stdout)).toEqual({ success: true, response: { greeting: "Hello, Ada!" } });
  });
});

describe("what a workflow does not declare", () => {
  test("fails as preflight, and leaves nothing", async () => {
    using folder = project(memory("{{ input('path') }}"));
    mkdirSync(join(folder.path, "data"));
    const path = join(folder.path, "data", "m.db");
    const refused = await run(folder.path, "--input", `path=${path}`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^error: "main" failed: [^\n]*\[preflight\]\n/);
    expect(existsSync(path)).toBe(false);
    const allowed = await run(folder.path, "--input", `path=${path}`, "--allow", "data");
    expect([allowed.code, existsSync(path)]).toEqual([0, true]);
  });

  const described = (effects: Partial<Described["effects"]>): Described => ({
    effects: { commands: [], files: [], hosts: [], models: [], databases: [], memory: [], ...effects },
  });

  /** What a program may that has the grants of these effects. */
  async function tried(effects: Partial<Described["effects"]>, folder: string, node = process.execPath) {
    const file = join(folder, "bundle", "workflow.mjs");
    const server = createServer((_, response) => response.end("reached"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const environment = { HOME: join(folder, "home"), PATH: "/usr/bin:/bin" };
    const parts = { argv: [], allowed: [], hasAddon: false, workingFolder: folder, environment, file };
    const grants = sandboxGrants({ ...parts, describe: described(effects) });
    const script = `
      const fs = require("node:fs");
      const attempt = async (act) => { try { await act(); return "done"; } catch (error) { return error.code ?? error.cause?.code; } };
      (async () => console.log(JSON.stringify({
        readsOwn: await attempt(() => fs.readFileSync(${JSON.stringify(file)})),
        readsOthers: await attempt(() => fs.readFileSync("/etc/passwd")),
        writes: await attempt(() => fs.writeFileSync("stray.txt", "")),
        writesHome: await attempt(() => fs.writeFileSync(${JSON.stringify(join(folder, "home", "x"))}, "")),
        spawns: await attempt(() => { const { error } = require("node:child_process").spawnSync("true"); if (error) throw error; }),
        loads: await attempt(() => process.dlopen({ exports: {} }, ${JSON.stringify(join(folder, "none.node"))})),
        works: await attempt(() => new (require("node:worker_threads").Worker)("", { eval: true })),
        connects: await attempt(() => fetch("http://127.0.0.1:${(server.address() as AddressInfo).port}")),
      })))();`;
    const { stdout, stderr } = await runProgram("--eval", [script], {
      node,
      cwd: folder,
      env: { NODE_OPTIONS: grants.join(" ") },
    });
    server.close();
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  }

  function placeOfTrial() {
    const place = temporaryFolder();
    for (const name of ["bundle", "home"]) mkdirSync(join(place.path, name));
    writeFileSync(join(place.path, "bundle", "workflow.mjs"), "");
    return place;
  }

  const denied = "ERR_ACCESS_DENIED";

  test("is refused to all that runs in the process", async () => {
    using place = placeOfTrial();
    expect(await tried({}, place.path)).toMatchObject({
      readsOwn: "done",
      readsOthers: denied,
      writes: denied,
      writesHome: denied,
      spawns: denied,
      loads: "ERR_DLOPEN_DISABLED",
      works: denied,
    });
    expect(existsSync(join(place.path, "stray.txt"))).toBe(false);
  });

  test("what it declares is granted, each alone", async () => {
    using place = placeOfTrial();
    expect(await tried({ commands: ["true"] }, place.path)).toMatchObject({ spawns: "done", writes: denied });
    const kept = await tried({ memory: ["k"], files: ["~/m.db"] }, place.path);
    expect(kept).toMatchObject({ writesHome: "done", writes: denied, spawns: denied, readsOthers: denied });
    expect(await tried({ files: ["/etc/passwd"] }, place.path)).toMatchObject({ readsOthers: "done", writes: denied });
  });

  test("the network, where Node can refuse it", async (context) => {
    const node = nodeProgram(26);
    if (node === undefined) return context.skip("Node 26 is not installed");
    using place = placeOfTrial();
    // The grants are those for the Node that asks.
    const none = await tried({}, place.path, node);
    expect(none["connects"]).toBe(denied);
  });
});

test("SIGTERM ends the run and its commands", async () => {
  using folder = project({ resources: [command("main", "touch began; echo $$ > pid; exec sleep 600")] });
  const child = spawn(process.execPath, [flowcProgram, "run", ".", "--sandbox"], {
    cwd: folder.path,
    env: { ...process.env, XDG_CACHE_HOME: testCache },
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Its end is that of the last process that could write to it.
  const closed = once(child, "close");
  child.stderr.resume();
  await until(() => existsSync(join(folder.path, "pid")));
  child.kill("SIGTERM");
  expect(await closed).toEqual([143, null]);
});

test.each([
  [["--watch"], "--sandbox runs a process of its own; leave out --watch"],
  [["--report", "r.html"], "--sandbox runs a process of its own; leave out --report"],
])("%j does not go with it", async (more, message) => {
  using folder = project(hello);
  expect(await run(folder.path, ...more)).toMatchObject({ code: 2, stderr: `error: ${message}\n` });
});

test("--allow alone is refused", async () => {
  using folder = project(hello);
  const { code, stderr } = await flowc(["run", ".", "--allow", "."], { cwd: folder.path });
  expect([code, stderr]).toEqual([2, expect.stringMatching(oneSentence)]);
  expect(stderr).toContain("--allow goes with --sandbox");
});

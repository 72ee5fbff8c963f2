import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readProcessTable } from "../../../runtime-lib/exec/process-table.ts";
import { killTree, newTaskId, releaseTree, trackTree } from "../../../runtime-lib/exec/process-tree.ts";
import {
  killTagged,
  newTag,
  processParent,
  runner,
  runtimeLib,
  sleep,
  starters,
  step,
  tagged,
  untilTagged,
} from "./processes.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "flowc-tree-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const used: string[] = [];
const tag = () => {
  used.push(newTag());
  return used.at(-1) as string;
};
afterEach(() => {
  for (const name of used.splice(0)) killTagged(name);
});

const onPlatform = async <T>(platform: string, body: () => Promise<T>): Promise<T> => {
  const own = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
  Object.defineProperty(process, "platform", { ...own, value: platform });
  try {
    return await body();
  } finally {
    Object.defineProperty(process, "platform", own);
  }
};

/** A deaf daemon: ignores TERM and sleeps; two processes carry the tag. */
const deaf = (name: string) => `sh -c 'trap "" TERM; sleep ${name}; :'`;

// [what it is, the script, processes that carry the tag while it runs, whether SIGTERM is enough]
const trees: [string, (name: string) => string, number, boolean][] = [
  ["children and grandchildren", (t) => `sleep ${t} & sh -c 'sleep ${t} & sleep ${t}; :'`, 5, true],
  ["a command deaf to TERM", (t) => `trap '' TERM; sleep ${t}; :`, 2, false],
  ["a child deaf to TERM", (t) => `${deaf(t)} & sleep ${t}`, 4, false],
  ["a group of its own", (t) => `set -m; sleep ${t} & sleep ${t} & wait`, 3, true],
  ["setsid", (t) => `setsid ${deaf(t)} & sleep ${t}`, 4, false],
  ["setsid with an empty environment", (t) => `env -i setsid ${deaf(t)} & sleep ${t}`, 4, false],
  ["a double fork", (t) => `(setsid ${deaf(t)} >/dev/null 2>&1 &) ; sleep ${t}`, 4, false],
  [
    "a double fork that keeps the pipes, with an empty environment",
    (t) => `(env -i setsid ${deaf(t)} &); sleep ${t}`,
    4,
    false,
  ],
  [
    "a double fork that holds a pipe elsewhere, with an empty environment",
    (t) => `(exec 5>&1 >/dev/null 2>&1; env -i setsid ${deaf(t)} &); sleep ${t}`,
    4,
    false,
  ],
  ["a background job after its parent, in the group", (t) => `env -i sleep ${t} & exit 0`, 1, true],
];

describe.each(starters)("a tree started through %s", (_starter, start) => {
  const { failure } = runner(start);

  it.each(trees)("is gone after a timeout: %s", async (_what, script, count, gentle) => {
    const name = tag();
    const controller = new AbortController();
    const ended = failure({ command: script(name) }, { signal: controller.signal });
    await untilTagged(name, count);
    const begin = performance.now();
    controller.abort(new Error("stop"));
    expect((await ended).message).toBe("stop");
    const took = performance.now() - begin;
    expect(tagged(name)).toEqual([]);
    // Whether SIGKILL was needed, 2 s after SIGTERM; not how fast the machine is.
    if (gentle) expect(took).toBeLessThan(1_900);
    else expect(took).toBeGreaterThan(1_900);
  });

  // The parent lives until the daemon is deaf, and until its pipes have been looked at: without them, and with an empty
  // environment, a child that ends within the moment of its start leaves no trace.
  it.each(["", "env -i "])(
    "is gone after a timeout: a daemon that holds the pipe after its parent, %s",
    async (prefix) => {
      const name = tag();
      const controller = new AbortController();
      const command = `${prefix}setsid ${deaf(name)} & sleep 2; exit 0`;
      const ended = failure({ command }, { signal: controller.signal });
      await untilTagged(name, 3);
      while (tagged(name).length > 2) await sleep(20);
      controller.abort(new Error("stop"));
      expect((await ended).message).toBe("stop");
      expect(tagged(name)).toEqual([]);
    },
  );

  it("gets TERM once", async () => {
    const file = join(folder, `${tag()}.log`);
    const command = `trap 'echo TERM >> ${file}; sleep 0.4; exit' TERM; sleep 97 & while :; do sleep 0.05; done`;
    const error = await failure({ command, timeoutMs: 300 });
    expect(error.failureClass).toBe("timeout");
    expect(readFileSync(file, "utf8")).toBe("TERM\n");
  });

  it("includes what a TERM handler starts", async () => {
    const name = tag();
    const command = `trap 'setsid sleep ${name} >/dev/null 2>&1 & exit 0' TERM; sleep 0.1; while :; do sleep 0.05; done`;
    await failure({ command, timeoutMs: 300 });
    expect(tagged(name)).toEqual([]);
  });
});

describe("killTree", () => {
  const started = (script: string) => {
    const taskId = newTaskId();
    const env = { ...process.env, FLOWC_TASK: `/${taskId}` };
    const child = spawn("sh", ["-c", script], { detached: true, env, stdio: "ignore" });
    return trackTree(child, taskId);
  };

  it("spares a process that took over the pid of a member", async () => {
    const name = tag();
    const bystander = spawn("sleep", [name], { stdio: "ignore" });
    const tree = started("sleep 97");
    tree.known.set(bystander.pid as number, "1");
    await killTree(tree);
    releaseTree(tree);
    expect(tagged(name)).toEqual([bystander.pid]);
    bystander.kill();
  });

  it("spares a process that took over the pid of the ended child", async () => {
    const name = tag();
    const bystander = spawn("sleep", [name], { detached: true, stdio: "ignore" });
    const tree = started("exit 0");
    await new Promise((done) => tree.child.on("exit", done));
    await killTree({ ...tree, pid: bystander.pid as number });
    releaseTree(tree);
    expect(tagged(name)).toEqual([bystander.pid]);
    bystander.kill();
  });

  it("resolves at once for a tree that is gone", async () => {
    const tree = started("exit 0");
    await new Promise((done) => tree.child.on("exit", done));
    const begin = performance.now();
    await killTree(tree);
    releaseTree(tree);
    expect(performance.now() - begin).toBeLessThan(500);
  });

  it("ends a hundred trees together", async () => {
    const name = tag();
    const all = Array.from({ length: 100 }, () => started(`setsid sleep ${name} & sleep ${name}`));
    await untilTagged(name, 300);
    const begin = performance.now();
    await Promise.all(all.map(killTree));
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(tagged(name)).toEqual([]);
    for (const tree of all) releaseTree(tree);
  });

  it("ends a tree that keeps forking", async () => {
    const name = tag();
    const tree = started(`trap '' TERM; while :; do (setsid sleep ${name} &) ; sleep 0.01; done`);
    await untilTagged(name, 10);
    await killTree(tree);
    releaseTree(tree);
    expect(tagged(name)).toEqual([]);
  });

  it("gives up on what cannot be killed", async () => {
    const name = tag();
    const tree = started(`sleep ${name}; :`);
    await untilTagged(name, 2);
    const signals = new Set<unknown>();
    const kill = vi.spyOn(process, "kill").mockImplementation((_pid, signal) => {
      signals.add(signal);
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    });
    const begin = performance.now();
    await killTree(tree);
    kill.mockRestore();
    releaseTree(tree);
    expect(performance.now() - begin).toBeGreaterThan(4_900);
    expect([...signals]).toEqual(["SIGTERM", "SIGKILL"]);
  });

  it("works by ps where there is no /proc", async () => {
    const name = tag();
    await onPlatform("darwin", async () => {
      vi.resetModules();
      const table = await import("../../../runtime-lib/exec/process-table.ts");
      const fresh = await import("../../../runtime-lib/exec/process-tree.ts");
      const { processes } = table.readProcessTable();
      expect(processes.get(process.ppid)?.start).toMatch(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/);
      const child = spawn("sh", ["-c", `env -i setsid ${deaf(name)} & sleep ${name}`], {
        detached: true,
        stdio: "ignore",
      });
      const tree = fresh.trackTree(child, fresh.newTaskId());
      await untilTagged(name, 4);
      await fresh.killTree(tree);
      fresh.releaseTree(tree);
    });
    expect(tagged(name)).toEqual([]);
    vi.resetModules();
  });

  it("never waits for a pipe that somebody out of reach holds", async () => {
    const name = tag();
    await onPlatform("darwin", async () => {
      vi.resetModules();
      // Without /proc nothing leads to a daemon that shed its group, its parent and its environment.
      const fresh = await import("../../../runtime-lib/exec/exec.ts");
      const controller = new AbortController();
      const options = { command: `(env -i setsid sleep ${name} &); echo said >&2; sleep 97`, failOnNonZero: true };
      const result = fresh.exec(step({ signal: controller.signal }), options).catch((error: unknown) => error);
      while (!tagged(name).some((pid) => processParent(pid) === 1)) await sleep(20);
      const begin = performance.now();
      controller.abort("stop");
      expect(await result).toBe("stop");
      expect(performance.now() - begin).toBeLessThan(1_500);
    });
    expect(tagged(name)).toHaveLength(1);
    vi.resetModules();
  });

  it("calls taskkill by its full path on Windows", async () => {
    const windows = join(folder, "Windows");
    const log = join(folder, "taskkill.log");
    writeFileSync(`${windows}\\System32\\taskkill.exe`, `#!/bin/sh\necho "$@" > '${log}'\nkill -9 "-$2"\n`);
    chmodSync(`${windows}\\System32\\taskkill.exe`, 0o755);
    const name = tag();
    const tree = started(`sleep ${name} & sleep ${name}`);
    await untilTagged(name, 3);
    const before = process.env["SystemRoot"];
    process.env["SystemRoot"] = windows;
    await onPlatform("win32", () => killTree(tree));
    if (before === undefined) delete process.env["SystemRoot"];
    releaseTree(tree);
    await sleep(50);
    expect(readFileSync(log, "utf8")).toBe(`/pid ${tree.pid} /T /F\n`);
    expect(tagged(name)).toEqual([]);
  });
});

describe("the end of this process", () => {
  const program = (end: string, script: string) => `import { exec } from "${runtimeLib}exec/exec.ts";
    const step = { id: "t", signal: new AbortController().signal, environment: { ...process.env } };
    exec(step, { command: ${JSON.stringify(script)}, failOnNonZero: true }).catch(() => {});
    exec(step, { command: ${JSON.stringify(script)}, timeoutMs: 400, failOnNonZero: true }).catch(() => {});
    setTimeout(() => { ${end} }, 600);`;

  it.each([
    ["process.exit", "process.exit(7)", 7],
    ["an uncaught error", "throw new Error('bug')", 1],
  ])("by %s leaves no child behind", async (_what, end, code) => {
    const name = tag();
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, program(end, `trap '' TERM; (setsid ${deaf(name)} &); ${deaf(name)} & sleep ${name}; :`));
    const { status } = spawnSync(process.execPath, [file], { stdio: "ignore", timeout: 20_000 });
    expect(status).toBe(code);
    await sleep(100);
    expect(tagged(name)).toEqual([]);
  });
});

describe.runIf(existsSync("/proc/self/stat"))("readProcessTable", () => {
  it("sees a child with its parent, group, session and task id", async () => {
    const env = { PATH: process.env["PATH"], FLOWC_TASK: "outer.1/inner.2" };
    const child = spawn("sleep", ["97"], { detached: true, env, stdio: ["ignore", "pipe", "ignore"] });
    await sleep(50);
    const entry = readProcessTable().processes.get(child.pid as number);
    expect(entry).toMatchObject({ pid: child.pid, parent: process.pid, group: child.pid, session: child.pid });
    expect(entry?.marks).toEqual(["outer.1", "inner.2"]);
    child.kill();
    await new Promise((done) => child.on("exit", done));
    expect(readProcessTable().processes.has(child.pid as number)).toBe(false);
  });
});

import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { command, copyOf, hello, project } from "./project.ts";

/** Names below the folder where bundles are kept. */
function kept(cache: string): readonly string[] {
  const folder = join(cache, "flowc", "bundles");
  return existsSync(folder) ? readdirSync(folder) : [];
}

const withMemory = {
  resources: [{ actionId: "keep", component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } } }],
};

describe.concurrent("the cache of flowc run", () => {
  test("one bundle for the same content, another for other content", async () => {
    using folder = project(hello);
    using copy = copyOf(folder.path);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    const run = (cwd: string) => flowc(["run", "."], { cwd, env });
    expect((await run(folder.path)).stdout).toBe("hello\n");
    expect((await run(folder.path)).stdout).toBe("hello\n");
    expect((await run(copy.path)).stdout).toBe("hello\n");
    expect(kept(env.XDG_CACHE_HOME)).toHaveLength(1);
    mkdirSync(join(folder.path, "resources"));
    writeFileSync(join(folder.path, "resources", "other.yaml"), "actionId: other\nexec: {command: echo}\n");
    expect((await run(folder.path)).code).toBe(0);
    expect(kept(env.XDG_CACHE_HOME)).toHaveLength(2);
    writeFileSync(join(folder.path, "resources", "other.yaml"), "actionId: main\n");
    expect((await run(folder.path)).code).toBe(3);
    expect(kept(env.XDG_CACHE_HOME)).toHaveLength(2);
    expect(statSync(join(env.XDG_CACHE_HOME, "flowc", "bundles")).mode & 0o077).toBe(0);
  });

  test("is a second run much faster than building", async () => {
    using folder = project(hello);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    const timed = async () => {
      const start = performance.now();
      await flowc(["run", "."], { cwd: folder.path, env });
      return performance.now() - start;
    };
    const cold = await timed();
    const warm = Math.min(await timed(), await timed());
    expect(warm).toBeLessThan(cold);
  });

  test.each([
    ["a plain workflow", hello, "hello\n"],
    ["one with a native addon", withMemory, '{"success":true,"key":"k"}\n'],
  ])("four that start together all run: %s", async (_title, workflow, expected) => {
    using folder = project(workflow);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    const runs = await Promise.all([1, 2, 3, 4].map(() => flowc(["run", "."], { cwd: folder.path, env })));
    for (const run of runs) expect(run).toMatchObject({ stdout: expected, stderr: "", code: 0 });
    expect(kept(env.XDG_CACHE_HOME)).toHaveLength(1);
  });

  test("--no-cache keeps nothing", async () => {
    using folder = project(hello);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache"), TMPDIR: join(folder.path, "tmp") };
    mkdirSync(env.TMPDIR);
    expect(await flowc(["run", ".", "--no-cache"], { cwd: folder.path, env })).toMatchObject({
      stdout: "hello\n",
      code: 0,
    });
    expect(await flowc(["run", "--no-cache", "."], { cwd: folder.path, env })).toMatchObject({
      stdout: "hello\n",
      code: 0,
    });
    expect(kept(env.XDG_CACHE_HOME)).toEqual([]);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });

  test("a cache folder that cannot be written does no harm", async () => {
    using folder = project(withMemory, { "a-file": "in the way" });
    for (const cache of [join(folder.path, "a-file"), "/dev/null"]) {
      const run = await flowc(["run", "."], { cwd: folder.path, env: { XDG_CACHE_HOME: cache } });
      expect(run).toMatchObject({ stdout: '{"success":true,"key":"k"}\n', stderr: "", code: 0 });
    }
  });

  test.skipIf(process.getuid?.() === 0)("a cache that belongs to somebody else does no harm", async () => {
    using folder = project(hello);
    const cache = join(folder.path, "cache");
    mkdirSync(join(cache, "flowc", "bundles"), { recursive: true });
    chmodSync(join(cache, "flowc", "bundles"), 0o555);
    const run = await flowc(["run", "."], { cwd: folder.path, env: { XDG_CACHE_HOME: cache } });
    expect(run).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
  });

  test("a relative XDG_CACHE_HOME is ignored, as its specification says", async () => {
    using folder = project(hello);
    const { code } = await flowc(["run", "."], {
      cwd: folder.path,
      env: { XDG_CACHE_HOME: "relative", HOME: folder.path },
    });
    expect(code).toBe(0);
    expect(existsSync(join(folder.path, "relative"))).toBe(false);
    expect(kept(join(folder.path, ".cache"))).toHaveLength(1);
  });

  test("a half-written bundle in the cache is never executed to a stack trace", async () => {
    using folder = project({ resources: [command("main", "echo fine")] });
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    expect((await flowc(["run", "."], { cwd: folder.path, env })).code).toBe(0);
    const [name = ""] = kept(env.XDG_CACHE_HOME);
    appendFileSync(join(env.XDG_CACHE_HOME, "flowc", "bundles", name, "workflow.mjs"), "\n}{ damaged");
    const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path, env });
    expect({ stdout, stderr, code }).toEqual({ stdout: "fine\n", stderr: "", code: 0 });
  });
});

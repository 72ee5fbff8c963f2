import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcProgram } from "../support/flowc.ts";
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

  test.each<readonly [string, (folder: string) => void]>([
    ["a bundle with something behind it", (folder) => appendFileSync(join(folder, "workflow.mjs"), "\n}{ damaged")],
    ["an empty bundle", (folder) => truncateSync(join(folder, "workflow.mjs"))],
    ["half a bundle", (folder) => truncateSync(join(folder, "workflow.mjs"), 20_000)],
    ["a bundle that does something else", (folder) => edit(join(folder, "workflow.mjs"), /echo fine/g, "echo evil")],
    ["no bundle", (folder) => rmSync(join(folder, "workflow.mjs"))],
    ["no hashes", (folder) => rmSync(join(folder, "hashes.json"))],
    ["empty hashes", (folder) => truncateSync(join(folder, "hashes.json"))],
    ["hashes of nothing", (folder) => writeFileSync(join(folder, "hashes.json"), "{}")],
    ["hashes that are none", (folder) => writeFileSync(join(folder, "hashes.json"), "null")],
  ])("is built anew where it has %s", async (_what, damage) => {
    using folder = project({ resources: [command("main", "echo fine")] });
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    expect((await flowc(["run", "."], { cwd: folder.path, env })).code).toBe(0);
    const [name = ""] = kept(env.XDG_CACHE_HOME);
    const entry = join(env.XDG_CACHE_HOME, "flowc", "bundles", name);
    const whole = readFileSync(join(entry, "workflow.mjs"), "utf8");
    damage(entry);
    const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path, env });
    expect({ stdout, stderr, code }).toEqual({ stdout: "fine\n", stderr: "", code: 0 });
    expect(kept(env.XDG_CACHE_HOME)).toEqual([name]);
    expect(readFileSync(join(entry, "workflow.mjs"), "utf8")).toBe(whole);
  });

  test.each([
    ["cut", (addon: string) => truncateSync(addon, 4_096)],
    ["changed", (addon: string) => appendFileSync(addon, "x")],
    ["gone", (addon: string) => rmSync(addon)],
  ])("is built anew where its addon is %s", async (_what, damage) => {
    using folder = project(withMemory);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    expect((await flowc(["run", "."], { cwd: folder.path, env })).code).toBe(0);
    const [name = ""] = kept(env.XDG_CACHE_HOME);
    const entry = join(env.XDG_CACHE_HOME, "flowc", "bundles", name);
    const addon = join(entry, readdirSync(entry).find((file) => file.endsWith(".node")) ?? "");
    const whole = readFileSync(addon);
    damage(addon);
    const run = await flowc(["run", "."], { cwd: folder.path, env });
    expect(run).toMatchObject({ stdout: '{"success":true,"key":"k"}\n', stderr: "", code: 0, signal: null });
    expect(readFileSync(addon).equals(whole)).toBe(true);
  });

  test.each(["", "[]", '{"a": 1}', '"text"', "[1]"])("a note of scripts that holds %j does no harm", async (note) => {
    using folder = project(
      { resources: [{ actionId: "main", python: { scriptFile: "main.py" } }] },
      { "main.py": "print('old')" },
    );
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    expect((await flowc(["run", "."], { cwd: folder.path, env })).stdout).toBe("old\n");
    const name = kept(env.XDG_CACHE_HOME).find((file) => file.endsWith(".scripts")) ?? "";
    writeFileSync(join(env.XDG_CACHE_HOME, "flowc", "bundles", name), note);
    writeFileSync(join(folder.path, "main.py"), "print('new')");
    const run = await flowc(["run", "."], { cwd: folder.path, env });
    expect(run).toMatchObject({ stdout: "new\n", stderr: "", code: 0 });
  });

  test("what a killed build has left in it goes with the next", async () => {
    using folder = project(hello);
    const env = { XDG_CACHE_HOME: join(folder.path, "cache") };
    const bundles = join(env.XDG_CACHE_HOME, "flowc", "bundles");
    const { pid } = spawnSync(process.execPath, ["--version"]);
    mkdirSync(join(bundles, `abc.${pid}.tmp`), { recursive: true, mode: 0o700 });
    mkdirSync(join(bundles, `abc.${process.pid}.tmp`));
    expect((await flowc(["run", "."], { cwd: folder.path, env })).code).toBe(0);
    expect(kept(env.XDG_CACHE_HOME).filter((name) => name.endsWith(".tmp"))).toEqual([`abc.${process.pid}.tmp`]);
  });

  test.skipIf(process.platform === "win32")("is closed to others, also where it was open to their eyes", async () => {
    using folder = project(hello);
    const cache = join(folder.path, "cache", "flowc");
    mkdirSync(join(cache, "bundles"), { recursive: true });
    chmodSync(cache, 0o755);
    expect((await flowc(["run", "."], { cwd: folder.path, env: { XDG_CACHE_HOME: join(cache, "..") } })).code).toBe(0);
    expect([cache, join(cache, "bundles")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  test.skipIf(process.platform === "win32")("is not used where others may write to it", async () => {
    using folder = project(hello);
    const cache = join(folder.path, "cache");
    mkdirSync(join(cache, "flowc", "bundles"), { recursive: true });
    for (const open of [join(cache, "flowc"), join(cache, "flowc", "bundles")]) {
      chmodSync(open, 0o777);
      const run = await flowc(["run", "."], { cwd: folder.path, env: { XDG_CACHE_HOME: cache } });
      expect(run).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
      expect(kept(cache)).toEqual([]);
      chmodSync(open, 0o700);
    }
  });

  test.skipIf(process.getuid?.() !== 0)("is not used where it is somebody else's, nor through their link", async () => {
    using folder = project(hello);
    const cache = join(folder.path, "cache");
    const theirs = join(folder.path, "theirs");
    mkdirSync(join(theirs, "bundles"), { recursive: true });
    chownSync(theirs, 54_321, 54_321);
    mkdirSync(cache);
    symlinkSync("../theirs", join(cache, "flowc"));
    const run = () => flowc(["run", "."], { cwd: folder.path, env: { XDG_CACHE_HOME: cache } });
    expect(await run()).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
    chownSync(theirs, 0, 0);
    lchownSync(join(cache, "flowc"), 54_321, 54_321);
    expect(await run()).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
    expect(readdirSync(join(theirs, "bundles"))).toEqual([]);
    lchownSync(join(cache, "flowc"), 0, 0);
    expect(await run()).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
    expect(kept(cache)).toHaveLength(1);
  });
});

describe.concurrent("without a place to write to", () => {
  test("TMPDIR is missing, and so is the cache", async () => {
    using folder = project(withMemory);
    const env = { XDG_CACHE_HOME: "/dev/null", TMPDIR: join(folder.path, "missing") };
    const run = await flowc(["run", "."], { cwd: folder.path, env });
    expect(run).toMatchObject({ stdout: '{"success":true,"key":"k"}\n', stderr: "", code: 0 });
  });

  // A mount namespace in which no folder can be written but the workflow's own.
  const places = ["/tmp", "/var/tmp", "/dev/shm"];
  const mounts = [...places, "/mnt"].map((place) => `mount -t tmpfs -o ro tmpfs ${place}`).join(" && ");
  const isAllowed = spawnSync("unshare", ["-m", "sh", "-c", mounts]).status === 0;
  const withoutPlace = (folder: string, ...args: readonly string[]) => {
    const script = `mount -t tmpfs tmpfs /mnt && mkdir /mnt/here && mount --bind . /mnt/here && ${mounts
      .split(" && ")
      .slice(0, -1)
      .join(" && ")} && cd /mnt/here && exec "$@"`;
    const argv = ["-m", "sh", "-c", script, "sh", process.execPath, flowcProgram, ...args];
    const env = { ...process.env, XDG_CACHE_HOME: "/dev/null" };
    const { stdout, stderr, status } = spawnSync("unshare", argv, { cwd: folder, env, encoding: "utf8" });
    return [stdout, stderr, status];
  };

  test.skipIf(!isAllowed)("a workflow runs from memory", () => {
    using folder = project(hello);
    expect(withoutPlace(folder.path, "run", ".")).toEqual(["hello\n", "", 0]);
  });

  test.skipIf(!isAllowed)("so does one with a driver for databases, up to its connection", () => {
    const sql = { connectionName: "main", query: "select 1" };
    const settings = { sqlConnections: { main: { connection: "postgres://127.0.0.1:1/x" } } };
    using folder = project({ settings, resources: [{ actionId: "rows", sql }] });
    const [stdout, stderr, status] = withoutPlace(folder.path, "run", ".");
    expect(stderr).toMatch(/^error: [^\n]*127\.0\.0\.1[^\n]*\[infra\]\n$/);
    expect([stdout, status]).toEqual(["", 1]);
  });

  test.skipIf(!isAllowed)("an addon needs a file, and that is said", () => {
    using folder = project(withMemory);
    const message =
      "error: the workflow uses SQLite, and there is no folder to write its addon to; set TMPDIR to one\n";
    expect(withoutPlace(folder.path, "run", ".")).toEqual(["", message, 2]);
  });
});

function edit(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

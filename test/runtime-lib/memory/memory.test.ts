import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { closeMemory } from "../../../runtime-lib/memory/connections.ts";
import { memory } from "../../../runtime-lib/memory/memory.ts";
import type { MemoryInputs } from "../../../runtime-lib/memory/request.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { whenUnlocked } from "../../../runtime-lib/sqlite/locked.ts";
import { openDatabase } from "../../../runtime-lib/sqlite/sqlite.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const work = realpathSync(mkdtempSync(join(tmpdir(), "flowc-memory-")));
const bundleFolder = join(work, "bundle");
const addonName = `better-sqlite3-${sqliteVersion()}-${platform()}.node`;
let folder = "";
let db = "";
let count = 0;

beforeAll(async () => {
  chmodSync(work, 0o755); // for the test that runs as nobody
  await bundle(
    `export { memory } from "./memory/memory.ts"; export { openDatabase } from "./sqlite/sqlite.ts";`,
    bundleFolder,
  );
  copyFileSync(addonSource(), join(bundleFolder, addonName));
});

beforeEach(() => {
  count += 1;
  folder = join(work, `case-${count}`);
  mkdirSync(folder);
  db = join(folder, "memory.db");
});

afterEach(() => {
  vi.restoreAllMocks();
  closeMemory();
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

describe("store and retrieve", () => {
  it("gives back what was stored, also after closing", async () => {
    expect(await run({ action: "store", key: "a", value: "one", dbPath: db })).toStrictEqual({
      success: true,
      key: "a",
    });
    const found = { success: true, key: "a", value: "one" };
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toStrictEqual(found);
    closeMemory();
    expect(readdirSync(folder)).toStrictEqual(["memory.db"]);
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toStrictEqual(found);
  });

  it("stores when the action is missing or nil, and overwrites", async () => {
    expect(await run({ key: "a", value: "one", dbPath: db })).toStrictEqual({ success: true, key: "a" });
    expect(await run({ action: null, key: "a", value: "two", dbPath: db })).toStrictEqual({ success: true, key: "a" });
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ value: "two" });
    expect(rows(db)).toBe(1);
  });

  it("answers an absent key with success false and an empty value", async () => {
    const absent = { success: false, key: "nothing", value: "" };
    expect(await run({ action: "retrieve", key: "nothing", dbPath: db })).toStrictEqual(absent);
  });

  it("tells a stored empty value from an absent key", async () => {
    await run({ key: "empty", value: "", dbPath: db });
    expect(await run({ action: "retrieve", key: "empty", dbPath: db })).toMatchObject({ success: true, value: "" });
  });

  it("ignores value when it retrieves", async () => {
    expect(await run({ action: "retrieve", key: "a", value: ["x"], dbPath: db })).toMatchObject({ success: false });
  });

  it.each([
    [42, "42"],
    [1.5, "1.5"],
    [true, "true"],
    [0, "0"],
    [false, "false"],
  ])("keeps %j as its text, as a key and as a value", async (given, expected) => {
    expect(await run({ key: given, value: given, dbPath: db })).toMatchObject({ key: expected });
    expect(await run({ action: "retrieve", key: expected, dbPath: db })).toMatchObject({ value: expected });
  });

  it("keeps NUL, quotes, line ends, other scripts and 10 MB", async () => {
    const key = "k\0'\"\\;--\u{1F600}";
    for (const value of ["a\0b\0", 'it\'s "q" `b`\r\n\t', "Grüße 你好 \u{1F600}\u0301\uFEFF", "é".repeat(5 << 20)]) {
      await run({ key, value, dbPath: db });
      const result = await run({ action: "retrieve", key, dbPath: db });
      expect(result.value === value && result.key === key && result.success).toBe(true);
    }
    expect(await run({ action: "retrieve", key: "k", dbPath: db })).toMatchObject({ success: false });
  });

  it("begins anew when the file was removed in between", async () => {
    await run({ key: "a", value: "one", dbPath: db });
    rmSync(db);
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ success: false });
    await run({ key: "a", value: "two", dbPath: db });
    closeMemory();
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ value: "two" });
  });

  it("reaches one file by several names, a symbolic link included", async () => {
    await run({ key: "a", value: "one", dbPath: db });
    symlinkSync(db, join(folder, "link.db"));
    await run({ key: "b", value: "two", dbPath: join(folder, "link.db") });
    expect(await run({ action: "retrieve", key: "b", dbPath: relative(process.cwd(), db) })).toMatchObject({
      value: "two",
    });
    expect(readdirSync(folder).sort()).toStrictEqual(["link.db", "memory.db", "memory.db-shm", "memory.db-wal"]);
  });
});

describe("inputs", () => {
  it.each<[MemoryInputs, string]>([
    [{ action: "recall", key: "a" }, `memory 'action' must be store or retrieve, got "recall"`],
    [{ action: "", key: "a" }, `memory 'action' must be store or retrieve, got ""`],
    [{ value: "x" }, "memory 'key' is missing or empty"],
    [{ key: null, value: "x" }, "memory 'key' is missing or empty"],
    [{ action: "retrieve", key: "" }, "memory 'key' is missing or empty"],
    [{ key: "a" }, "memory 'value' is missing, and action store needs it"],
    [{ key: "a", value: null }, "memory 'value' is missing, and action store needs it"],
    [{ key: "a", value: ["x"] }, "memory 'value' must be a string, got array; use json(...)"],
    [{ key: "a", value: { x: 1 } }, "memory 'value' must be a string, got map; use json(...)"],
    [{ key: ["a"], value: "x" }, "memory 'key' must be a string, got array; use json(...)"],
    [{ key: "a", value: "\uD800" }, "memory 'value' is not valid Unicode: half of a surrogate pair"],
    [{ action: "retrieve", key: "x\uDC00y" }, "memory 'key' is not valid Unicode: half of a surrogate pair"],
    [{ key: "a", value: "x", dbPath: " " }, `memory 'dbPath' must name a file, got " "`],
    [{ key: "a", value: "x", dbPath: ":memory:" }, `memory 'dbPath' must name a file, got ":memory:"`],
    [{ key: "a", value: "x", dbPath: "a\0b" }, `memory 'dbPath' must name a file, got "a\\u0000b"`],
  ])("refuses %j", async (inputs, message) => {
    const error = await failure({ dbPath: db, ...inputs });
    expect([error.failureClass, error.message]).toStrictEqual(["validation", message]);
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  it("uses ~/.flowc/memory.db by default and expands ~, also where no home folder exists yet", async () => {
    const home = join(folder, "home");
    const script = `await memory(step, { key: "a", value: "one" });
      console.log(JSON.stringify(await memory(step, { action: "retrieve", key: "a", dbPath: " ~/.flowc/memory.db\\n" })));`;
    const { output } = await finished(child(script, { env: { ...process.env, HOME: home } }));
    expect(JSON.parse(output)).toStrictEqual({ success: true, key: "a", value: "one" });
    expect(modes(home, ".flowc", ".flowc/memory.db")).toStrictEqual([0o700, 0o700, 0o600]);
  });

  it("finds the home folder when HOME is unset, and says so when there is none", async () => {
    const script = `await memory(step, { key: "a", value: "x", dbPath: "~" }).catch((e) => console.log(e.message));`;
    const { HOME: _, ...environment } = process.env;
    expect((await finished(child(script, { env: environment }))).output).toMatch(
      /^memory database \/.* it is a folder$/,
    );
    const none = "memory cannot find a home folder for '~'; set HOME or 'dbPath'";
    expect((await finished(child(script, { env: { ...environment, HOME: "" } }))).output).toMatch(
      new RegExp(`^(${none}|memory database /.* it is a folder)$`),
    );
  });
});

describe("the file", () => {
  it("is private, as are the folders made for it, whatever the umask", async () => {
    mkdirSync(join(folder, "there"), { mode: 0o755 });
    const deep = join(folder, "there/one/two/memory.db");
    const before = process.platform === "win32" ? 0 : 0o022;
    await finished(
      child(`process.umask(0); await memory(step, { key: "a", value: "x", dbPath: ${JSON.stringify(deep)} });
      const { statSync } = await import("node:fs");
      console.log(["-wal", "-shm"].map((end) => (statSync(${JSON.stringify(deep)} + end).mode & 0o777).toString(8)));`),
    ).then(({ output }) => expect(output).toBe("[ '600', '600' ]"));
    expect(modes(folder, "there", "there/one", "there/one/two", "there/one/two/memory.db").slice(1)).toStrictEqual([
      0o777 & ~before,
      0o700,
      0o700,
      0o600,
    ]);
  });

  it("keeps the mode it already has", async () => {
    writeFileSync(db, "", { mode: 0o640 });
    chmodSync(db, 0o640);
    await run({ key: "a", value: "x", dbPath: db });
    expect(modes(folder, "memory.db")[1]).toBe(0o640);
  });

  it("is in WAL mode and carries the schema's version", async () => {
    await run({ key: "a", value: "x", dbPath: db });
    const database = openDatabase(db, { readonly: true });
    expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(database.pragma("user_version", { simple: true })).toBe(1);
    expect(database.prepare("SELECT updated_at FROM memory").pluck().get()).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    database.close();
  });

  it.each<[string, () => string, string]>([
    ["a folder", () => folder, "it is a folder"],
    ["a device", () => "/dev/null", "it is not a regular file"],
    ["a path under a regular file", () => under(regularFile()), "a part of the path is not a folder"],
    ["a deep path under a regular file", () => under(under(regularFile())), "a part of the path is not a folder"],
    ["a name that is too long", () => join(folder, "n".repeat(300)), "the path is too long"],
    ["some text", () => regularFile(), "it is not a database"],
    ["a damaged database", () => damaged(), "the database is damaged"],
    [
      "a newer schema",
      () => prepared("PRAGMA user_version = 2"),
      "its version is 2 and this program knows 1; use a newer flowc",
    ],
  ])("of %s is an infra failure in words", async (_, path, problem) => {
    const dbPath = path();
    for (const action of ["store", "retrieve"]) {
      const error = await failure({ action, key: "key-300", value: "x", dbPath });
      expect([error.failureClass, error.message]).toStrictEqual([
        "infra",
        `memory database ${dbPath} cannot be used: ${problem}`,
      ]);
    }
  });

  it("is an infra failure where its folder cannot be made; there is nothing to retrieve", async () => {
    const dbPath = "/proc/flowc/memory.db";
    const { failureClass, message } = await failure({ key: "a", value: "x", dbPath });
    const expected = `memory database ${dbPath} cannot be used: its folder cannot be made`;
    expect([failureClass, message]).toStrictEqual(["infra", expected]);
    expect(await run({ action: "retrieve", key: "a", dbPath })).toMatchObject({ success: false });
  });

  const ours = "key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL";
  const another = "it is the database of another program; memory needs a file of its own";
  const noDatabase = "it is not a database";
  it.each<[string, () => unknown, string]>([
    ["holds other tables", () => prepared("CREATE TABLE users (name); INSERT INTO users VALUES ('Ada')"), another],
    ["has our version and other tables", () => prepared("CREATE TABLE users (name); PRAGMA user_version = 1"), another],
    ["has another table memory", () => prepared("CREATE TABLE memory (id, data); PRAGMA user_version = 1"), another],
    ["has our table without our version", () => prepared(`CREATE TABLE memory (${ours})`), another],
    ["has a view memory", () => prepared("CREATE VIEW memory AS SELECT 1; PRAGMA user_version = 1"), another],
    ["has another version", () => prepared("CREATE TABLE users (name); PRAGMA user_version = 7"), another],
    ["has another program's mark", () => prepared("PRAGMA application_id = 252006675"), another],
    ["is in WAL mode", () => prepared("PRAGMA journal_mode = WAL; CREATE TABLE users (name)"), another],
    ["has a log that was left behind", () => leftBehind("CREATE TABLE users (name)"), another],
    [
      "has a newer schema",
      () => prepared("PRAGMA user_version = 2"),
      "its version is 2 and this program knows 1; use a newer flowc",
    ],
    ["is text", () => writeFileSync(db, "some text"), noDatabase],
    ["is one letter", () => writeFileSync(db, "x"), noDatabase],
    ["is zeros", () => writeFileSync(db, Buffer.alloc(4096)), noDatabase],
  ])("stays as it is, byte for byte, where it %s", async (_, make, problem) => {
    make();
    const bytes = ["", "-wal", "-journal"].map(bytesOf);
    for (const action of ["retrieve", "store"]) {
      const { failureClass, message } = await failure({ action, key: "a", value: "x", dbPath: db });
      expect([failureClass, message]).toStrictEqual(["infra", `memory database ${db} cannot be used: ${problem}`]);
    }
    closeMemory();
    expect(["", "-wal", "-journal"].map(bytesOf)).toStrictEqual(bytes);
    expect(readdirSync(folder).filter((name) => !/\.db(-wal|-shm)?$/.test(name))).toStrictEqual([]);
  });

  it("is neither made nor written where something is only retrieved", async () => {
    for (const dbPath of [db, join(folder, "none", "memory.db")])
      expect(await run({ action: "retrieve", key: "a", dbPath })).toMatchObject({ success: false, value: "" });
    expect(readdirSync(folder)).toStrictEqual([]);
    writeFileSync(db, "");
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ success: false });
    closeMemory();
    expect([readdirSync(folder), statSync(db).size]).toStrictEqual([["memory.db"], 0]);
  });

  it("that was empty when it was opened is read once another process has stored in it", async () => {
    writeFileSync(db, "");
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ success: false });
    const script = `await memory(step, { key: "a", value: "one", dbPath: ${JSON.stringify(db)} });`;
    expect((await finished(child(script))).errors).toBe("");
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ value: "one" });
  });

  it.skipIf(!canRunUnprivileged()).each([
    ["file", 0o444, 0o777],
    ["folder", 0o666, 0o555],
    ["file in a read-only folder", 0o444, 0o555],
  ])("is read, and nothing made beside it, as a read-only %s", async (_, mode, folderMode) => {
    await run({ key: "a", value: "one", dbPath: db });
    closeMemory();
    chmodSync(db, mode);
    chmodSync(folder, folderMode);
    const bytes = readFileSync(db);
    const script = `for (const key of ["a", "b"])
        console.log((await memory(step, { action: "retrieve", key, dbPath: ${JSON.stringify(db)} })).value);
      await memory(step, { key: "a", value: "x", dbPath: ${JSON.stringify(db)} }).catch((e) => console.log(e.message));`;
    const { output, errors } = await finished(child(script, unprivileged()));
    chmodSync(folder, 0o755);
    const refused = `memory database ${db} cannot be used: it, or its folder, is read-only`;
    expect([errors, output.split("\n")]).toStrictEqual(["", ["one", "", refused]]);
    expect([readdirSync(folder), readFileSync(db).equals(bytes)]).toStrictEqual([["memory.db"], true]);
  });

  it.skipIf(!canRunUnprivileged())("is an infra failure where the user may not write", async () => {
    await run({ key: "a", value: "one", dbPath: db });
    closeMemory();
    chmodSync(db, 0o444);
    chmodSync(folder, 0o555);
    const script = `for (const dbPath of ${JSON.stringify([db, join(folder, "new.db"), join(folder, "new/memory.db")])})
      await memory(step, { key: "a", value: "x", dbPath }).catch((e) => console.log(e.failureClass, e.message));`;
    const { output } = await finished(child(script, unprivileged()));
    chmodSync(folder, 0o755);
    expect(output.split("\n")).toStrictEqual([
      `infra memory database ${db} cannot be used: it, or its folder, is read-only`,
      `infra memory database ${folder}/new.db cannot be used: permission denied`,
      `infra memory database ${folder}/new/memory.db cannot be used: permission denied`,
    ]);
  });
});

describe("stores at the same time", () => {
  const many = (count: number, value = "x") =>
    Array.from({ length: count }, (_, index) => run({ key: `k${index}`, value, dbPath: db }));

  it("share a transaction", async () => {
    await run({ key: "first", value: "x", dbPath: db });
    const before = statSync(`${db}-wal`).size;
    await Promise.all(many(200));
    expect(rows(db)).toBe(201);
    // One by one, each would have written a page to the log.
    expect(statSync(`${db}-wal`).size - before).toBeLessThan(200 * 4096);
  });

  it("are stored in their order", async () => {
    await Promise.all(["one", "two", "three"].map((value) => run({ key: "a", value, dbPath: db })));
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ value: "three" });
  });

  it.each(["ABORT", "ROLLBACK", "FAIL"])("fail for themselves alone, also by %s", async (way) => {
    await run({ key: "first", value: "x", dbPath: db });
    const database = openDatabase(db);
    database.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON memory WHEN NEW.key = 'k3' BEGIN SELECT RAISE(${way}, 'no'); END`,
    );
    database.close();
    const settled = await Promise.allSettled(many(8));
    expect(settled.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(rows(db)).toBe(8);
  });

  it("wait for a lock together, and end one by one", async () => {
    const locked = await lock(800);
    const controller = new AbortController();
    const reason = new FlowError("timeout", "out of time");
    setTimeout(() => controller.abort(reason), 100);
    const given = memory(step(controller.signal), { key: "given up", value: "x", dbPath: db });
    const others = many(5);
    await expect(given).rejects.toBe(reason);
    await Promise.all(others);
    await locked.released;
    expect(rows(db)).toBe(6);
  });

  it("go to the file that has replaced another", async () => {
    await Promise.all(many(5, "old"));
    rmSync(folder, { recursive: true });
    await Promise.all(many(3, "new"));
    closeMemory();
    expect(rows(db)).toBe(3);
  });

  it("keep no more than some files open", async () => {
    const paths = Array.from({ length: 40 }, (_, index) => join(folder, `${index}.db`));
    await Promise.all(paths.map((dbPath) => run({ key: "a", value: dbPath, dbPath })));
    expect(readdirSync(folder).filter((name) => name.endsWith("-wal"))).toHaveLength(16);
    const found = await Promise.all(paths.map((dbPath) => run({ action: "retrieve", key: "a", dbPath })));
    expect(found.map(({ value }) => value)).toStrictEqual(paths);
  });
});

describe("many processes on one file", () => {
  it.each([1, 2, 3, 4, 5])("8 x 50 stores to a brand-new file at the same instant lose nothing (%i)", async () => {
    const dbPath = join(folder, "new/folder/memory.db");
    const writers = Array.from({ length: 8 }, (_, writer) =>
      child(`process.stdout.write("ready"); await new Promise((go) => process.stdin.once("data", go)); process.stdin.destroy();
        for (let i = 0; i < 50; i++) {
          await memory(step, { key: "${writer}-" + i, value: "v" + i, dbPath: ${JSON.stringify(dbPath)} });
          await memory(step, { key: "shared", value: "last " + i, dbPath: ${JSON.stringify(dbPath)} });
        }`),
    );
    await Promise.all(writers.map((writer) => new Promise((ready) => writer.stdout?.once("data", ready))));
    const ends = writers.map(finished);
    for (const writer of writers) writer.stdin?.write("go");
    expect((await Promise.all(ends)).map(({ code, errors }) => ({ code, errors }))).toStrictEqual(
      writers.map(() => ({ code: 0, errors: "" })),
    );
    expect(rows(dbPath)).toBe(8 * 50 + 1);
    expect(await run({ action: "retrieve", key: "shared", dbPath })).toMatchObject({ value: "last 49" });
  });

  it("loses nothing when killed directly after a store", async () => {
    for (let i = 0; i < 5; i++) {
      const script = `await memory(step, { key: "k${i}", value: "v${i}", dbPath: ${JSON.stringify(db)} });
        process.kill(process.pid, "SIGKILL");`;
      expect((await finished(child(script))).signal).toBe("SIGKILL");
      expect(await run({ action: "retrieve", key: `k${i}`, dbPath: db })).toMatchObject({ value: `v${i}` });
    }
  });

  it("waits for a lock held 1.5 s, with 50 steps at once, while timers go on", async () => {
    const locked = await lock(1500);
    const start = performance.now();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    await Promise.all(Array.from({ length: 50 }, (_, i) => run({ key: `k${i}`, value: "x", dbPath: db })));
    clearInterval(timer);
    expect(performance.now() - start).toBeGreaterThan(1000);
    expect(ticks).toBeGreaterThan(30);
    expect((await locked.released).code).toBe(0);
    expect(rows(db)).toBe(51);
  });

  it("ends with the signal's reason when aborted, before and while waiting", async () => {
    await run({ key: "a", value: "x", dbPath: db });
    const reason = new FlowError("timeout", "out of time");
    await expect(memory(step(AbortSignal.abort(reason)), { key: "a", value: "y", dbPath: db })).rejects.toBe(reason);
    const locked = await lock(1500);
    const controller = new AbortController();
    const start = performance.now();
    setTimeout(() => controller.abort(reason), 100);
    await expect(memory(step(controller.signal), { key: "a", value: "y", dbPath: db })).rejects.toBe(reason);
    expect(performance.now() - start).toBeLessThan(1000);
    await locked.released;
    expect(await run({ action: "retrieve", key: "a", dbPath: db })).toMatchObject({ value: "x" });
  });

  it("goes on when another run closes the connection meanwhile", async () => {
    const locked = await lock(500);
    const waiting = run({ key: "b", value: "y", dbPath: db });
    await sleep(50);
    closeMemory();
    expect(await waiting).toMatchObject({ success: true });
    await locked.released;
  });

  it("gives up after 60 s", async () => {
    const locked = await lock(1500);
    const real = performance.now.bind(performance);
    let shift = 0;
    vi.spyOn(performance, "now").mockImplementation(() => real() + shift);
    const failed = failure({ key: "a", value: "x", dbPath: db });
    shift = 59_000;
    expect(await Promise.race([failed, sleep(200)])).toBeUndefined();
    shift = 60_001;
    const { failureClass, message } = await failed;
    expect([failureClass, message]).toStrictEqual(["infra", `memory database is locked by another process: ${db}`]);
    await locked.released;
  });

  it("retries what a race may cause for a second at most, and nothing else", async () => {
    const failing = async (code: string, times: number) => {
      let calls = 0;
      const attempt = () => {
        calls += 1;
        if (calls <= times) throw Object.assign(new Error(code), { code });
      };
      await whenUnlocked(attempt, new AbortController().signal, 60_000).catch(() => {
        calls = -calls;
      });
      return calls;
    };
    expect(await failing("SQLITE_IOERR_SHMOPEN", 3)).toBe(4);
    expect(await failing("SQLITE_BUSY_SNAPSHOT", 3)).toBe(4);
    expect(await failing("SQLITE_CANTOPEN", Number.POSITIVE_INFINITY)).toBeLessThan(-50);
    expect(await failing("SQLITE_FULL", 3)).toBe(-1);
  });
});

describe("the bundle", () => {
  it("works from a folder that holds only the module and the addon", async () => {
    expect(readdirSync(bundleFolder).sort()).toStrictEqual([addonName, "workflow.mjs"]);
    const script = `await memory(step, { key: "a", value: "one", dbPath: ${JSON.stringify(db)} });
      console.log((await memory(step, { action: "retrieve", key: "a", dbPath: ${JSON.stringify(db)} })).value);`;
    expect(await finished(child(script, { cwd: folder }))).toMatchObject({ code: 0, output: "one", errors: "" });
  });

  it.each([
    ["missing", `this bundle needs ${addonName} beside it`],
    ["unloadable", /^preflight .* beside this bundle does not load \(.+\)/],
  ])("names the addon when it is %s", async (state, problem) => {
    const elsewhere = join(folder, "bundle");
    mkdirSync(elsewhere);
    copyFileSync(join(bundleFolder, "workflow.mjs"), join(elsewhere, "workflow.mjs"));
    if (state === "unloadable") writeFileSync(join(elsewhere, addonName), "not an addon");
    const script = `await memory(step, { key: "a", value: "x", dbPath: ${JSON.stringify(db)} })
      .catch((e) => console.log(e.failureClass, e.message));`;
    const { output } = await finished(child(script, {}, elsewhere));
    expect(output).toMatch(problem);
    expect(output).toContain(`${addonName} beside`);
    expect(output).toMatch(new RegExp(`; build with --platform ${platform()}$`));
  });

  it("leaves SQLite out where only closeMemory is used, and imports only node: modules", async () => {
    const inside = await bundle(
      `import { closeMemory } from "./memory/connections.ts"; closeMemory();`,
      join(folder, "small"),
    );
    expect(Object.keys(inside.inputs).filter((path) => path.includes("better-sqlite3"))).toStrictEqual([]);
    const whole = await bundle(`export { memory } from "./memory/memory.ts";`, join(folder, "whole"));
    expect(Object.keys(whole.inputs).filter((path) => path.includes("better-sqlite3"))).not.toStrictEqual([]);
    expect(whole.imports.filter(({ path }) => !path.startsWith("node:"))).toStrictEqual([]);
  });
});

describe("the manifest", () => {
  it("has the inputs and outputs of service.md", () => {
    const manifest = parse(readFileSync(join(root, "compiler/components/memory/component.yaml"), "utf8"));
    const names = (list: { name: string; type: string }[]) => list.map(({ name, type }) => `${name}: ${type}`);
    expect([manifest.metadata.name, manifest.native]).toStrictEqual(["memory", memory.name]);
    expect(names(manifest.interface.inputs)).toStrictEqual([
      "action: string",
      "key: string",
      "value: string",
      "dbPath: string",
    ]);
    expect(names(manifest.interface.outputs)).toStrictEqual(["success: bool", "key: string", "value: string"]);
    expect(manifest.interface.inputs[3].default).toBe("~/.flowc/memory.db");
  });
});

function run(inputs: MemoryInputs) {
  return memory(step(new AbortController().signal), inputs);
}

function step(signal: AbortSignal) {
  return { id: "remember", signal, environment: {} };
}

/** The FlowError that a step fails with. Its message must be one sentence without SQLite's codes. */
async function failure(inputs: MemoryInputs): Promise<FlowError> {
  const error = await run(inputs).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FlowError)) throw new Error(`expected a FlowError, got ${String(error)}`);
  expect(error.message).not.toMatch(/SQLITE_|\n|\.$/);
  return error;
}

function rows(path: string): unknown {
  const database = openDatabase(path, { readonly: true });
  const found = database.prepare("SELECT count(*) FROM memory").pluck().get();
  database.close();
  return found;
}

function modes(base: string, ...paths: string[]): number[] {
  return ["", ...paths].map((path) => statSync(join(base, path)).mode & 0o777);
}

function regularFile(): string {
  writeFileSync(db, "This is text and no database. ".repeat(500));
  return db;
}

function under(path: string): string {
  return join(path, "memory.db");
}

function prepared(sql: string): string {
  const database = openDatabase(db);
  database.exec(sql);
  database.close();
  return db;
}

/** A database of another program whose owner was killed: its changes are in the log. */
function leftBehind(sql: string): void {
  const script = `const database = openDatabase(${JSON.stringify(db)});
    database.exec(${JSON.stringify(`PRAGMA journal_mode = WAL; ${sql}`)});
    process.kill(process.pid, "SIGKILL");`;
  const url = pathToFileURL(join(bundleFolder, "workflow.mjs")).href;
  const setup = `import { openDatabase } from ${JSON.stringify(url)};`;
  spawnSync(process.execPath, ["--input-type=module", "-e", `${setup}\n${script}`]);
  expect(statSync(`${db}-wal`).size).toBeGreaterThan(0);
}

/** The bytes of the file beside `db` with this ending; undefined where there is none, or nothing in it. */
function bytesOf(ending: string): Buffer | undefined {
  const path = `${db}${ending}`;
  return existsSync(path) && statSync(path).size > 0 ? readFileSync(path) : undefined;
}

/** A memory database whose pages, but for the first, are overwritten. */
function damaged(): string {
  prepared(
    `CREATE TABLE memory (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO memory SELECT 'key-' || value, hex(randomblob(200)), '' FROM json_each('[' || replace(hex(zeroblob(500)), '00', '1,') || '1]');
    PRAGMA user_version = 1`.replace("'key-' || value", "'key-' || key"),
  );
  const bytes = readFileSync(db);
  writeFileSync(db, bytes.fill(0xee, 4096));
  return db;
}

/** A child process that runs `script` against the bundle; stdin, stdout and stderr are pipes. */
function child(script: string, options: object = {}, from = bundleFolder): ChildProcess {
  const url = pathToFileURL(join(from, "workflow.mjs")).href;
  const setup = `import { memory, openDatabase } from ${JSON.stringify(url)};
    const step = { id: "remember", signal: new AbortController().signal, environment: {} };`;
  return spawn(process.execPath, ["--input-type=module", "-e", `${setup}\n${script}`], { ...options, stdio: "pipe" });
}

async function finished(process: ChildProcess) {
  const { stdout, stderr } = process;
  if (stdout === null || stderr === null) throw new Error("a child's output must be piped");
  const end = new Promise<[number | null, string | null]>((resolve) =>
    process.on("close", (code, signal) => resolve([code, signal])),
  );
  const [output, errors, [code, signal]] = await Promise.all([text(stdout), text(stderr), end]);
  return { code, signal, output: output.trim(), errors };
}

/** Another process that locks the database `db` for so many milliseconds; resolves when it holds the lock, `released` when it has ended. */
async function lock(milliseconds: number) {
  await run({ key: "a", value: "x", dbPath: db });
  const other = child(`const database = openDatabase(${JSON.stringify(db)}, { timeout: 5000 });
    database.exec("BEGIN EXCLUSIVE");
    process.stdout.write("locked");
    setTimeout(() => { database.exec("COMMIT"); database.close(); }, ${milliseconds});`);
  const end = finished(other);
  await new Promise((ready) => other.stdout?.once("data", ready));
  return { released: end };
}

/** As the compiler bundles a workflow that uses memory: these are the options it needs. */
async function bundle(contents: string, outFolder: string) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: join(root, "runtime-lib"), loader: "ts" },
    absWorkingDir: root,
    outfile: join(outFolder, "workflow.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node18",
    metafile: true,
    define: { FLOWC_SQLITE_VERSION: JSON.stringify(sqliteVersion()) },
    alias: { fs: "node:fs", path: "node:path", util: "node:util" },
    banner: {
      js: 'import { createRequire as __flowcRequire } from "node:module";\nconst require = __flowcRequire(import.meta.url);',
    },
  });
  const [output] = Object.values(metafile.outputs);
  if (output === undefined) throw new Error("esbuild wrote nothing");
  return output;
}

function sqliteVersion(): string {
  return createRequire(import.meta.url)("better-sqlite3/package.json").version;
}

function platform(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const musl = process.platform === "linux" && header.glibcVersionRuntime === undefined;
  return `${musl ? "linuxmusl" : process.platform}-${process.arch}`;
}

function addonSource(): string {
  const home = dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json"));
  return join(home, "prebuilds", `${platform()}.node`);
}

function unprivileged(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
}

/** Root may write everywhere, so such tests need another user, who in turn must be able to start Node. */
function canRunUnprivileged(): boolean {
  return process.platform !== "win32" && spawnSync(process.execPath, ["-e", ""], unprivileged()).status === 0;
}

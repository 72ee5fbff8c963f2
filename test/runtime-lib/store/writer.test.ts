import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { openExistingStore, openStore } from "../../../runtime-lib/store/database.ts";
import { StoreWriter } from "../../../runtime-lib/store/writer.ts";
import { temporaryFolder } from "../../support/flowc.ts";

function openTemporary() {
  const folder = temporaryFolder();
  const path = join(folder.path, "deep", "er", "runs.db");
  const database = openStore(path);
  database.exec("CREATE TABLE words (word TEXT)");
  const add = (word: string) => void database.prepare("INSERT INTO words VALUES (?)").run(word);
  const words = () =>
    database
      .prepare("SELECT word FROM words")
      .all()
      .map(({ word }) => word);
  const close = () => {
    database.close();
    folder[Symbol.dispose]();
  };
  return { folder: folder.path, path, database, add, words, [Symbol.dispose]: close };
}

test.skipIf(process.platform === "win32")("the store is for its user alone", () => {
  using store = openTemporary();
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([mode(store.path), mode(join(store.folder, "deep"))]).toEqual([0o600, 0o700]);
});

test("what is written in one turn is one transaction, in its order", async () => {
  using store = openTemporary();
  const writer = new StoreWriter(store.database, store.path);
  const transactions = vi.spyOn(store.database, "exec");
  const writes = ["a", "b", "c"].map((word) => writer.write(() => store.add(word)));
  writer.writeSoon(() => store.add("d"));
  await Promise.all(writes);
  expect(store.words()).toEqual(["a", "b", "c", "d"]);
  expect(transactions.mock.calls.flat()).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});

test("what comes alone is written at once, unless something waits or another process has the lock", async () => {
  using store = openTemporary();
  const writer = new StoreWriter(store.database, store.path);
  expect(writer.write(() => store.add("a"), true)).toBe(undefined);
  expect(store.words()).toEqual(["a"]);
  writer.writeSoon(() => store.add("b"));
  await writer.write(() => store.add("c"), true);
  const other = new DatabaseSync(store.path);
  other.exec("BEGIN IMMEDIATE");
  const written = writer.write(() => store.add("d"), true);
  expect(written).toBeInstanceOf(Promise);
  other.exec("COMMIT");
  await written;
  other.close();
  expect(store.words()).toEqual(["a", "b", "c", "d"]);
  const wrong = () => writer.write(() => store.database.exec("INSERT INTO missing VALUES (1)"), true);
  expect(wrong).toThrow(`cannot write to the store of runs ${store.path}: no such table: missing`);
});

test("a failure of flowc's own is that of one write alone", async () => {
  using store = openTemporary();
  const writer = new StoreWriter(store.database, store.path);
  const refused = writer.write(() => {
    throw new FlowError("infra", "not this one");
  });
  const other = writer.write(() => store.add("a"));
  await expect(refused).rejects.toThrow("not this one");
  await other;
  expect(store.words()).toEqual(["a"]);
});

test("another process's lock is waited for without blocking the thread", async () => {
  using store = openTemporary();
  const other = new DatabaseSync(store.path);
  other.exec("BEGIN IMMEDIATE");
  const writer = new StoreWriter(store.database, store.path);
  const written = writer.write(() => store.add("a"));
  // Timers go on meanwhile, or this would never come.
  setTimeout(() => other.exec("COMMIT"), 20);
  await written;
  other.close();
  expect(store.words()).toEqual(["a"]);
});

test("what nobody waits for and cannot be written is known at the end", async () => {
  using store = openTemporary();
  const writer = new StoreWriter(store.database, store.path);
  writer.writeSoon(() => store.database.exec("INSERT INTO missing VALUES (1)"));
  const lost = await writer.flush();
  expect(lost?.message).toBe(`cannot write to the store of runs ${store.path}: no such table: missing`);
});

test("a file that is no store of runs is refused, and stays as it is", () => {
  using folder = temporaryFolder();
  const [text, other] = [join(folder.path, "text"), join(folder.path, "other.db")];
  writeFileSync(text, "not a database at all, but long enough to be read as the header of one".repeat(20));
  const database = new DatabaseSync(other);
  database.exec("CREATE TABLE t (x)");
  database.close();
  expect(() => openStore(text)).toThrow(`cannot open the store of runs ${text}: it is not a database`);
  expect(() => openStore(other)).toThrow(`cannot open the store of runs ${other}: it is a database of something else`);
});

test("a store of a newer flowc is refused", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "runs.db");
  const database = openStore(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openStore(path)).toThrow("a newer flowc has made it; update flowc");
});

test("a store that is not there is not made by who reads", () => {
  using folder = temporaryFolder();
  expect(openExistingStore(join(folder.path, "runs.db"))).toBe(undefined);
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a folder that cannot be written", () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o500);
  expect(() => openStore(join(folder.path, "runs.db"))).toThrow("permission denied");
  chmodSync(folder.path, 0o700);
});

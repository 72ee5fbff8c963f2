import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isLocked } from "../sqlite/locked.ts";
import { type Database, openDatabase } from "../sqlite/sqlite.ts";
import { contentOf, makeTable, UnfitFile } from "./content.ts";

/** One text under its key, as it is to be stored. */
export interface Entry {
  readonly key: string;
  readonly value: string;
}

/** An open memory database. All of it is synchronous; everything throws what SQLite reports, and UnfitFile. */
export class Connection {
  readonly path: string;
  readonly #database: Database;
  #content: "ours" | "empty";
  #isReady = false;
  #read: { get(key: string): unknown } | undefined;
  #write: { run(key: string, value: string, now: string): unknown } | undefined;

  /** The file must exist. It is looked at, and nothing is written. */
  constructor(path: string, database = open(path)) {
    this.path = path;
    this.#database = database;
    try {
      this.#content = contentOf(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The text of a key; undefined where there is none. */
  retrieve(key: string): string | undefined {
    if (this.#content === "empty") this.#content = contentOf(this.#database);
    if (this.#content === "empty") return undefined;
    this.#read ??= this.#database.prepare("SELECT CAST(value AS TEXT) FROM memory WHERE key = ?").pluck();
    const value = this.#read.get(key);
    return typeof value === "string" ? value : undefined;
  }

  /**
   * Stores entries in one transaction, the first of them at least, more as long as it takes little time. Returns for each
   * that had its turn its own error, or undefined for what is on disk now. Throws where none of them is stored.
   */
  store(entries: readonly Entry[]): readonly unknown[] {
    this.#makeReady();
    const write = this.#write;
    const now = new Date().toISOString();
    const end = performance.now() + TRANSACTION;
    const outcomes: unknown[] = [];
    this.#database
      .transaction(() => {
        for (const { key, value } of entries) {
          if (outcomes.length > 0 && performance.now() > end) return;
          outcomes.push(this.#attempt(() => write?.run(key, value, now)));
        }
      })
      .immediate();
    return outcomes;
  }

  close(): void {
    this.#database.close();
  }

  /** What a single statement failed with, where the transaction goes on. */
  #attempt(act: () => void): unknown {
    try {
      act();
      return undefined;
    } catch (error) {
      if (!this.#database.inTransaction || isLocked(error)) throw error;
      return error;
    }
  }

  #makeReady(): void {
    if (this.#isReady) return;
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    this.#database.pragma("fullfsync = ON"); // macOS: without it the drive's own cache may lose the write
    if (this.#content === "empty") makeTable(this.#database);
    this.#content = "ours";
    this.#write = this.#database.prepare(`INSERT INTO memory (key, value, updated_at) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);
    this.#isReady = true;
  }
}

/** Milliseconds after which nothing more is put into a transaction. */
const TRANSACTION = 10;

function open(path: string): Database {
  // What its log holds would be put into a file by the last to close it: that must not be us where it is not memory's.
  if (existsSync(`${path}-wal`)) new Connection(path, openDatabase(path, { timeout: 0, readonly: true })).close();
  return openDatabase(path, { timeout: 0, fileMustExist: true });
}

/** Whether SQLite can write to the file, and make its log beside it. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a file holds that cannot be written to. To read it, SQLite would make its log beside it; without a log it is whole
 * as it is, so it is read as one that needs none. Undefined where there is a log, or somebody is writing.
 */
export function openUnwritable(path: string): Connection | undefined {
  const state = (): string => {
    const { size, mtimeNs, ino } = statSync(path, { bigint: true });
    return existsSync(`${path}-wal`) ? "" : `${ino} ${size} ${mtimeNs}`;
  };
  const before = state();
  if (before === "") return undefined;
  const bytes = readFileSync(path);
  if (state() !== before) return undefined;
  if (bytes.length > 0 && !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new UnfitFile("it is not a database");
  // https://www.sqlite.org/fileformat2.html, section 1.3: 1 says that changes are not in a log.
  bytes.fill(1, 18, 20);
  return new Connection(path, openDatabase(bytes));
}

const MAGIC = Buffer.from("SQLite format 3\0");

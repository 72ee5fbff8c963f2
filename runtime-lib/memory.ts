import { closeSync, openSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { FlowError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { type Database, databaseProblem, isLocked, openDatabase, whenUnlocked } from "./sqlite.ts";
import type { StepContext } from "./step-context.ts";

/** The `with` map of a memory step, as its expressions gave it. Strings; numbers and bools become their text. */
export interface MemoryInputs {
  /** `store` (also when nil) or `retrieve`. */
  readonly action?: unknown;
  readonly key?: unknown;
  /** For `store` only; may be empty, but not nil. */
  readonly value?: unknown;
  /** Default `~/.flowc/memory.db`; a relative path starts at the working directory. */
  readonly dbPath?: unknown;
}

/**
 * Result of a memory step (service.md, Memory component). Only that of `retrieve` has a `value`, empty when not found;
 * the checker refuses to read it from any other.
 */
export interface MemoryResult {
  readonly success: boolean;
  readonly key: string;
  readonly value: string;
}

/**
 * Stores or retrieves one text by its key in an SQLite file that any number of processes may share. A store overwrites
 * and is on disk when the promise resolves. Waits up to 60 s for another process's lock, without blocking the thread.
 * Half a surrogate pair has no UTF-8 form and is refused rather than silently replaced.
 * @throws FlowError validation for inputs, infra for the file, preflight for a missing addon; the signal's reason
 */
export async function memory(step: StepContext, inputs: MemoryInputs): Promise<MemoryResult> {
  step.atEnd?.(closeMemory);
  const { action, key, value, path } = readInputs(inputs);
  try {
    return await whenUnlocked(
      () =>
        withConnection(path, (connection) =>
          action === "store" ? store(connection, key, value) : retrieve(connection, key),
        ),
      step.signal,
      LOCK_LIMIT,
    );
  } catch (error) {
    throw explain(error, path);
  }
}

/** Closes every memory database of this process. A later `memory()` opens its file again. */
export function closeMemory(): void {
  disconnect(() => true);
}

/** Milliseconds to wait for a lock. */
const LOCK_LIMIT = 60_000;

/** `user_version` of a memory database. A migration raises it; a higher one is refused. */
const SCHEMA_VERSION = 1;

interface Request {
  readonly action: "store" | "retrieve";
  readonly key: string;
  /** Empty for `retrieve`. */
  readonly value: string;
  /** Absolute. */
  readonly path: string;
}

function readInputs(inputs: MemoryInputs): Request {
  const action = textOf("action", inputs.action) ?? "store";
  if (action !== "store" && action !== "retrieve") {
    throw invalid(`memory 'action' must be store or retrieve, got ${JSON.stringify(action)}`);
  }
  const key = textOf("key", inputs.key);
  if (key === undefined || key === "") throw invalid("memory 'key' is missing or empty");
  const value = action === "store" ? textOf("value", inputs.value) : "";
  if (value === undefined) throw invalid("memory 'value' is missing, and action store needs it");
  return { action, key, value, path: pathOf(textOf("dbPath", inputs.dbPath)) };
}

function textOf(name: keyof MemoryInputs, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object") {
    throw invalid(`memory '${name}' must be a string, got ${Array.isArray(value) ? "array" : "map"}; use json(...)`);
  }
  const text = String(value);
  if (/\p{Surrogate}/u.test(text)) throw invalid(`memory '${name}' is not valid Unicode: half of a surrogate pair`);
  return text;
}

/** SQLite drops white space around a file name, so it is dropped before anything else looks at it. */
function pathOf(given = "~/.flowc/memory.db"): string {
  const path = given.trim();
  if (path === "" || path === ":memory:" || path.includes("\0")) {
    throw invalid(`memory 'dbPath' must name a file, got ${JSON.stringify(given)}`);
  }
  if (path === "~") return homeFolder();
  return path.startsWith("~/") || path.startsWith(`~${sep}`) ? join(homeFolder(), path.slice(2)) : resolve(path);
}

function homeFolder(): string {
  try {
    const home = homedir();
    if (home !== "") return resolve(home);
  } catch {
    // The user has no entry in the system's list, as in a container that runs under a bare number.
  }
  throw new FlowError("infra", "memory finds no home folder for '~'; set HOME or 'dbPath'");
}

interface Connection {
  readonly database: Database;
  readonly read: { get(key: string): unknown };
  readonly write: { run(key: string, value: string, now: string): unknown };
}

/** Open connections by device and inode, so that a file has one under all its names and a replaced file gets its own. */
const connections = new Map<string, Connection>();

function store({ write }: Connection, key: string, value: string): MemoryResult {
  write.run(key, value, new Date().toISOString());
  return { success: true, key } as MemoryResult;
}

function retrieve({ read }: Connection, key: string): MemoryResult {
  const value = read.get(key);
  return typeof value === "string" ? { success: true, key, value } : { success: false, key, value: "" };
}

/** Looked up at every attempt: during a wait, another run may have closed the connection. */
function withConnection<T>(path: string, use: (connection: Connection) => T): T {
  const file = identify(path);
  if (!connections.has(file)) disconnect(({ database }) => database.name === path); // the file was replaced
  const connection = connections.get(file) ?? connect(path);
  connections.set(file, connection);
  try {
    return use(connection);
  } catch (error) {
    if (!isLocked(error)) disconnect((other) => other === connection); // a fresh one may do better
    throw error;
  }
}

function disconnect(unwanted: (connection: Connection) => boolean): void {
  for (const [file, connection] of connections) {
    if (!unwanted(connection)) continue;
    connections.delete(file);
    connection.database.close();
  }
}

/**
 * The file's identity. Never opens a file that exists: closing it would drop the POSIX locks that SQLite holds on it
 * in this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
function identify(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    makeFolder(dirname(path));
    closeSync(openSync(path, "a", 0o600)); // SQLite gives -wal and -shm the same mode
  }
  const status = statSync(path, { bigint: true });
  if (status.isDirectory()) throw unusable(path, "it is a folder");
  if (!status.isFile()) throw unusable(path, "it is not a regular file");
  return `${status.dev}:${status.ino}`;
}

function connect(path: string): Connection {
  const database = openDatabase(path, { timeout: 0 });
  try {
    prepareSchema(database, path);
    const read = "SELECT CAST(value AS TEXT) FROM memory WHERE key = ?";
    const write = `INSERT INTO memory (key, value, updated_at) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
    return { database, read: database.prepare(read).pluck(), write: database.prepare(write) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareSchema(database: Database, path: string): void {
  const version = () => Number(database.pragma("user_version", { simple: true }));
  if (version() > SCHEMA_VERSION) {
    throw unusable(path, `its version is ${version()} and this program knows ${SCHEMA_VERSION}; use a newer flowc`);
  }
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("fullfsync = ON"); // macOS: without it the drive's own cache may lose the write
  if (version() === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      if (version() >= SCHEMA_VERSION) return; // another process came first
      database.exec(`CREATE TABLE IF NOT EXISTS memory (
        key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/** What a failed attempt means to the user. Anything that is not about the file stays as it is. */
function explain(error: unknown, path: string): unknown {
  if (isLocked(error)) {
    return new FlowError("infra", `memory database is locked by another process: ${path}`, { cause: error });
  }
  if (error instanceof RangeError) return invalid("memory 'value' is too large to be stored");
  const problem = databaseProblem(error) ?? foreignSchema(error);
  return problem === undefined ? error : unusable(path, problem, error);
}

function foreignSchema(error: unknown): string | undefined {
  const foreign = error instanceof Error && "code" in error && error.code === "SQLITE_ERROR";
  return foreign ? "its tables are those of another program" : undefined;
}

function unusable(path: string, problem: string, cause?: unknown): FlowError {
  return new FlowError("infra", `memory database ${path} cannot be used: ${problem}`, { cause });
}

function invalid(message: string): FlowError {
  return new FlowError("validation", message);
}

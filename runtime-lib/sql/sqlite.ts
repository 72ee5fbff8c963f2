import { join } from "node:path";
import { homeFolder } from "../run/home-folder.ts";
import { isLongTurn, nextTurn } from "../run/turn.ts";
import { checkSqlite } from "../sqlite/addon.ts";
import { databaseProblem, isLocked, whenUnlocked } from "../sqlite/locked.ts";
import { type Database, openDatabase, type PreparedStatement } from "../sqlite/sqlite.ts";
import {
  BadConnectionString,
  type Batch,
  MOST_BYTES,
  nothing,
  type Outcome,
  type Params,
  type Problem,
  type SqlDriver,
  type SqlSession,
  type Statement,
  TooManyBytes,
  TooManyRows,
} from "./driver.ts";
import { bytes, integer, plainParameter } from "./values.ts";

/**
 * SQLite, in this process: a single step of a statement cannot be stopped. Time limits and cancelling take effect from
 * row to row and from statement to statement.
 */
export const sqlite: SqlDriver = {
  name: "sqlite",
  schemes: ["sqlite:"],
  // All happens on this thread, so more connections would only lock each other out; :memory: lives with its connection.
  pool: { maxConnections: 1, connectTimeoutMs: 60_000, idleTimeoutMs: Number.POSITIVE_INFINITY },
  parse(text) {
    const { path, mode } = readPath(text);
    checkSqlite();
    const options = { timeout: 0, readonly: mode === "ro", fileMustExist: mode !== "rwc" };
    return async (signal) =>
      new SqliteSession(await whenUnlocked(() => openDatabase(path, options), signal, LOCK_LIMIT));
  },
  describe(error): Problem {
    const message = error instanceof Error ? error.message : String(error);
    if (isLocked(error)) return { failureClass: "infra", message: "it is locked by another process" };
    const problem = databaseProblem(error) ?? (/^Cannot open database/.test(message) ? noFolder : undefined);
    return problem === undefined
      ? { failureClass: "tool_runtime", message }
      : { failureClass: "infra", message: problem };
  },
};

/** Milliseconds to wait for a lock. */
const LOCK_LIMIT = 60_000;
const noFolder = "its folder does not exist";

function readPath(text: string): { readonly path: string; readonly mode: string } {
  const [, path = "", query = ""] = /^sqlite:(?:\/\/)?([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  const mode = query === "" ? "rwc" : (/^mode=(ro|rw|rwc)$/.exec(query)?.[1] ?? "");
  if (mode === "")
    throw new BadConnectionString('has parameters that SQLite does not take here; allowed: "mode=ro|rw|rwc"');
  if (path === "" || path.includes("\0")) throw new BadConnectionString("names no file: sqlite://PATH");
  if (!path.startsWith("~/")) return { path, mode };
  const home = homeFolder();
  if (home === undefined) throw new BadConnectionString('begins with "~", but there is no home folder: set HOME');
  return { path: join(home, path.slice(2)), mode };
}

class SqliteSession implements SqlSession {
  readonly #database: Database;
  /** What the rows of the statement, or of the batch, have so far. */
  #bytes = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  get usable(): boolean {
    return this.#database.open;
  }

  run({ query, params, maxRows }: Statement, signal: AbortSignal): Promise<Outcome> {
    const values = bindable(params);
    const attempt = (): Promise<Outcome> => {
      this.#bytes = 0;
      return this.#perform(this.#prepare(query), values, { maxRows, signal });
    };
    return this.#whenUnlocked(attempt, signal);
  }

  async runEach({ query, each, maxRows, at }: Batch, signal: AbortSignal): Promise<Outcome> {
    this.#bytes = 0;
    const prepared = await this.#whenUnlocked(() => this.#prepare(query), signal);
    if (!prepared.reader) return this.#changeEach(prepared, each, { at, signal });
    const rows: (readonly unknown[])[] = [];
    let last: Outcome | undefined;
    let rowsAffected = 0;
    for (const [index, params] of each.entries()) {
      at(index);
      last = await this.#perform(prepared, bindable(params), { maxRows: maxRows - rows.length, signal });
      rowsAffected += last.rowsAffected;
      rows.push(...last.rows);
      if (isLongTurn()) await this.#giveTurn(signal);
    }
    return { columns: prepared.columns, rows, rowsAffected, lastInsertId: last?.lastInsertId ?? null };
  }

  /** IMMEDIATE: the lock is taken here, where waiting for it is easy. */
  begin(signal: AbortSignal): Promise<void> {
    const command = this.#database.readonly ? "BEGIN" : "BEGIN IMMEDIATE";
    return this.#whenUnlocked(() => void this.#database.exec(command), signal);
  }

  commit(signal: AbortSignal): Promise<void> {
    return this.#whenUnlocked(() => void this.#database.exec("COMMIT"), signal);
  }

  async rollback(): Promise<void> {
    // Some errors, such as a full disk, have ended the transaction already.
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
  }

  async interrupt(): Promise<void> {
    // `#giveTurn` looks at the signal.
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #whenUnlocked<T>(attempt: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    return whenUnlocked(attempt, signal, LOCK_LIMIT);
  }

  #prepare(query: string): Prepared {
    const statement: PreparedStatement = this.#database.prepare(query);
    if (!statement.reader) return { statement, reader: false, columns: [], inserts: insertion.test(query) };
    const columns = statement.columns().map(({ name }) => name);
    return { statement: statement.raw(true).safeIntegers(true), reader: true, columns, inserts: insertion.test(query) };
  }

  async #perform(prepared: Prepared, values: Bindable, limits: Limits): Promise<Outcome> {
    if (!prepared.reader) return this.#change(prepared, values);
    const { maxRows, signal } = limits;
    const rows: (readonly unknown[])[] = [];
    for (const row of prepared.statement.iterate(...values)) {
      if (rows.length >= maxRows) throw new TooManyRows(maxRows);
      for (const value of row) this.#bytes += sizeOf(value);
      if (this.#bytes > MOST_BYTES) throw new TooManyBytes();
      rows.push(row.map(fromSqlite));
      if (rows.length % 256 === 0 && isLongTurn()) await this.#giveTurn(signal);
    }
    const [changes, id] = prepared.statement.readonly ? [0, null] : this.#changes();
    return { columns: prepared.columns, rows, rowsAffected: changes, lastInsertId: prepared.inserts ? id : null };
  }

  /** Statements without rows are the many: nothing is made or awaited for one of them. */
  async #changeEach(
    { statement, inserts }: Prepared,
    each: readonly Params[],
    { at, signal }: Pick<Batch, "at"> & Pick<Limits, "signal">,
  ): Promise<Outcome> {
    let rowsAffected = 0;
    let last: number | bigint = 0;
    for (let index = 0; index < each.length; index++) {
      at(index);
      const { changes, lastInsertRowid } = statement.run(...bindable(each[index] ?? []));
      rowsAffected += changes;
      last = lastInsertRowid;
      if (index % 64 === 63 && isLongTurn()) await this.#giveTurn(signal);
    }
    return { ...nothing, rowsAffected, lastInsertId: inserts ? integer(BigInt(last)) : null };
  }

  #change({ statement, inserts }: Prepared, values: Bindable): Outcome {
    const { changes, lastInsertRowid } = statement.run(...values);
    const lastInsertId = inserts ? integer(BigInt(lastInsertRowid)) : null;
    return { ...nothing, rowsAffected: changes, lastInsertId };
  }

  #changes(): readonly [number, number | string] {
    const asked = this.#database.prepare("SELECT changes(), last_insert_rowid()").raw(true).safeIntegers(true).get();
    const [changes = 0n, id = 0n] = asked as bigint[];
    return [Number(changes), integer(id)];
  }

  async #giveTurn(signal: AbortSignal): Promise<void> {
    await nextTurn();
    signal.throwIfAborted();
  }
}

interface Limits {
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

interface Prepared {
  readonly statement: PreparedStatement;
  /** Whether it gives rows. */
  readonly reader: boolean;
  readonly columns: readonly string[];
  /** Whether it begins as a statement that makes rows. */
  readonly inserts: boolean;
}

const insertion = /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:insert|replace)\b/i;

/** The arguments of a statement: one list, one map, or nothing. */
type Bindable = readonly [] | readonly [readonly unknown[] | Readonly<Record<string, unknown>>];

function bindable(params: Params): Bindable {
  if (!Array.isArray(params)) {
    return [Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toSqlite(value)]))];
  }
  return params.length === 0 ? [] : [params.map(toSqlite)];
}

/** Whole numbers go as such: a JavaScript number alone would be stored as REAL where the column has no type. */
function toSqlite(value: unknown): unknown {
  if (typeof value === "string" || value === null) return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  return plainParameter(value, false);
}

/** Texts and blobs are what makes rows large. */
function sizeOf(value: unknown): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}

function fromSqlite(value: unknown): unknown {
  if (typeof value === "bigint") return integer(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? bytes(value) : value;
}

import type { Failure } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import type { Valued } from "../run/fallback.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import { formatDuration, limitTime } from "../run/timer.ts";
import { isLongTurn, nextTurn } from "../run/turn.ts";
import { type OpenConnection, openConnection, type SqlConnection } from "./connection.ts";
import { toCsv } from "./csv.ts";
import { nothing, type Outcome, type SqlSession, TooMuch } from "./driver.ts";
import { readBatch, readParams } from "./values.ts";

/** The `sql` block of a resource, expressions filled in (spec section 4). */
export interface SqlOptions {
  readonly connection: SqlConnection;
  readonly query?: string;
  readonly params?: unknown;
  /** One after the other, instead of `query`. */
  readonly queries?: readonly { readonly query: string; readonly params?: unknown }[];
  /** All or nothing. A batch always is. */
  readonly transaction?: boolean;
  /** Runs `query` once for each of these lists or maps. */
  readonly paramsBatch?: unknown;
  readonly format?: "json" | "csv";
  /** More rows are a failure, never cut; default 100,000. */
  readonly maxRows?: number;
  readonly timeoutMs?: number | undefined;
}

export type SqlRow = Readonly<Record<string, unknown>>;

/** What one statement left. */
export interface SqlQueryResult {
  // biome-ignore lint/suspicious/noExplicitAny: what is in a row, only the run knows; emitted code reads its columns
  readonly rows: readonly any[];
  /** Rows that were inserted, updated or deleted. */
  readonly rowsAffected: number;
  /** The key that SQLite or MySQL made for the last row of an INSERT, else nil. */
  readonly lastInsertId: number | string | null;
}

/** What a sql resource left. `results` is one for each of `queries`; `csv` is empty unless `format` asks for it. */
export interface SqlResult extends SqlQueryResult {
  readonly results: readonly SqlQueryResult[];
  readonly csv: string;
}

/**
 * Runs statements on a connection that belongs to the step while it runs. Values travel as parameters, never as text.
 * Rejects with a FlowError: tool_runtime (the database refuses a statement, too many rows), infra (no connection, lost
 * connection, locked, deadlock, disk full), timeout, validation (`params` of the wrong shape), or with the reason of
 * `step.signal`. What was begun is rolled back then, and what still runs on a server is stopped there.
 */
export async function sql(step: StepContext, options: SqlOptions): Promise<SqlResult> {
  const { timeoutMs } = options;
  const doing: Doing = { what: firstLine(options.query ?? options.queries?.[0]?.query) };
  const late = () => new FlowError("timeout", `timed out after ${formatDuration(timeoutMs ?? 0)}: ${doing.what}`);
  const limit = limitTime(step, timeoutMs, late);
  const asked = { kind: "sql", request: askedOf(options), signal: limit.signal };
  try {
    return await assemble(await throughEffects(step, asked, () => run(step, options, { ...limit, doing })), options);
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error;
  } finally {
    limit.end();
  }
}

async function run(step: StepContext, options: SqlOptions, limits: Limits): Promise<readonly Outcome[]> {
  const task = new Task(openConnection(step, options.connection), options, limits);
  try {
    return await task.run();
  } catch (error) {
    throw task.explain(error);
  }
}

/** What effects learn: the database by its name, as its connection string holds a password. */
function askedOf({ connection, query, params, queries, paramsBatch }: SqlOptions): object {
  return { connection: connection.name, query, params, queries, paramsBatch };
}

/** The result of a sql resource that failed and has a fallback: its rows where it is a list, else none. */
export function sqlFallback(value: unknown, _failure: Failure): Valued<SqlResult> {
  const rows = Array.isArray(value) ? (value as readonly SqlRow[]) : [];
  const csv = typeof value === "string" ? value : "";
  return { rows, rowsAffected: 0, lastInsertId: null, results: [], csv, value };
}

/** Limit on rows where `maxRows` sets none. */
const DEFAULT_MAX_ROWS = 100_000;
/** Milliseconds that a stopped statement has to end before its connection is closed under it. */
const STOP_LIMIT = 2_000;

/** What a resource waits for, for the message of its timeout. */
interface Doing {
  what: string;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly doing: Doing;
}

/** Characters of a statement that a message shows. */
const longestLine = 120;

function firstLine(query = ""): string {
  const statement = query.trim();
  const [line = ""] = statement.split(/\r?\n/, 1);
  return line.length > longestLine || line !== statement ? `${line.slice(0, longestLine)} …` : line;
}

/** One run of one block. */
class Task {
  readonly #connection: OpenConnection;
  readonly #options: SqlOptions;
  readonly #signal: AbortSignal;
  /** Which of several statements runs, for messages. */
  #list: "queries" | "paramsBatch" | undefined;
  #index = 0;
  readonly #doing: Doing;

  constructor(connection: OpenConnection, options: SqlOptions, { signal, doing }: Limits) {
    this.#connection = connection;
    this.#options = options;
    this.#signal = signal;
    this.#doing = doing;
  }

  async run(): Promise<readonly Outcome[]> {
    const { pool } = this.#connection;
    const { transaction, paramsBatch } = this.#options;
    this.#doing.what = `no connection to the database "${this.#connection.name}"`;
    const session = await pool.acquire(this.#signal);
    this.#doing.what = firstLine(this.#options.query);
    try {
      const whole = transaction === true || paramsBatch !== undefined;
      const work = () => this.#statements(session);
      return await this.#stoppable(session, whole ? () => this.#transaction(session, work) : work);
    } finally {
      pool.release(session);
    }
  }

  /** The error as the user sees it. */
  explain(error: unknown): unknown {
    if (this.#signal.aborted) return this.#signal.reason;
    if (error instanceof FlowError) return error;
    const place = this.#list === undefined ? "" : `${this.#list}[${this.#index}]: `;
    if (error instanceof TooMuch) return new FlowError("tool_runtime", place + error.message);
    const { name, driver } = this.#connection;
    const { failureClass, message } = driver.describe(error);
    const said = failureClass === "infra" ? `database "${name}": ${message}` : place + message;
    return new FlowError(failureClass, said, { cause: error });
  }

  async #statements(session: SqlSession): Promise<readonly Outcome[]> {
    const { query = "", params, queries, paramsBatch, maxRows = DEFAULT_MAX_ROWS } = this.#options;
    if (paramsBatch !== undefined) {
      this.#list = "paramsBatch";
      const at = (index: number): void => {
        this.#index = index;
      };
      const each = readBatch(paramsBatch);
      return [each.length === 0 ? nothing : await session.runEach({ query, each, maxRows, at }, this.#signal)];
    }
    if (queries === undefined) {
      return [await session.run({ query, params: readParams(params), maxRows }, this.#signal)];
    }
    this.#list = "queries";
    const outcomes: Outcome[] = [];
    for (const [index, statement] of queries.entries()) {
      this.#index = index;
      const { query: text } = statement;
      this.#doing.what = firstLine(text);
      this.#signal.throwIfAborted();
      outcomes.push(await session.run({ query: text, params: readParams(statement.params), maxRows }, this.#signal));
    }
    return outcomes;
  }

  async #transaction<T>(session: SqlSession, work: () => Promise<T>): Promise<T> {
    await session.begin(this.#signal);
    try {
      const result = await work();
      this.#list = undefined;
      await session.commit(this.#signal);
      return result;
    } catch (error) {
      // A connection that is given up takes its transaction along.
      if (session.usable) await session.rollback().catch(() => session.close());
      throw error;
    }
  }

  /** When the signal is aborted, the statement is stopped where it runs; what does not stop loses its connection. */
  async #stoppable<T>(session: SqlSession, work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      timer = setTimeout(() => void session.close(), STOP_LIMIT);
      session.interrupt().catch(() => session.close());
    };
    this.#signal.addEventListener("abort", stop, { once: true });
    try {
      this.#signal.throwIfAborted();
      return await work();
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener("abort", stop);
    }
  }
}

async function assemble(outcomes: readonly Outcome[], { queries, format }: SqlOptions): Promise<SqlResult> {
  const results: SqlQueryResult[] = [];
  for (const outcome of outcomes) results.push(await toResult(outcome));
  const last = results.at(-1) ?? (await toResult(nothing));
  const rowsAffected = results.reduce((sum, result) => sum + result.rowsAffected, 0);
  const csv = format === "csv" ? toCsv(outcomes[0] ?? nothing) : "";
  return { ...last, rowsAffected, results: queries === undefined ? [] : results, csv };
}

async function toResult({ columns, rows, rowsAffected, lastInsertId }: Outcome): Promise<SqlQueryResult> {
  const maps: SqlRow[] = [];
  for (const row of rows) {
    maps.push(Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
    if (maps.length % 256 === 0 && isLongTurn()) await nextTurn();
  }
  return { rows: maps, rowsAffected, lastInsertId };
}

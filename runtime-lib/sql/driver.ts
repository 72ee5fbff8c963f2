import type { FailureClass } from "../run/errors.ts";

/** One kind of database: how its connection strings are read, and what its errors mean. */
export interface SqlDriver {
  readonly name: "sqlite" | "postgres" | "mysql";
  /** Schemes of its connection strings. */
  readonly schemes: readonly string[];
  /** What holds of its connections whatever the settings say. */
  readonly pool?: PoolSettings;
  /** Reads a connection string; throws a BadConnectionString, which repeats nothing of it. Nothing is connected yet. */
  parse(text: string): Connect;
  /** What an error of this driver means to the user. */
  describe(error: unknown): Problem;
}

/** How many connections there may be, and how long they may take and rest. */
export interface PoolSettings {
  /** Default 10. */
  readonly maxConnections?: number;
  /** Milliseconds to make a connection; default 10 s. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds that an unused connection is kept; default 30 s. */
  readonly idleTimeoutMs?: number;
}

/** Makes one connection; gives up with the signal's reason as soon as that is aborted. */
export type Connect = (signal: AbortSignal) => Promise<SqlSession>;

/** The class is infra where the database could not be asked, tool_runtime where it refused. */
export interface Problem {
  readonly failureClass: Extract<FailureClass, "infra" | "tool_runtime">;
  readonly message: string;
}

/** A connection string that cannot be used, in words without any part of it. */
export class BadConnectionString extends Error {}

/** One connection, used by one step at a time. */
export interface SqlSession {
  /** False when the connection is of no more use. */
  readonly usable: boolean;
  /** Runs one statement to its end. Rejects with the driver's error. */
  run(statement: Statement, signal: AbortSignal): Promise<Outcome>;
  /** Runs one statement, prepared once, with each of the parameters; `at` gets the index of the next. */
  runEach(batch: Batch, signal: AbortSignal): Promise<Outcome>;
  begin(signal: AbortSignal): Promise<void>;
  commit(signal: AbortSignal): Promise<void>;
  rollback(): Promise<void>;
  /** Stops the statement that runs, from another connection where it must be; `run` then rejects soon. */
  interrupt(): Promise<void>;
  /** Closes the connection; what it holds is freed even where the server does not answer. */
  close(): Promise<void>;
}

export interface Statement {
  readonly query: string;
  readonly params: Params;
  /** One row more is a failure; so are more than MOST_BYTES. */
  readonly maxRows: number;
}

export interface Batch extends Omit<Statement, "params"> {
  readonly each: readonly Params[];
  readonly at: (index: number) => void;
}

/** Values for `?` and `$1`, or by name where the database has names. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What a statement left: rows as lists in the order of the columns. */
export interface Outcome {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly rowsAffected: number;
  /** The key that the database made for the last row of an INSERT. */
  readonly lastInsertId: number | string | null;
}

/** What a statement without rows leaves. */
export const nothing: Outcome = { columns: [], rows: [], rowsAffected: 0, lastInsertId: null };

/** A statement gave more than it may. Class tool_runtime. */
export class TooMuch extends Error {}

export class TooManyRows extends TooMuch {
  constructor(maxRows: number) {
    super(`the query gave more than ${maxRows} rows (maxRows); add a LIMIT or raise maxRows`);
  }
}

/** Bytes that the rows of a statement, or of a batch, may have: what is allowed for answers and output elsewhere. */
export const MOST_BYTES = 64 * 2 ** 20;

export class TooManyBytes extends TooMuch {
  constructor() {
    super("the query gave more than 64 MiB; add a LIMIT or name fewer columns");
  }
}

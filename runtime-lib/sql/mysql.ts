import type { Duplex } from "node:stream";
import type { Connection, ConnectionOptions } from "mysql2";
import { networkProblem } from "../run/network-problem.ts";
import {
  type Batch,
  type Connect,
  type Outcome,
  type Params,
  type Problem,
  type SqlDriver,
  type SqlSession,
  type Statement,
  TooManyRows,
  TooMuch,
} from "./driver.ts";
import { type MysqlField, mysqlValue } from "./mysql-types.ts";
import { readMysqlUrl } from "./mysql-url.ts";
import { plainParameter, positional } from "./values.ts";
import { INTERRUPT_LIMIT, ProtocolError, Wire } from "./wire.ts";

/** MySQL and MariaDB, through mysql2. */
export const mysql: SqlDriver = {
  name: "mysql",
  schemes: ["mysql:", "mariadb:"],
  parse: (text) => connector(readMysqlUrl(text)),
  describe,
};

type Library = typeof import("mysql2");

function connector(options: ConnectionOptions): Connect {
  return async (signal) => {
    const { default: library } = (await import("mysql2")) as unknown as { default: Library };
    return MysqlSession.open(library, options, signal);
  };
}

/** Rows as lists, values as they are until mysql-types.ts, and no code made at run time. */
const fixed: ConnectionOptions = {
  rowsAsArray: true,
  disableEval: true,
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  // The pool's own limit counts, see `signal`.
  connectTimeout: 0x7fffffff,
};

class MysqlSession implements SqlSession {
  readonly #library: Library;
  readonly #options: ConnectionOptions;
  readonly #connection: LibraryConnection;
  readonly #wire = new Wire((error) => (error instanceof TooMuch ? this.#stop(error) : this.#lose(error)));
  #usable = true;
  /** Of the statement that runs. */
  #fail: ((error: Error) => void) | undefined;
  /** Why nobody wants the rest of its rows. */
  #stopped: TooMuch | undefined;

  private constructor(library: Library, options: ConnectionOptions) {
    this.#library = library;
    this.#options = options;
    this.#connection = library.createConnection({ ...options, ...fixed }) as unknown as LibraryConnection;
    const { packetParser: parser } = this.#connection;
    const { take } = this.#wire;
    // It takes the place of its own functions while it reads.
    this.#connection.packetParser = { execute: (bytes) => take(bytes, (piece) => parser.execute(piece)) };
    // A lost connection does not report to the statement that runs.
    this.#connection.on("error", (error) => this.#lose(Object.assign(error, { fatal: true })));
    this.#connection.on("end", () => this.#lose(closed()));
  }

  static open(library: Library, options: ConnectionOptions, signal: AbortSignal): Promise<MysqlSession> {
    signal.throwIfAborted();
    const session = new MysqlSession(library, options);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => session.#lose(signal.reason);
      signal.addEventListener("abort", giveUp, { once: true });
      session.#fail = (error) => {
        signal.removeEventListener("abort", giveUp);
        session.#connection.stream.destroy();
        reject(signal.aborted ? signal.reason : new ConnectError(error));
      };
      session.#connection.connect((error) => {
        if (error !== null) return session.#lose(error);
        signal.removeEventListener("abort", giveUp);
        session.#fail = undefined;
        resolve(session);
      });
    });
  }

  get usable(): boolean {
    return this.#usable;
  }

  run({ query, params, maxRows }: Statement): Promise<Outcome> {
    this.#wire.begin();
    return this.#statement(query, params, maxRows);
  }

  /** The library keeps prepared statements by their text. */
  async runEach({ query, each, maxRows, at }: Batch, signal: AbortSignal): Promise<Outcome> {
    this.#wire.begin();
    const rows: (readonly unknown[])[] = [];
    let last: Outcome | undefined;
    let rowsAffected = 0;
    for (const [index, params] of each.entries()) {
      at(index);
      signal.throwIfAborted();
      last = await this.#statement(query, params, maxRows - rows.length);
      rowsAffected += last.rowsAffected;
      rows.push(...last.rows);
    }
    return { columns: last?.columns ?? [], rows, rowsAffected, lastInsertId: last?.lastInsertId ?? null };
  }

  async begin(): Promise<void> {
    await this.run({ query: "START TRANSACTION", params: [], maxRows: 0 });
  }

  async commit(): Promise<void> {
    await this.run({ query: "COMMIT", params: [], maxRows: 0 });
  }

  async rollback(): Promise<void> {
    await this.run({ query: "ROLLBACK", params: [], maxRows: 0 });
  }

  async interrupt(): Promise<void> {
    this.#usable = false;
    const { threadId } = this.#connection;
    const signal = AbortSignal.timeout(INTERRUPT_LIMIT);
    const other = await MysqlSession.open(this.#library, this.#options, signal);
    signal.addEventListener("abort", () => other.#lose(signal.reason), { once: true });
    try {
      await other.run({ query: `KILL QUERY ${Number(threadId)}`, params: [], maxRows: 0 });
    } finally {
      await other.close();
    }
  }

  async close(): Promise<void> {
    if (!this.#usable || this.#fail !== undefined) return this.#lose(closed());
    this.#usable = false;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<unknown>((resolve) => {
      timer = setTimeout(resolve, 500);
      this.#connection.end(resolve);
    });
    clearTimeout(timer);
    this.#connection.stream.destroy();
  }

  /** The connection is of no more use, and who waits for it must not wait any longer. */
  #lose(error: Error): void {
    this.#usable = false;
    this.#connection.stream.destroy();
    this.#fail?.(error);
    this.#fail = undefined;
  }

  /** Nothing more is read, the statement is ended on the server, and the connection with it. */
  #stop(reason: TooMuch): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#connection.stream.pause();
    this.interrupt()
      .catch(() => undefined)
      .finally(() => this.#lose(reason));
  }

  /** With parameters as a prepared statement, so that they travel beside the text; without, as the text it is. */
  #statement(query: string, params: Params, maxRows: number): Promise<Outcome> {
    const values = positional(params, "?").map((value) => toMysql(value, this.#library));
    const rows: (readonly unknown[])[] = [];
    let fields: readonly MysqlField[] = [];
    let outcome: Partial<Outcome> = {};
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#fail = undefined;
        reject(this.#stopped ?? error);
      };
      this.#fail = fail;
      const running = values.length === 0 ? this.#connection.query(query) : this.#connection.execute(query, values);
      running.on("fields", (found: readonly MysqlField[] | undefined) => {
        fields = found ?? [];
      });
      running.on("result", (row: Header | readonly unknown[]) => {
        if (this.#stopped !== undefined) return;
        if (!isRow(row)) outcome = { rowsAffected: row.affectedRows, lastInsertId: row.insertId || null };
        else if (rows.length < maxRows) rows.push(row.map((value, index) => mysqlValue(value, fields[index])));
        else this.#stop(new TooManyRows(maxRows));
      });
      running.on("error", fail);
      running.on("end", () => {
        if (this.#stopped !== undefined) return;
        this.#fail = undefined;
        const columns = fields.map(({ name }) => name);
        resolve({ columns, rows, rowsAffected: 0, lastInsertId: null, ...outcome });
      });
    });
  }
}

/** What the library hides of its connection. */
interface LibraryConnection extends Connection {
  /** Of before TLS, then that of TLS. */
  readonly stream: Duplex;
  packetParser: { execute(bytes: Uint8Array): void };
}

/** What is there instead of rows. */
interface Header {
  readonly affectedRows: number;
  readonly insertId: number;
}

function isRow(row: Header | readonly unknown[]): row is readonly unknown[] {
  return Array.isArray(row);
}

/** Whole numbers go as such: a JavaScript number alone would be a DOUBLE, which LIMIT does not take. */
function toMysql(value: unknown, library: Library): string | number | boolean | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    return library.TypedParameter.LONGLONG(value) as unknown as number;
  }
  return plainParameter(value, false) as string | number | boolean | null;
}

function closed(): Error {
  return Object.assign(new Error("the connection was closed"), { fatal: true });
}

/** Whatever goes wrong before there is a connection is infra. */
class ConnectError extends Error {
  constructor(cause: unknown) {
    super("no connection", { cause });
  }
}

/**
 * Numbers of errors that are not about the statement: too many connections, disk full, shutdown, lock wait timeout,
 * deadlock, lost connections, read-only server (https://mariadb.com/kb/en/mariadb-error-codes/).
 */
const infrastructure: ReadonlySet<number> = new Set([
  1021, 1023, 1026, 1037, 1038, 1040, 1041, 1053, 1077, 1079, 1114, 1129, 1130, 1152, 1158, 1159, 1160, 1161, 1184,
  1203, 1205, 1206, 1213, 1226, 1290, 1836, 1927, 3101, 4031,
]);

function describe(error: unknown): Problem {
  if (error instanceof ConnectError) return { failureClass: "infra", message: describe(error.cause).message };
  if (error instanceof ProtocolError) return { failureClass: "infra", message: error.message };
  const { message, errno = 0, code = "", fatal, sqlMessage } = error as Details;
  const network = networkProblem(error);
  if (network !== undefined) return { failureClass: "infra", message: network };
  if (code === "PROTOCOL_CONNECTION_LOST") return { failureClass: "infra", message: "the connection was lost" };
  const failureClass = fatal === true || infrastructure.has(errno) ? "infra" : "tool_runtime";
  return { failureClass, message: sqlMessage === undefined ? message : `${sqlMessage} (${errno})` };
}

interface Details extends Error {
  readonly code?: string;
  readonly errno?: number;
  /** The connection is lost. */
  readonly fatal?: boolean;
  readonly sqlMessage?: string;
}

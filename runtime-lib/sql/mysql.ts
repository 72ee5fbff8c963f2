import type { Connection, ConnectionOptions } from "mysql2";
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
} from "./driver.ts";
import { type MysqlField, mysqlValue } from "./mysql-types.ts";
import { readMysqlUrl } from "./mysql-url.ts";
import { networkProblem } from "./network.ts";
import { plainParameter, positional } from "./values.ts";

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
  readonly #connection: Connection;
  #usable = true;
  /** Of the statement that runs. */
  #fail: ((error: Error) => void) | undefined;

  private constructor(library: Library, options: ConnectionOptions) {
    this.#library = library;
    this.#options = options;
    this.#connection = library.createConnection({ ...options, ...fixed });
    // A lost connection does not tell the statement that runs.
    this.#connection.on("error", (error) => this.#lose(error));
    this.#connection.on("end", () => this.#lose(new Error("the connection was closed")));
  }

  static open(library: Library, options: ConnectionOptions, signal: AbortSignal): Promise<MysqlSession> {
    signal.throwIfAborted();
    const session = new MysqlSession(library, options);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        session.#connection.destroy();
        reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      session.#connection.connect((error) => {
        signal.removeEventListener("abort", giveUp);
        if (error === null) return resolve(session);
        session.#connection.destroy();
        reject(new ConnectError(error));
      });
    });
  }

  get usable(): boolean {
    return this.#usable;
  }

  run({ query, params, maxRows }: Statement): Promise<Outcome> {
    return this.#statement(query, params, maxRows);
  }

  /** The library keeps prepared statements by their text. */
  async runEach({ query, each, maxRows, at }: Batch, signal: AbortSignal): Promise<Outcome> {
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
    await this.#statement("START TRANSACTION", [], 0);
  }

  async commit(): Promise<void> {
    await this.#statement("COMMIT", [], 0);
  }

  async rollback(): Promise<void> {
    await this.#statement("ROLLBACK", [], 0);
  }

  async interrupt(): Promise<void> {
    this.#usable = false;
    const { threadId } = this.#connection;
    const other = await MysqlSession.open(this.#library, this.#options, AbortSignal.timeout(2_000));
    try {
      await other.#statement(`KILL QUERY ${Number(threadId)}`, [], 0);
    } finally {
      await other.close();
    }
  }

  close(): Promise<void> {
    const broken = !this.#usable || this.#fail !== undefined;
    this.#lose(new Error("the connection was closed"));
    return new Promise((resolve) => {
      if (broken) {
        this.#connection.destroy();
        return resolve();
      }
      const finish = (): void => {
        clearTimeout(timer);
        this.#connection.destroy();
        resolve();
      };
      const timer = setTimeout(finish, 500);
      this.#connection.end(finish);
    });
  }

  #lose(error: Error): void {
    this.#usable = false;
    this.#fail?.(Object.assign(error, { fatal: true }));
  }

  /** With parameters as a prepared statement, so that they travel beside the text; without, as the text it is. */
  #statement(query: string, params: Params, maxRows: number): Promise<Outcome> {
    const values = positional(params, "?").map((value) => toMysql(value, this.#library));
    const rows: (readonly unknown[])[] = [];
    let fields: readonly MysqlField[] = [];
    let outcome: Partial<Outcome> = {};
    let tooMany: TooManyRows | undefined;
    return new Promise((resolve, reject) => {
      const running = values.length === 0 ? this.#connection.query(query) : this.#connection.execute(query, values);
      const fail = (error: unknown): void => {
        this.#fail = undefined;
        reject(tooMany ?? error);
      };
      this.#fail = fail;
      running.on("fields", (found: readonly MysqlField[] | undefined) => {
        fields = found ?? [];
      });
      running.on("result", (row: Header | readonly unknown[]) => {
        if (!isRow(row)) outcome = { rowsAffected: row.affectedRows, lastInsertId: row.insertId || null };
        else if (rows.length < maxRows) rows.push(row.map((value, index) => mysqlValue(value, fields[index])));
        else if (tooMany === undefined) {
          // Nobody wants the rest of them.
          tooMany = new TooManyRows(maxRows);
          this.interrupt().catch(() => this.close());
        }
      });
      running.on("error", fail);
      running.on("end", () => {
        if (tooMany !== undefined) return fail(tooMany);
        this.#fail = undefined;
        const columns = fields.map(({ name }) => name);
        resolve({ columns, rows, rowsAffected: 0, lastInsertId: null, ...outcome });
      });
    });
  }
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

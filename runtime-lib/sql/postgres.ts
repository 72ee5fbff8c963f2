import type { Duplex } from "node:stream";
import type { ClientConfig, Client as PgClient } from "pg";
import {
  BadConnectionString,
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
import { networkProblem } from "./network.ts";
import { parserOf } from "./postgres-types.ts";
import { plainParameter, positional } from "./values.ts";

/** PostgreSQL, through pg. */
export const postgres: SqlDriver = {
  name: "postgres",
  schemes: ["postgres:", "postgresql:"],
  parse(text) {
    if (!URL.canParse(text)) throw new BadConnectionString("is no URL: postgres://USER:PASSWORD@HOST:PORT/DATABASE");
    return connector(text);
  },
  describe,
};

interface Library {
  readonly Client: typeof PgClient;
  readonly Query: typeof import("pg").Query;
  readonly parseArray: (text: string, parse: (element: string) => unknown) => unknown[];
}

/** Loaded with the first connection. */
async function load(): Promise<Library> {
  const { default: pg } = await import("pg");
  const { arrayParser } = pg.types as unknown as {
    arrayParser: { create(...args: unknown[]): { parse(): unknown[] } };
  };
  return { Client: pg.Client, Query: pg.Query, parseArray: (text, parse) => arrayParser.create(text, parse).parse() };
}

function connector(url: string): Connect {
  // sslmode as libpq reads it; otherwise the library warns on standard error.
  const connectionString = `${url}${url.includes("?") ? "&" : "?"}uselibpqcompat=true`;
  return async (signal) => {
    const library = await load();
    const types = { getTypeParser: (oid: number) => parserOf(oid, library.parseArray) };
    const config = { fallback_application_name: "flowc", connectionString, types: types as unknown as Types };
    return PostgresSession.open({ library, config }, signal);
  };
}

type Types = NonNullable<ClientConfig["types"]>;

interface Access {
  readonly library: Library;
  readonly config: ClientConfig;
}

/** Reads the connection string, and the certificates that it names. */
function makeClient({ library, config }: Access): PgClient {
  try {
    return new library.Client(config);
  } catch (error) {
    throw new ConnectError(error);
  }
}

class PostgresSession implements SqlSession {
  readonly #access: Access;
  readonly #client: PgClient;
  readonly #socket: Duplex;
  #usable = true;
  #name = 0;

  private constructor(access: Access, client: PgClient) {
    this.#access = access;
    this.#client = client;
    this.#socket = client.connection.stream;
    client.on("error", () => {
      this.#usable = false;
    });
    client.on("end", () => {
      this.#usable = false;
    });
  }

  static async open(access: Access, signal: AbortSignal): Promise<PostgresSession> {
    signal.throwIfAborted();
    const session = new PostgresSession(access, makeClient(access));
    const giveUp = (): void => void session.#socket.destroy();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await session.#client.connect();
      return session;
    } catch (error) {
      giveUp();
      signal.throwIfAborted();
      throw new ConnectError(error);
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  get usable(): boolean {
    return this.#usable;
  }

  run(statement: Statement): Promise<Outcome> {
    return this.#query(statement, undefined);
  }

  async runEach({ query, each, maxRows, at }: Batch, signal: AbortSignal): Promise<Outcome> {
    this.#name += 1;
    const rows: (readonly unknown[])[] = [];
    let last: Outcome | undefined;
    let rowsAffected = 0;
    for (const [index, params] of each.entries()) {
      at(index);
      signal.throwIfAborted();
      last = await this.#query({ query, params, maxRows: maxRows - rows.length }, `flowc${this.#name}`);
      rowsAffected += last.rowsAffected;
      rows.push(...last.rows);
    }
    return { columns: last?.columns ?? [], rows, rowsAffected, lastInsertId: null };
  }

  async begin(): Promise<void> {
    await this.#client.query("BEGIN");
  }

  /** COMMIT of a transaction that a statement has broken is a ROLLBACK, and says so only by its name. */
  async commit(): Promise<void> {
    const { command } = await this.#client.query("COMMIT");
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
  }

  async rollback(): Promise<void> {
    await this.#client.query("ROLLBACK");
  }

  async interrupt(): Promise<void> {
    this.#usable = false;
    const { processID } = this.#client as PgClient & { readonly processID: number };
    const other = await PostgresSession.open(this.#access, AbortSignal.timeout(2_000));
    try {
      await other.#client.query("SELECT pg_cancel_backend($1)", [processID]);
    } finally {
      await other.close();
    }
  }

  async close(): Promise<void> {
    this.#usable = false;
    const timer = setTimeout(() => this.#socket.destroy(), 500);
    await this.#client.end().finally(() => clearTimeout(timer));
  }

  #query({ query, params, maxRows }: Statement, name: string | undefined): Promise<Outcome> {
    const values = positional(params as Params, "$1").map((value) => plainParameter(value, true));
    const config = {
      text: query,
      values,
      rowMode: "array",
      queryMode: "extended",
      ...(name === undefined ? {} : { name }),
    };
    const rows: (readonly unknown[])[] = [];
    let tooMany: TooManyRows | undefined;
    return new Promise((resolve, reject) => {
      const running = this.#client.query(new this.#access.library.Query(config));
      running.on("row", (row) => {
        if (rows.length < maxRows) rows.push(row as unknown as readonly unknown[]);
        else if (tooMany === undefined) {
          // Nobody wants the rest of them.
          tooMany = new TooManyRows(maxRows);
          this.interrupt().catch(() => this.#socket.destroy());
        }
      });
      running.on("error", (error) => reject(tooMany ?? error));
      running.on("end", ({ command, rowCount, fields }) => {
        const rowsAffected = changes.has(command) ? (rowCount ?? 0) : 0;
        if (tooMany !== undefined) reject(tooMany);
        else resolve({ columns: fields.map((field) => field.name), rows, rowsAffected, lastInsertId: null });
      });
    });
  }
}

const changes: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"]);

/** Whatever goes wrong before there is a connection is infra. */
class ConnectError extends Error {
  constructor(cause: unknown) {
    super("no connection", { cause });
  }
}

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const infrastructure = /^(?:08|53|57P|58|F0|XX|40001|40P01|55P03|25P03)/;

function describe(error: unknown): Problem {
  if (error instanceof ConnectError) return { failureClass: "infra", message: describe(error.cause).message };
  const { message, code = "" } = error as Error & { readonly code?: string };
  const network = networkProblem(error);
  if (network !== undefined) return { failureClass: "infra", message: network };
  const state = /^[0-9A-Z]{5}$/.test(code) ? code : "";
  const lost = state === "" && /^(?:Connection terminated|Client (?:was closed|has encountered))/.test(message);
  const failureClass = lost || infrastructure.test(state) ? "infra" : "tool_runtime";
  return { failureClass, message: state === "" ? message : `${message} (${state})` };
}

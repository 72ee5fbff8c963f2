import type { Duplex } from "node:stream";
import type { ClientConfig, Client as PgClient } from "pg";
import { networkProblem } from "../run/network-problem.ts";
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
  TooMuch,
} from "./driver.ts";
import { PostgresFrames } from "./postgres-frames.ts";
import { parserOf } from "./postgres-types.ts";
import { plainParameter, positional } from "./values.ts";
import { INTERRUPT_LIMIT, ProtocolError, Wire } from "./wire.ts";

/** PostgreSQL, through pg. */
export const postgres: SqlDriver = {
  name: "postgres",
  schemes: ["postgres:", "postgresql:"],
  parse(text) {
    if (!URL.canParse(text))
      throw new BadConnectionString("is not a URL like postgres://USER:PASSWORD@HOST:PORT/DATABASE");
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
  readonly #wire = new Wire((error) => (error instanceof TooMuch ? this.#stop(error) : this.#lose(error)));
  #usable = true;
  #name = 0;
  /** Of the statement that runs. */
  #fail: ((error: unknown) => void) | undefined;
  /** Why nobody wants the rest of its rows. */
  #stopped: TooMuch | undefined;

  private constructor(access: Access, client: PgClient) {
    this.#access = access;
    this.#client = client;
    guardSockets(client.connection, this.#wire);
    client.on("error", (error) => this.#lose(error));
    client.on("end", () => this.#lose(new Error("Connection terminated unexpectedly")));
  }

  static async open(access: Access, signal: AbortSignal): Promise<PostgresSession> {
    signal.throwIfAborted();
    const session = new PostgresSession(access, makeClient(access));
    const giveUp = (): void => session.#lose(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await new Promise<unknown>((resolve, reject) => {
        session.#fail = reject;
        session.#client.connect().then(resolve, reject);
      });
      session.#fail = undefined;
      return session;
    } catch (error) {
      session.#lose(error);
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
    this.#wire.begin();
    return this.#query(statement, undefined);
  }

  async runEach({ query, each, maxRows, at }: Batch, signal: AbortSignal): Promise<Outcome> {
    this.#name += 1;
    this.#wire.begin();
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
    this.#wire.begin();
    await this.#client.query("BEGIN");
  }

  /** COMMIT of a transaction that a statement has broken is a ROLLBACK, and says so only by its name. */
  async commit(): Promise<void> {
    this.#wire.begin();
    const { command } = await this.#client.query("COMMIT");
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
  }

  async rollback(): Promise<void> {
    this.#wire.begin();
    await this.#client.query("ROLLBACK");
  }

  async interrupt(): Promise<void> {
    this.#usable = false;
    const { processID } = this.#client as PgClient & { readonly processID: number };
    const signal = AbortSignal.timeout(INTERRUPT_LIMIT);
    const other = await PostgresSession.open(this.#access, signal);
    signal.addEventListener("abort", () => other.#lose(signal.reason), { once: true });
    try {
      await other.run({ query: "SELECT pg_cancel_backend($1)", params: [processID], maxRows: 1 });
    } finally {
      await other.close();
    }
  }

  async close(): Promise<void> {
    if (!this.#usable || this.#fail !== undefined) return this.#lose(new Error("Connection terminated"));
    this.#usable = false;
    const timer = setTimeout(() => this.#client.connection.stream.destroy(), 500);
    await this.#client.end().finally(() => clearTimeout(timer));
  }

  /** The connection is of no more use, and who waits for it must not wait any longer. */
  #lose(error: unknown): void {
    this.#usable = false;
    this.#client.connection.stream.destroy();
    this.#fail?.(error);
    this.#fail = undefined;
  }

  /** Nothing more is read, the statement is ended on the server, and the connection with it. */
  #stop(reason: TooMuch): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#client.connection.stream.pause();
    this.interrupt()
      .catch(() => undefined)
      .finally(() => this.#lose(reason));
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
    return new Promise((resolve, reject) => {
      // Which statement it is, the session knows; what comes of one that was stopped, nobody wants to hear.
      const fail = (error: unknown): void => {
        this.#fail = undefined;
        reject(this.#stopped ?? error);
      };
      this.#fail = fail;
      const running = this.#client.query(new this.#access.library.Query(config));
      running.on("row", (row) => {
        if (this.#stopped !== undefined) return;
        if (rows.length < maxRows) rows.push(row as unknown as readonly unknown[]);
        else this.#stop(new TooManyRows(maxRows));
      });
      running.on("error", fail);
      running.on("end", ({ command, rowCount, fields }) => {
        if (this.#stopped !== undefined) return;
        this.#fail = undefined;
        const rowsAffected = changes.has(command) ? (rowCount ?? 0) : 0;
        resolve({ columns: fields.map((field) => field.name), rows, rowsAffected, lastInsertId: null });
      });
    });
  }
}

/** Has all that the sockets of a connection bring, before and after TLS, go over the wire. */
function guardSockets(connection: PgClient["connection"], wire: Wire): void {
  const guarded = connection as unknown as { attachListeners: (socket: Duplex) => void };
  const { attachListeners } = guarded;
  guarded.attachListeners = (socket) => {
    const frames = new PostgresFrames();
    attachListeners.call(connection, socket);
    for (const read of socket.listeners("data") as ((bytes: Uint8Array) => void)[]) {
      const readChecked = (bytes: Uint8Array): void => {
        frames.check(bytes);
        read(bytes);
      };
      socket.off("data", read);
      socket.on("data", (bytes: Uint8Array) => wire.take(bytes, readChecked));
    }
  };
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
  if (error instanceof ProtocolError) return { failureClass: "infra", message: error.message };
  const { message, code = "" } = error as Error & { readonly code?: string };
  const network = networkProblem(error);
  if (network !== undefined) return { failureClass: "infra", message: network };
  const state = /^[0-9A-Z]{5}$/.test(code) ? code : "";
  const lost = state === "" && /^(?:Connection terminated|Client (?:was closed|has encountered))/.test(message);
  const failureClass = lost || infrastructure.test(state) ? "infra" : "tool_runtime";
  return { failureClass, message: state === "" ? message : `${message} (${state})` };
}

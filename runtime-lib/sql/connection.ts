import { FlowError } from "../run/errors.ts";
import type { StepContext } from "../run/step-context.ts";
import { formatDuration } from "../run/timer.ts";
import { BadConnectionString, type Connect, type PoolSettings, type SqlDriver } from "./driver.ts";
import { Pool } from "./pool.ts";

/** One of `settings.sqlConnections`, as the emitted module has it. */
export interface SqlConnection extends PoolSettings {
  readonly name: string;
  /** The databases that its connection string may name. */
  readonly drivers: readonly SqlDriver[];
  /** The connection string; it holds a password, and nothing of it may get into a message. */
  url(step: StepContext): string;
}

/** A database as a run uses it. */
export interface OpenConnection {
  readonly name: string;
  readonly driver: SqlDriver;
  readonly pool: Pool;
}

/** The connection of this run, made known at its first use and closed at the end of the run. */
export function openConnection(step: StepContext, connection: SqlConnection): OpenConnection {
  const known = step.shared?.get(connection) as OpenConnection | undefined;
  if (known !== undefined) return known;
  const { name, drivers: _drivers, url: _url, ...settings } = connection;
  const { driver, connect } = readUrl(step, connection);
  const late = (milliseconds: number) =>
    new FlowError("infra", `database "${name}": no connection within ${formatDuration(milliseconds)}`);
  const opened = { name, driver, pool: new Pool(connect, { ...settings, ...driver.pool }, late) };
  step.shared?.set(connection, opened);
  step.atEnd?.(() => opened.pool.close());
  return opened;
}

/** Before anything runs: a connection string that cannot be read is class preflight. Connects to nothing. */
export function checkSqlConnection(step: StepContext, { connection }: { readonly connection: SqlConnection }): void {
  readUrl(step, connection);
}

function readUrl(
  step: StepContext,
  connection: SqlConnection,
): { readonly driver: SqlDriver; readonly connect: Connect } {
  const { name, drivers } = connection;
  const given = connection.url(step).trim();
  const text = step.effects?.connectionString?.(given, name) ?? given;
  const driver = drivers.find(({ schemes }) => schemes.some((scheme) => text.startsWith(scheme)));
  const refuse = (problem: string) =>
    new FlowError("preflight", `the connection string of the database "${name}" ${problem}`);
  if (text === "") throw refuse("is empty");
  if (driver === undefined) {
    const known = drivers.flatMap(({ schemes }) => schemes.map((scheme) => `${scheme}//`));
    throw refuse(`must start with ${known.join(", ")}`);
  }
  try {
    return { driver, connect: driver.parse(text) };
  } catch (error) {
    if (error instanceof BadConnectionString) throw refuse(error.message);
    throw error;
  }
}

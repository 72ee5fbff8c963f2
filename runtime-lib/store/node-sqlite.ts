import type * as Sqlite from "node:sqlite";
import { FlowError } from "../run/errors.ts";

/**
 * Node's own SQLite, loaded when it is first needed: no addon has to lie beside a bundle for it.
 * @throws FlowError preflight where this Node was built without it
 */
export function nodeSqlite(): typeof Sqlite {
  const { emitWarning } = process;
  // Nothing but events is on standard error under `--events`: no word of Node's that the module may change.
  process.emitWarning = () => undefined;
  try {
    const sqlite = process.getBuiltinModule("node:sqlite");
    if (sqlite === undefined) throw new FlowError("preflight", "this Node was built without SQLite, which keeps runs");
    return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
}

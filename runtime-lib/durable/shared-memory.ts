import { askMemory, invalid, type MemoryInputs, type MemoryRequest, type MemoryResult } from "../memory/request.ts";
import type { StepContext } from "../run/step-context.ts";
import { failureFrom } from "./failure.ts";
import { databasePool } from "./internals.ts";

/** Bytes of a value: PostgreSQL sends each as two characters, and a text has at most 2^29. */
const mostBytes = 250_000_000;

/**
 * The memory of runs on many machines, in the database that keeps them: what `dbPath` names is no file but a space of keys,
 * which all workers share. A store overwrites and is in the database when the promise resolves.
 * @throws FlowError validation for inputs, infra for the database
 */
export function sharedMemory(step: StepContext, inputs: MemoryInputs): Promise<MemoryResult> {
  return askMemory(step, inputs, { pathOf: (path) => path, perform });
}

async function perform({ action, key, value, path }: MemoryRequest): Promise<string | undefined> {
  const bytes = Buffer.from(value);
  if (bytes.length > mostBytes) throw invalid("memory 'value' is too large to be stored");
  try {
    if (action === "store") {
      await databasePool().query(store, [path, Buffer.from(key), bytes]);
      return undefined;
    }
    const { rows } = await databasePool().query<{ value: Buffer }>(retrieve, [path, Buffer.from(key)]);
    return rows[0]?.value.toString("utf8");
  } catch (thrown) {
    throw failureFrom(thrown);
  }
}

const store = `
INSERT INTO flowc.memory (space, key, value) VALUES ($1, $2, $3)
ON CONFLICT (space, sha256(key)) DO UPDATE SET value = excluded.value, updated_at = now()`;
const retrieve = "SELECT value FROM flowc.memory WHERE space = $1 AND sha256(key) = sha256($2)";

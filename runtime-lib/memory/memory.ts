import { join, resolve, sep } from "node:path";
import { FlowError } from "../run/errors.ts";
import { homeFolder } from "../run/home-folder.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import { databaseProblem, isLocked, whenUnlocked } from "../sqlite/locked.ts";
import { retrieveFrom, storeIn } from "./connections.ts";
import { UnfitFile } from "./content.ts";
import { storeTogether } from "./stores.ts";

/** The `with` map of a memory step, as its expressions gave it. Strings; numbers and bools become their text. */
export interface MemoryInputs {
  /** `store` (also when nil) or `retrieve`. */
  readonly action?: unknown;
  readonly key?: unknown;
  /** For `store` only; may be empty, but not nil. */
  readonly value?: unknown;
  /** Default `~/.flowc/memory.db`; a relative path starts at the working directory. */
  readonly dbPath?: unknown;
}

/**
 * Result of a memory step (service.md, Memory component). Only that of `retrieve` has a `value`, empty when not found;
 * the checker refuses to read it from any other.
 */
export interface MemoryResult {
  readonly success: boolean;
  readonly key: string;
  readonly value: string;
}

/**
 * Stores or retrieves one text by its key in an SQLite file that any number of processes may share. A store overwrites
 * and is on disk when the promise resolves. Waits up to 60 s for another process's lock, without blocking the thread.
 * Half a surrogate pair has no UTF-8 form and is refused rather than silently replaced. The file stays open for the next
 * run of this process.
 * @throws FlowError validation for inputs, infra for the file, preflight for a missing addon; the signal's reason
 */
export async function memory(step: StepContext, inputs: MemoryInputs): Promise<MemoryResult> {
  const request = readInputs(inputs);
  const { action, key } = request;
  const found = await throughEffects(step, { kind: "memory", request }, () => perform(step, request));
  if (action === "store") return { success: true, key } as MemoryResult;
  return { success: found !== undefined, key, value: found ?? "" };
}

/** What is stored under the key, where that is asked for. */
async function perform(step: StepContext, { action, key, value, path: own }: Request): Promise<string | undefined> {
  const { path = own, entries = [] } = step.effects?.memoryFile?.(own) ?? {};
  try {
    if (entries.length > 0) storeIn(path, entries);
    if (action === "retrieve") return await whenUnlocked(() => retrieveFrom(path, key), step.signal, LOCK_LIMIT);
    await storeTogether(path, { key, value }, step.signal, LOCK_LIMIT);
    return undefined;
  } catch (error) {
    throw explain(error, path);
  }
}

/** Milliseconds to wait for a lock. */
const LOCK_LIMIT = 60_000;

interface Request {
  readonly action: "store" | "retrieve";
  readonly key: string;
  /** Empty for `retrieve`. */
  readonly value: string;
  /** Absolute. */
  readonly path: string;
}

function readInputs(inputs: MemoryInputs): Request {
  const action = textOf("action", inputs.action) ?? "store";
  if (action !== "store" && action !== "retrieve") {
    throw invalid(`memory 'action' must be store or retrieve, got ${JSON.stringify(action)}`);
  }
  const key = textOf("key", inputs.key);
  if (key === undefined || key === "") throw invalid("memory 'key' is missing or empty");
  const value = action === "store" ? textOf("value", inputs.value) : "";
  if (value === undefined) throw invalid("memory 'value' is missing, and action store needs it");
  return { action, key, value, path: pathOf(textOf("dbPath", inputs.dbPath)) };
}

function textOf(name: keyof MemoryInputs, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object") {
    throw invalid(`memory '${name}' must be a string, got ${Array.isArray(value) ? "array" : "map"}; use json(...)`);
  }
  const text = String(value);
  if (/\p{Surrogate}/u.test(text)) throw invalid(`memory '${name}' is not valid Unicode: half of a surrogate pair`);
  return text;
}

/** SQLite drops white space around a file name, so it is dropped before anything else looks at it. */
function pathOf(given = "~/.flowc/memory.db"): string {
  const path = given.trim();
  if (path === "" || path === ":memory:" || path.includes("\0")) {
    throw invalid(`memory 'dbPath' must name a file, got ${JSON.stringify(given)}`);
  }
  if (path !== "~" && !path.startsWith("~/") && !path.startsWith(`~${sep}`)) return resolve(path);
  const home = homeFolder();
  if (home === undefined)
    throw new FlowError("infra", "memory cannot find a home folder for '~'; set HOME or 'dbPath'");
  return join(home, path.slice(2));
}

/** What a failed attempt means to the user. Anything that is not about the file stays as it is. */
function explain(error: unknown, path: string): unknown {
  if (isLocked(error)) {
    return new FlowError("infra", `memory database is locked by another process: ${path}`, { cause: error });
  }
  if (error instanceof RangeError) return invalid("memory 'value' is too large to be stored");
  const problem = error instanceof UnfitFile ? error.message : databaseProblem(error);
  if (problem === undefined) return error;
  return new FlowError("infra", `memory database ${path} cannot be used: ${problem}`, { cause: error });
}

function invalid(message: string): FlowError {
  return new FlowError("validation", message);
}

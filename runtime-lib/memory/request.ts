import { FlowError } from "../run/errors.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";

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

/** What a memory step asks for. */
export interface MemoryRequest {
  readonly action: "store" | "retrieve";
  readonly key: string;
  /** Empty for `retrieve`. */
  readonly value: string;
  /** What holds it: a file, by its absolute path, or what else the path names. */
  readonly path: string;
}

/** Stores, or gives what is stored under the key, where that is asked for and there is something. */
type Perform = (request: MemoryRequest) => Promise<string | undefined>;

/** A memory step whose request is answered by `perform`; `pathOf` says what a path without white space around it names. */
export async function askMemory(
  step: StepContext,
  inputs: MemoryInputs,
  { pathOf, perform }: { readonly pathOf: (path: string) => string; readonly perform: Perform },
): Promise<MemoryResult> {
  const { dbPath, ...asked } = readInputs(inputs);
  const path = dbPath.trim();
  if (path === "" || path === ":memory:" || path.includes("\0"))
    throw invalid(`memory 'dbPath' must name a file, got ${JSON.stringify(dbPath)}`);
  const request = { ...asked, path: pathOf(path) };
  const { action, key } = request;
  const found = await throughEffects(step, { kind: "memory", request }, () => perform(request));
  if (action === "store") return { success: true, key } as MemoryResult;
  return { success: found !== undefined, key, value: found ?? "" };
}

function readInputs(inputs: MemoryInputs): Omit<MemoryRequest, "path"> & { readonly dbPath: string } {
  const action = textOf("action", inputs.action) ?? "store";
  if (action !== "store" && action !== "retrieve") {
    throw invalid(`memory 'action' must be store or retrieve, got ${JSON.stringify(action)}`);
  }
  const key = textOf("key", inputs.key);
  if (key === undefined || key === "") throw invalid("memory 'key' is missing or empty");
  const value = action === "store" ? textOf("value", inputs.value) : "";
  if (value === undefined) throw invalid("memory 'value' is missing, and action store needs it");
  return { action, key, value, dbPath: textOf("dbPath", inputs.dbPath) ?? "~/.flowc/memory.db" };
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

/** A step that asks for what cannot be. */
export function invalid(message: string): FlowError {
  return new FlowError("validation", message);
}

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { wallTime } from "./effects.ts";
import { FlowError, Refusal } from "./errors.ts";
import type { Arguments } from "./state.ts";
import type { Step } from "./step.ts";
import { isMap, typeOf } from "./values.ts";

/** An argument of the call, where the resource is a tool that was called; else the input of that name. */
export function argument<Value = unknown>(step: Step, name: string): Value {
  return ((step.inputs as Arguments)[name] ?? null) as Value;
}

/** `get('body')`, `get('query')`, `get('headers')`; without a request the inputs stand for the body. */
export function request({ run, inputs }: Step, part: "body" | "query" | "headers"): unknown {
  if (part === "body") return run.request === undefined ? inputs : (run.request.body ?? null);
  return run.request?.[part] ?? {};
}

/** `get('body')` where a field of it is read. Throws validation for a body that has none. */
export function bodyFields(step: Step): Readonly<Record<string, unknown>> {
  const body = request(step, "body");
  if (isMap(body)) return body;
  const found = body === null ? "found none" : `found ${typeOf(body)}`;
  throw new Refusal("validation", `the body must be a JSON object, ${found}`);
}

/** `get('file')` and its parts; nil where no file was given. Throws infra for one that cannot be read. */
export function file({ run }: Step, part: "content" | "filepath" | "filetype"): string | null {
  if (run.file === undefined) return null;
  if (part === "filepath") return run.file.path;
  if (part === "filetype") return run.file.type;
  try {
    const { path } = run.file;
    return run.effects?.readFile
      ? Buffer.from(run.effects.readFile(path)).toString("utf8")
      : readFileSync(path, "utf8");
  } catch (error) {
    throw new FlowError("infra", `cannot read the file ${run.file.path}`, { cause: error });
  }
}

/** An environment variable that was set when the run started. */
export function env(step: Step, name: string): string {
  return optionalEnv(step, name) ?? "";
}

/** An environment variable; nil where it is not set. */
export function optionalEnv({ run }: Step, name: string): string | null {
  const value = run.environment[name];
  if (value === undefined) return null;
  run.secrets.add(value, name);
  return value;
}

/** esbuild define: true in the script of an executable. */
declare const FLOWC_EXECUTABLE: boolean;

/** `info('dir')`: the folder of the workflow's files under `flowc run`, else that of the bundle or the executable. */
export function folder({ run }: Step, moduleUrl: string): string {
  if (run.folder !== undefined) return run.folder;
  const isExecutable = typeof FLOWC_EXECUTABLE !== "undefined" && FLOWC_EXECUTABLE;
  return dirname(isExecutable ? process.execPath : fileURLToPath(moduleUrl));
}

/** A fact about the run (spec section 3, info). */
export function info({ run }: Step, name: string): string | null {
  const { definition, id, request: given } = run;
  if (name === "timestamp") return new Date(wallTime(run)).toISOString();
  if (name === "id" || name === "runId") return id;
  if (name === "workflowId") return definition.name;
  if (name === "version") return definition.version ?? null;
  return name === "method" || name === "path" || name === "ip" ? (given?.[name] ?? null) : null;
}

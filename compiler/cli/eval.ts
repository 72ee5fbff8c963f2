import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { type CompiledExpression, compileExpression, type Scope } from "../compile-expression.ts";
import { formatText } from "../report/text.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { evalSpec } from "./command-table/eval.ts";
import { type Context, print, say, UsageError, wantsColor } from "./context.ts";

/** What became of one expression, as `--batch` answers it. */
type Answer =
  | { readonly value: unknown }
  | { readonly error: { readonly stage: "compile" | "run"; readonly message: string } };

/** `flowc eval EXPR`: one expression over the variables of `--scope`, or with `--batch` one for each line of input. */
export const evaluate: Command = async (argv, context) => {
  const { values, positionals } = readArguments(evalSpec, argv);
  const [text] = positionals;
  const scope = values.scope === undefined ? {} : readScope(values.scope, context);
  const runtime = await import(pathToFileURL(resolve(context.packageFolder, "runtime", "index.js")).href);
  if (values.batch) {
    if (text !== undefined) throw new UsageError("eval takes an expression or --batch, not both");
    return batch(scope, runtime);
  }
  if (text === undefined) throw new UsageError("eval needs one expression, in quotes");
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "problems") {
    say(formatText(compiled.diagnostics, wantsColor()));
    return 1;
  }
  const answer = run(compiled, scope, runtime);
  if ("error" in answer) {
    say(`error: ${answer.error.message}`);
    return 1;
  }
  await print(JSON.stringify(answer.value ?? null));
  return 0;
};

/** Reads `{"expr": …, "scope": {…}}` lines; each is answered by a line, in order, whatever it holds. */
async function batch(scope: Scope, runtime: unknown): Promise<number> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== "") await print(JSON.stringify(answerLine(line, scope, runtime)));
  }
  return 0;
}

function answerLine(line: string, shared: Scope, runtime: unknown): Answer {
  let request: { readonly expr?: unknown; readonly scope?: unknown } | null;
  try {
    request = JSON.parse(line);
  } catch {
    return compileError("the line is not JSON");
  }
  if (typeof request?.expr !== "string") return compileError('the line needs "expr", a text');
  if (request.scope !== undefined && !isScope(request.scope)) return compileError('"scope" must be a JSON object');
  const scope = { ...shared, ...request.scope };
  const compiled = compileExpression(request.expr, scope);
  if (compiled.kind === "script") return run(compiled, scope, runtime);
  const [first] = compiled.diagnostics;
  return compileError(first === undefined ? "" : `${first.message} [${first.code}]`);
}

/** Runs the compiled body. Here, in the compiler, code is made from text; no bundle ever does that. */
function run({ body }: Extract<CompiledExpression, { kind: "script" }>, scope: Scope, runtime: unknown): Answer {
  try {
    const value: unknown = new Function("flow", "step", "scope", body)(runtime, stepOf(scope), scope);
    return { value: value ?? null };
  } catch (error) {
    return { error: { stage: "run", message: error instanceof Error ? error.message : String(error) } };
  }
}

/** What accessors read where there is no run: inputs are the scope, everything else is not there. */
function stepOf(scope: Scope): object {
  const env = (name: string): string | null => process.env[name] ?? null;
  const read = (values: Scope, name: string | symbol): unknown =>
    Object.hasOwn(values, name) ? values[String(name)] : null;
  return {
    inputs: new Proxy(scope, { get: read }),
    names: {},
    results: {},
    request: () => scope,
    file: () => null,
    env,
    optionalEnv: env,
    info: () => null,
  };
}

function compileError(message: string): Answer {
  return { error: { stage: "compile", message } };
}

function readScope(file: string, context: Context): Scope {
  let scope: unknown;
  try {
    scope = JSON.parse(readFileSync(resolve(context.workingFolder, file), "utf8"));
  } catch (error) {
    throw new UsageError(error instanceof SyntaxError ? `${file} is not JSON` : `cannot read ${file}`);
  }
  if (isScope(scope)) return scope;
  throw new UsageError(`${file} must hold a JSON object`);
}

function isScope(value: unknown): value is Scope {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

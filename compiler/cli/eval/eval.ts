import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { isTooDeep, parseJson, TooDeep, tooDeep } from "../../../runtime-lib/run/depth.ts";
import { toFlowError } from "../../../runtime-lib/run/errors.ts";
import { readBytes, UnreadableFile } from "../../1-load/read-file.ts";
import { type CompiledExpression, compileExpression, type Scope } from "../../compile-expression.ts";
import { evalSpec } from "../command-table/eval.ts";
import { readArguments } from "../shared/arguments.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { runScript, type ScriptScope } from "../shared/run-script.ts";

/** What became of one expression, as `--batch` answers it. */
type Answer =
  | { readonly value: unknown }
  | { readonly error: { readonly stage: "compile" | "run"; readonly message: string } };

/** `flowc eval EXPR`: one expression over the variables of `--scope`, or with `--batch` one for each line of input. */
export const evaluate: Command = async (argv, context) => {
  const { values, positionals } = readArguments(evalSpec, argv);
  const [text] = positionals;
  const scope = values.scope === undefined ? {} : readScope(values.scope, context);
  const { environment } = context;
  const runtime = await import(pathToFileURL(resolve(context.packageFolder, "runtime", "index.js")).href);
  if (values.batch) {
    if (text !== undefined) throw new UsageError("eval takes an expression or --batch, not both");
    return batch({ scope, runtime, environment }, context);
  }
  if (text === undefined) throw new UsageError("eval needs one expression, in quotes");
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "problems") {
    sayFindings(compiled.diagnostics, context);
    return 1;
  }
  const answer = run(compiled, { scope, runtime, environment });
  if ("error" in answer) {
    context.say(`error: ${answer.error.message}`);
    return 1;
  }
  await context.print(JSON.stringify(answer.value ?? null));
  return 0;
};

/** Reads `{"expr": …, "scope": {…}}` lines; each is answered by a line, in order, whatever it holds. */
async function batch(given: ScriptScope, { stdin, print }: Context): Promise<number> {
  for await (const line of createInterface({ input: stdin })) {
    if (line.trim() !== "") await print(JSON.stringify(answerLine(line, given)));
  }
  return 0;
}

function answerLine(line: string, given: ScriptScope): Answer {
  let request: { readonly expr?: unknown; readonly scope?: unknown } | null;
  try {
    request = parseJson(line) as typeof request;
  } catch (error) {
    return compileError(`the line ${error instanceof TooDeep ? tooDeep : "is not JSON"}`);
  }
  if (typeof request?.expr !== "string") return compileError('the line needs "expr", a text');
  if (request.scope !== undefined && !isScope(request.scope)) return compileError('"scope" must be a JSON object');
  const scope = { ...given.scope, ...request.scope };
  const compiled = compileExpression(request.expr, scope);
  if (compiled.kind === "script") return run(compiled, { ...given, scope });
  const [first] = compiled.diagnostics;
  return compileError(first === undefined ? "" : `${first.message} [${first.code}]`);
}

/** Runs the compiled body. */
function run({ body }: Extract<CompiledExpression, { kind: "script" }>, given: ScriptScope): Answer {
  try {
    const value = runScript(body, given);
    if (isTooDeep(value)) return { error: { stage: "run", message: `the value ${tooDeep}` } };
    return { value: value ?? null };
  } catch (error) {
    return { error: { stage: "run", message: toFlowError(error).message } };
  }
}

function compileError(message: string): Answer {
  return { error: { stage: "compile", message } };
}

function readScope(file: string, context: Context): Scope {
  let scope: unknown;
  try {
    scope = parseJson(readBytes(resolve(context.workingFolder, file)).toString("utf8"));
  } catch (error) {
    if (error instanceof TooDeep) throw new UsageError(`${file} ${tooDeep}`);
    throw new UsageError(
      error instanceof UnreadableFile ? `cannot read ${file}: ${error.message}` : `${file} is not JSON`,
    );
  }
  if (isScope(scope)) return scope;
  throw new UsageError(`${file} must hold a JSON object`);
}

function isScope(value: unknown): value is Scope {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

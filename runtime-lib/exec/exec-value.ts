import type { Validator } from "../run/definition.ts";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import { FlowError } from "../run/errors.ts";
import { schemaProblem } from "../run/schema-problem.ts";
import type { StepContext } from "../run/step-context.ts";
import { type ExecOptions, type ExecResult, exec } from "./exec.ts";

/** What the output of a process is. */
export interface OutputOptions {
  readonly output?: "json" | "lines" | "text";
  /** The output is held against it. */
  readonly outputSchema?: { readonly validate: Validator };
}

/** What a command left behind, and its stdout as the value that it should be. */
export interface ExecValueResult extends ExecResult {
  // biome-ignore lint/suspicious/noExplicitAny: what it is, only the run knows; emitted code reads its fields
  readonly value: any;
}

/** Runs a command as `exec` does. Output that is not what it should be is a FlowError of class tool_runtime. */
export async function execValue(step: StepContext, options: ExecOptions & OutputOptions): Promise<ExecValueResult> {
  const result = await exec(step, options);
  return { ...result, value: outputValue(result, options) };
}

/** The output of a process as the value that `output` says. Throws a FlowError (tool_runtime) where it cannot be read as one. */
export function outputValue(result: ExecResult, { output, outputSchema }: OutputOptions): unknown {
  const { stdout } = result;
  if (output === "lines") return stdout === "" ? [] : stdout.split(/\r?\n/);
  if (output !== "json") return stdout;
  const value = parsed(result);
  if (outputSchema === undefined || outputSchema.validate(value)) return value;
  throw failure(result, `does not fit the outputSchema: ${schemaProblem(outputSchema.validate)}`);
}

function parsed(result: ExecResult): unknown {
  try {
    return parseJson(result.stdout);
  } catch (error) {
    if (error instanceof TooDeep) throw failure(result, tooDeep);
    const { stdout } = result;
    const start = stdout.length > 80 ? `${stdout.slice(0, 79)}…` : stdout;
    throw failure(result, `is not JSON: ${stdout.trim() === "" ? "it is empty" : JSON.stringify(start)}`);
  }
}

function failure({ exitCode, stderr }: ExecResult, problem: string): FlowError {
  const code = exitCode === 0 ? "" : ` (exit code ${exitCode})`;
  return new FlowError("tool_runtime", `the output ${problem}${code}`, { exitCode, stderr });
}

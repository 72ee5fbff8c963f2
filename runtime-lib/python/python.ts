import { type ChildLimits, childResult, type ExecResult, endOf } from "../exec/exec.ts";
import { type OutputOptions, outputValue } from "../exec/exec-value.ts";
import type { Failure } from "../run/definition.ts";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import { FlowError } from "../run/errors.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import { traceVariables } from "../run/trace.ts";
import { json, text } from "../run/values.ts";
import { type Interpreter, preparePython } from "./environment.ts";

/** The `python` block of a resource, expressions filled in (spec section 4). */
export interface PythonOptions extends ChildLimits, OutputOptions {
  /** `sys.argv[0]`, and what tracebacks call the script where it has no `file`. */
  readonly name: string;
  /** The document in which the script stands line by line, and the line at which it begins, from 1. */
  readonly file?: string;
  readonly line?: number;
  readonly script: string;
  /** The dict `inputs` of the script. */
  readonly inputs?: unknown;
  /** `sys.argv[1:]`. */
  readonly args?: readonly string[];
  readonly workingDir?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What a script left behind: as a command does, and its stdout as a value where that is JSON. */
export interface PythonResult extends ExecResult {
  // biome-ignore lint/suspicious/noExplicitAny: what it is, only the run knows; emitted code reads its fields
  readonly value: any;
}

/**
 * Runs a Python script as `__main__`, like `exec` in all that is not Python: output, exit codes, limits, the process tree,
 * failures. The script and its inputs travel as data over standard input, which is empty for the script itself.
 */
export async function python(step: StepContext, options: PythonOptions): Promise<PythonResult> {
  const { name, file = name, line = 1, script, inputs, args = [], workingDir, env } = options;
  const { program, environment } =
    (step.shared?.get(preparePython) as Interpreter | undefined) ?? (await preparePython(step, {}));
  const spec = {
    program,
    args: ["-c", BOOTSTRAP, ...args],
    ownArgs: 2,
    shown: `${program} ${name}`,
    cwd: workingDir,
    env: { PYTHONIOENCODING: step.environment["PYTHONIOENCODING"] ?? "utf-8", ...environment, ...env },
    input: json({ name, file, line, script, inputs: inputs ?? {} }),
  };
  const end = await throughEffects(step, { kind: "python", request: options }, (context) =>
    endOf(step, { ...spec, env: { ...traceVariables(context), ...spec.env } }, options),
  );
  const result = childResult(end, spec, options);
  return { ...result, value: options.output === undefined ? parsed(result.stdout) : outputValue(result, options) };
}

export { preparePython };

/** The result of a script that failed and has a fallback. */
export function pythonFallback(value: unknown, failure: Failure) {
  return { value, stdout: text(value), stderr: failure.stderr, exitCode: failure.exitCode, success: false };
}

/** JSON as the value it is, all else as text. */
function parsed(stdout: string): unknown {
  try {
    return parseJson(stdout);
  } catch (error) {
    if (error instanceof TooDeep) throw new FlowError("tool_runtime", `the script printed JSON that ${tooDeep}`);
    return stdout;
  }
}

/**
 * Makes the script `__main__`: reads it, closes standard input behind it, and runs it under its file's name, with empty
 * lines ahead of it, so that line numbers are that file's. Tracebacks show its lines and nothing of this program.
 */
const BOOTSTRAP = `
import sys
def run():
    import json, linecache, os
    given = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = open(0)
    name, script = given["file"], "\\n" * (given["line"] - 1) + given["script"]
    sys.argv[0] = given["name"]
    linecache.cache[name] = (len(script), None, script.splitlines(True), name)
    def show(kind, error, trace):
        import traceback
        traceback.print_exception(kind, error, trace and trace.tb_next and trace.tb_next.tb_next)
    sys.excepthook = show
    scope = sys.modules["__main__"].__dict__
    scope.pop("run", None)
    scope.pop("sys", None)
    scope["inputs"] = given["inputs"]
    exec(compile(script, name, "exec", dont_inherit=True), scope)
run()
`;

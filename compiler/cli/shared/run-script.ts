import type { Environment } from "./context.ts";

/** What the body of an expression reads, and the library that it calls. */
export interface ScriptScope {
  /** Free variables, which are the inputs too. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly runtime: unknown;
}

/** Runs an expression that `emitScript` has made. Here, in the compiler, code is made from text; no bundle ever does that. */
export function runScript(body: string, { scope, environment, runtime }: ScriptScope): unknown {
  return new Function("flow", "step", "scope", body)(runtime, stepOf(scope, environment), scope);
}

/** What accessors read where there is no run: inputs are the scope, everything else is not there. */
function stepOf(scope: ScriptScope["scope"], environment: Environment): object {
  const read = (values: ScriptScope["scope"], name: string | symbol): unknown =>
    Object.hasOwn(values, name) ? values[String(name)] : null;
  return {
    inputs: new Proxy(scope, { get: read }),
    names: {},
    results: {},
    run: { environment, definition: {}, id: null, secrets: new Set() },
  };
}

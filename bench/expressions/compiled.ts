import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { compileExpression, type Scope } from "../../compiler/compile-expression.ts";
import * as flow from "../../runtime-lib/index.ts";
import { root } from "../place.ts";

type Evaluate = (scope: unknown) => unknown;

/** The script of an expression whose variables have the types of the values in `scope`. */
export function scriptOf(text: string, scope: Scope): string {
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "script") return compiled.body;
  throw new Error(`${text}: ${compiled.diagnostics.map(({ message }) => message).join("; ")}`);
}

/** The script as a function, as `flowc eval` runs it: what the script declares is made anew each time. */
export function asFunction(body: string): Evaluate {
  return new Function("flow", "step", "scope", body).bind(undefined, flow, undefined) as Evaluate;
}

/**
 * The scripts as a bundle has expressions: patterns and predicates are declared outside of what is called, and esbuild
 * has put the runtime library into the module.
 */
export async function asBundle(file: string, scripts: readonly string[]): Promise<readonly Evaluate[]> {
  const functions = scripts.map((body) => {
    const last = body.lastIndexOf("\nreturn ") + 1;
    return `(() => {\n${body.slice(0, last)}return (scope) => {\n${body.slice(last)}\n};\n})()`;
  });
  const built = buildSync({
    stdin: {
      contents: `import * as flow from "flowc/runtime";\nconst step = undefined;\nexport const functions = [${functions.join(",\n")}];\n`,
      resolveDir: root,
    },
    alias: { "flowc/runtime": join(root, "runtime-lib", "index.ts") },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node18",
    logLevel: "warning",
  });
  writeFileSync(file, built.outputFiles[0]?.text ?? "");
  const module = (await import(pathToFileURL(file).href)) as { readonly functions: readonly Evaluate[] };
  return module.functions;
}

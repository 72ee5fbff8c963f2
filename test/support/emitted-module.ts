import { join } from "node:path";
import { readSources } from "../../compiler/1-load/read-sources.ts";
import { emitModule } from "../../compiler/4-emit/module.ts";
import { emitValidators } from "../../compiler/4-emit/validators.ts";
import { checkWorkflowWith } from "../../compiler/compile.ts";
import { root } from "./flowc.ts";
import { languages } from "./grammars.ts";

/** The TypeScript module that flowc emits for the workflow in a folder, before it is bundled. */
export function emittedModule(folder: string): string {
  const sources = readSources(folder, root);
  if (sources.kind === "problem") throw new Error(sources.message);
  const { plan } = checkWorkflowWith(languages, sources, join(root, "dist"));
  if (plan === undefined) throw new Error(`${folder} does not compile`);
  return emitModule(plan, { compilerVersion: "0.0.0", validators: emitValidators(plan).names });
}

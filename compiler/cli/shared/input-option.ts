import { resolve } from "node:path";
import { inputHint } from "../../../runtime-lib/command/input-hint.ts";
import { readSources } from "../../1-load/read-sources.ts";
import type { UnknownOption } from "./arguments.ts";
import { checkSources } from "./check-at.ts";
import { type Context, UsageError } from "./context.ts";

/** The unknown option of `flowc run`, reported as the input that it is where the workflow has one of that name. */
export async function asInput(error: UnknownOption, argv: readonly string[], context: Context): Promise<UsageError> {
  // The option may have taken the place of PATH's neighbour: PATH is what is a workflow.
  for (const path of argv.filter((argument) => !argument.startsWith("-"))) {
    const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
    if (sources.kind === "problem") continue;
    const { plan } = await checkSources(sources, context);
    const inputs = (plan?.inputs ?? []).map(({ name }) => ({ name }));
    const declared = (plan?.declaredInputs ?? []).map(({ name, schema }) => ({ name, schema }));
    const hint = inputHint(error.flag, argv, [...declared, ...inputs]);
    return hint === "" ? error : new UsageError(`${error.said}${hint}`);
  }
  return error;
}

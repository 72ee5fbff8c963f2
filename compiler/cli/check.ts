import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { checkWorkflow } from "../compile.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { formatGithub } from "../report/github.ts";
import { formatJson } from "../report/json.ts";
import { formatText } from "../report/text.ts";
import { sortDiagnostics } from "../sort-diagnostics.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { type Context, print, say, UsageError, wantsColor } from "./context.ts";

const formats: Readonly<Record<string, (diagnostics: readonly Diagnostic[]) => string>> = {
  json: formatJson,
  github: formatGithub,
};

/** `flowc check PATH…`: every diagnostic of every workflow given; writes nothing. */
export const check: Command = async (argv, context) => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: { format: { type: "string", default: "text" }, strict: { type: "boolean" } },
    allowPositionals: true,
  });
  const { format } = values;
  if (format !== "text" && !Object.hasOwn(formats, format))
    throw new UsageError(`--format takes text, json or github, not "${format}"`);
  if (positionals.length === 0) throw new UsageError("check needs a workflow file or folder");
  const diagnostics = sortDiagnostics(positionals.flatMap((path) => checkPath(path, context)));
  const machine = formats[format];
  const printed = machine?.(diagnostics);
  if (printed !== undefined && printed !== "") await print(printed);
  if (machine === undefined)
    say(
      `${formatText(diagnostics, wantsColor())}${diagnostics.length > 0 ? "\n" : ""}${summary(diagnostics, positionals.length)}`,
    );
  const counting = diagnostics.filter(({ severity }) => severity === "error" || values.strict === true);
  return counting.length > 0 ? 1 : 0;
};

function checkPath(path: string, context: Context): readonly Diagnostic[] {
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  return checkWorkflow(sources, context.packageFolder).diagnostics;
}

function summary(diagnostics: readonly Diagnostic[], workflows: number): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const found =
    errors === 0 && diagnostics.length === 0
      ? "no problems"
      : `${count(errors, "error")}, ${count(diagnostics.length - errors, "warning")}`;
  return `${count(workflows, "workflow")} checked: ${found}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

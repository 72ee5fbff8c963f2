import type { Values } from "../../../runtime-lib/command/option.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import type { Silenced } from "../../nouns/ignore.ts";
import { formatText } from "../../report/text.ts";
import type { checkSpec } from "../command-table/check.ts";
import { type Context, type Environment, wantsColor } from "../shared/context.ts";
import { folderInRepository } from "../shared/folder-in-repository.ts";

/** What `flowc check` has found, sorted, and what that means for its exit code. */
export interface CheckReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
  readonly workflows: number;
  /** Components that were given by themselves. */
  readonly components: number;
  /** What could not be checked, a sentence each. */
  readonly notDone: readonly string[];
  readonly strict: boolean;
  /** Warnings from which on the check fails. */
  readonly maxWarnings: number | undefined;
}

/** Names that `--format` takes. */
export type FormatName = NonNullable<Values<typeof checkSpec.options>["format"]>;

type Format = (report: CheckReport, context: Context) => Promise<void>;

/** The machine formats go to standard output, the one for people to standard error. */
const formats: Readonly<Record<FormatName, Format>> = {
  text: async (report, context) => {
    const { diagnostics } = report;
    context.say(
      `${formatText(diagnostics, wantsColor(context))}${diagnostics.length > 0 ? "\n" : ""}${summary(report)}${report.notDone.map((line) => `\nnot checked: ${line}`).join("")}`,
    );
  },
  json: async ({ diagnostics }, { print }) => {
    const { formatJson } = await import("../../report/json.ts");
    await print(formatJson(diagnostics));
  },
  sarif: async (report, { version, print }) => {
    const [{ formatSarif }, { explanations }] = await Promise.all([
      import("../../report/sarif.ts"),
      import("../../report/explanations/table.ts"),
    ]);
    const { diagnostics, silenced } = report;
    await print(formatSarif({ diagnostics, silenced, version, explanations, exitCode: exitCode(report) }));
  },
  github: async ({ diagnostics }, context) => {
    const { formatGithub } = await import("../../report/github.ts");
    if (diagnostics.length > 0) await context.print(formatGithub(diagnostics, folderInRepository(context)));
  },
};

/** The format for people. */
export const textFormat: Format = formats.text;

/** The formats asked for: by name; else text, and under GitHub Actions annotations beside it. */
export function findFormats(name: FormatName | undefined, environment: Environment): readonly Format[] {
  const names = name === undefined ? defaultFormats(environment) : [name];
  return names.map((known) => formats[known]);
}

function defaultFormats(environment: Environment): readonly FormatName[] {
  return environment["GITHUB_ACTIONS"] === "true" ? ["github", "text"] : ["text"];
}

/** 0 where nothing counts against the workflows, else 1. */
export function exitCode(report: CheckReport): number {
  const { errors, warnings } = counts(report);
  return errors > 0 || (report.strict && warnings > 0) || isOverLimit(report) ? 1 : 0;
}

function isOverLimit(report: CheckReport): boolean {
  return report.maxWarnings !== undefined && counts(report).warnings > report.maxWarnings;
}

function counts({ diagnostics }: CheckReport): { readonly errors: number; readonly warnings: number } {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: diagnostics.length - errors };
}

function summary(report: CheckReport): string {
  const { errors, warnings } = counts(report);
  const found = errors + warnings === 0 ? "no problems" : `${count(errors, "error")}, ${count(warnings, "warning")}`;
  const why =
    report.strict && warnings > 0
      ? ", which count as errors"
      : isOverLimit(report)
        ? `, more than the ${report.maxWarnings} allowed`
        : "";
  const { workflows, components } = report;
  const checked = [
    ...(workflows > 0 || components === 0 ? [count(workflows, "workflow")] : []),
    ...(components > 0 ? [count(components, "component")] : []),
  ];
  return `${checked.join(" and ")} checked: ${found}${why}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

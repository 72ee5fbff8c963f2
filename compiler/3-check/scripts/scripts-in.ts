import { textOfFile, writtenText } from "../../2-parse/written-text.ts";
import { findExecutor } from "../../executors/list.ts";
import { type ScriptParts, type ScriptText, scriptText } from "../../languages/script-text.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { Span } from "../../nouns/source.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { hole, type WrittenText } from "../../nouns/written-text.ts";
import { literalField, literalValue } from "../../tree/literal-field.ts";
import { argumentScripts } from "./argument-scripts.ts";

/** A script that a workflow holds. */
export interface EmbeddedScript {
  /** The block that it stands in; of a file, the first that names it. */
  readonly executor: ExecutorSyntax;
  /** The program that reads it, without its folder, where a key or a setting names one. */
  readonly interpreter: string | undefined;
  /** Names of the variables that the workflow gives it; undefined where only a run knows them. */
  readonly environment: ReadonlySet<string> | undefined;
  /** True where the shell stops at the first command that fails. */
  readonly errexit: boolean;
  /** True where it is an argument of its interpreter: `sh -c` among the arguments of a program. */
  readonly isArgument: boolean;
  readonly parts: ScriptParts;
  /** With stand-ins for its templates, as parsers read it. */
  readonly script: ScriptText;
  /** The range in the file of what stands from `start` up to `end` in the script's text. */
  readonly spanOf: (start: number, end: number) => Span;
}

/** What a workflow or a component is made of, as far as scripts go. */
export interface ScriptHolder {
  readonly workflow: Pick<WorkflowSyntax, "resources" | "shell" | "environment">;
  readonly scripts: Scripts;
}

/** Shells that know what POSIX asks for, and may know no more. */
export const plainShells: ReadonlySet<string> = new Set(["sh", "dash", "ash"]);

/** The scripts of one language, in the workflow's order, each file once; of what has a wrong shape, none. */
export function scriptsIn({ workflow, scripts }: ScriptHolder, sink: Sink): readonly EmbeddedScript[] {
  const files = new Set<string>();
  return workflow.resources.flatMap((resource) => {
    const [executor] = resource.executors;
    if (executor === undefined || resource.broken) return [];
    return [...ownScripts(executor, sink, { workflow, scripts }), ...argumentScripts(executor, sink)].flatMap(
      ({ written, ...read }) => {
        const { source, start } = written.spanOf(0, 0);
        const place = `${source.path}:${start}`;
        if (files.has(place)) return [];
        files.add(place);
        const environment = environmentOf(executor, workflow);
        return [{ executor, environment, isArgument: false, ...read, ...placed(written) }];
      },
    );
  });
}

/** The scripts that a block's own interpreter reads. */
function ownScripts(executor: ExecutorSyntax, sink: Sink, { workflow, scripts }: ScriptHolder) {
  const errexit = (literalValue(executor, "errexit") ?? workflow.shell.errexit) === true;
  const interpreter = interpreterOf(executor, workflow);
  return writtenTexts(executor, sink, scripts).map((written) => ({ written, interpreter, errexit }));
}

/** What lacks its quotes or has a wrong tag may be another script than was meant. */
function isReported(value: ValueSyntax): boolean {
  return (value.kind === "literal" || value.kind === "template") && value.node?.reported === true;
}

/** The script of a block, written out or in a file that it names. */
function writtenTexts(executor: ExecutorSyntax, sink: Sink, scripts: Scripts): readonly WrittenText[] {
  const fields = Object.entries(findExecutor(executor.key)?.fields ?? {});
  const isLanguage = fields.some(([, field]) => field.sink === sink);
  return fields.flatMap(([key, field]) => {
    const value = executor.fields.get(key);
    if (value === undefined || !isLanguage || isReported(value)) return [];
    const file = field.names === "script" ? scripts.get(literalField(executor, key) ?? "") : undefined;
    if (file?.kind === "text") return [textOfFile(file.source)];
    const written = field.sink === sink ? writtenText(value) : undefined;
    return written === undefined || isProgram(written.text, executor) ? [] : [written];
  });
}

function interpreterOf(executor: ExecutorSyntax, { shell }: ScriptHolder["workflow"]): string | undefined {
  return (literalField(executor, "shell") ?? shell.shell)?.replace(/^.*[/\\]/, "");
}

function environmentOf(
  { fields }: ExecutorSyntax,
  { environment }: ScriptHolder["workflow"],
): ReadonlySet<string> | undefined {
  const own = fields.get("env");
  if (own !== undefined && own.kind !== "map") return undefined;
  return new Set([...environment, ...(own?.entries ?? [])].map(({ key }) => key.value));
}

/** One word beside `args` is a program that is started without a shell. */
function isProgram(text: string, { fields }: ExecutorSyntax): boolean {
  return fields.has("args") && !/\s/.test(text);
}

function placed({ text, spanOf }: WrittenText): Pick<EmbeddedScript, "parts" | "script" | "spanOf"> {
  const parts = text
    .split(new RegExp(`(${hole})`))
    .flatMap((part) => (part === hole ? [undefined] : part === "" ? [] : [part]));
  const script = scriptText(parts);
  const written = (offset: number) => offset - stretchBefore(offset, script);
  return { parts, script, spanOf: (start, end) => spanOf(written(start), written(end)) };
}

/** By how much the stand-ins before an offset are longer than the characters that they stand for. */
function stretchBefore(offset: number, { holes }: ScriptText): number {
  return holes.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(offset, end) - start - 1), 0);
}

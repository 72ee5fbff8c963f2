import { hole, type WrittenText, writtenText } from "../../2-parse/written-text.ts";
import { findExecutor } from "../../executors/list.ts";
import { type ScriptParts, type ScriptText, scriptText } from "../../languages/script-text.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { Span } from "../../nouns/source.ts";
import type { ExecutorSyntax, ResourceSyntax, WorkflowSyntax } from "../../nouns/syntax.ts";

/** A script that a workflow holds. */
export interface EmbeddedScript {
  readonly resource: ResourceSyntax;
  readonly executor: ExecutorSyntax;
  readonly parts: ScriptParts;
  /** With stand-ins for its templates, as parsers read it. */
  readonly script: ScriptText;
  /** The range in the file of what stands from `start` up to `end` in the script's text. */
  readonly spanOf: (start: number, end: number) => Span;
}

/** The scripts of one language, in the workflow's order; of what has a wrong shape, none. */
export function scriptsIn({ resources }: WorkflowSyntax, sink: Sink): readonly EmbeddedScript[] {
  return resources.flatMap((resource) => {
    const [executor] = resource.executors;
    if (executor === undefined || resource.broken) return [];
    const fields = Object.entries(findExecutor(executor.key)?.fields ?? {});
    return fields.flatMap(([key, field]) => {
      const value = field.sink === sink ? executor.fields.get(key) : undefined;
      const written = value && writtenText(value);
      if (written === undefined || isProgram(written.text, executor)) return [];
      return [{ resource, executor, ...placed(written) }];
    });
  });
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

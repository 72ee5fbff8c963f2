import { findExecutor } from "../../executors/list.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { ExecutorFields } from "../../nouns/executor.ts";
import { type Span, span } from "../../nouns/source.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { valueChildren } from "../../tree/value-children.ts";
import { walk } from "../../tree/walk.ts";
import type { Rule } from "./rule.ts";

/** Numbers without quotes where text belongs, whose text is another than what is written: `1.10`, `010`, `1e3`. */
export const numberSpelling: Rule = ({ workflow, report }) => {
  const values = workflow.environment.map(({ value }) => value);
  const blocks = workflow.resources.flatMap(({ executors }) => executors);
  values.push(...blocks.flatMap(({ key, fields }) => textsOf(fields, findExecutor(key)?.fields ?? {})));
  for (const value of walk(values, valueChildren)) {
    if (value.kind === "literal" && typeof value.value === "number") checkNumber(value.value, value.span, report);
  }
};

/** The values of a block that become text. */
function textsOf(fields: ReadonlyMap<string, ValueSyntax>, known: ExecutorFields): readonly ValueSyntax[] {
  return [...fields].flatMap(([key, value]) => {
    const field = known[key];
    if (field?.kind.startsWith("text")) return [value];
    if (field?.fields === undefined) return [];
    const inner = field.fields;
    const maps = value.kind === "list" ? value.items : [value];
    return maps.flatMap((map) =>
      map.kind === "map" ? textsOf(new Map(map.entries.map((entry) => [entry.key.value, entry.value])), inner) : [],
    );
  });
}

function checkNumber(value: number, at: Span, report: Report): void {
  const { source, start, end } = at;
  const written = source.text.slice(start, end);
  if (written === String(value) || !/^[-+.\w]+$/.test(written)) return;
  const edits = [start, end].map((offset) => ({ span: span(source, offset, offset), text: '"' }));
  report("number-spelling", at, `${written} is a number here, and becomes the text "${value}"`, {
    help: `quote it: "${written}"`,
    suggestion: { message: "quote it", edits },
  });
}

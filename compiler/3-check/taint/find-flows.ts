import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import { findExecutor } from "../../executors/list.ts";
import type { ExecutorFields, Sink } from "../../nouns/executor.ts";
import type { PlanEntry, PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Hole, Reader } from "./languages/language.ts";
import { PythonReader } from "./languages/python.ts";
import { ShellReader } from "./languages/shell.ts";
import { SqlReader } from "./languages/sql.ts";
import { placeIn } from "./place.ts";
import type { Taint } from "./taint.ts";
import type { TaintContext } from "./taint-context.ts";
import type { Tracer } from "./tracer.ts";

/** Text from a source that a sink reads as part of a program. */
export interface Flow {
  readonly sink: Sink;
  readonly resource: string;
  /** The template that lets it in. */
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
  readonly hole: Hole;
  readonly taint: Taint;
  /** True where the value says which program is started. */
  readonly isProgram: boolean;
}

/** The flows into all programs of the workflow, in its order. */
export function* findFlows(context: TaintContext, tracer: Tracer): Generator<Flow> {
  for (const [id, resource] of context.graph.resources) {
    const fields = findExecutor(resource.executors[0]?.key ?? "")?.fields;
    const options = context.plans.get(id)?.action?.options ?? [];
    if (fields === undefined || resource.broken) continue;
    const program = options.some(({ key }) => key === "args");
    for (const { sink, text } of sinksIn(options, fields)) {
      yield* flowsIn(text, { sink, program, resource: id }, tracer);
    }
  }
}

interface Place {
  readonly sink: Sink;
  readonly resource: string;
  /** True where a text of one word is a program that is started without a shell. */
  readonly program: boolean;
}

function* sinksIn(options: readonly PlanEntry[], fields: ExecutorFields): Generator<{ sink: Sink; text: PlanValue }> {
  for (const [key, field] of Object.entries(fields)) {
    const value = options.find((option) => option.key === (field.option ?? key))?.value;
    if (value === undefined) continue;
    if (field.sink !== undefined) yield { sink: field.sink, text: value };
    if (field.fields === undefined) continue;
    const maps = value.kind === "list" ? value.items : [value];
    for (const map of maps) if (map.kind === "map") yield* sinksIn(map.entries, field.fields);
  }
}

const readers: Readonly<Record<Sink, () => Reader>> = {
  shell: () => new ShellReader(),
  python: () => new PythonReader(),
  sql: () => new SqlReader(),
};

function* flowsIn(text: PlanValue, { sink, program, resource }: Place, tracer: Tracer): Generator<Flow> {
  const parts = partsOf(text);
  const isProgram = program && sink === "shell" && !parts.some((part) => typeof part === "string" && /\s/.test(part));
  const reader = readers[sink]();
  for (const part of parts) {
    if (typeof part === "string") reader.read(part);
    else if (part.kind === "constant" && part.type.kind === "string") reader.read(String(part.value));
    else {
      const hole = reader.hole();
      const taints = tracer.trace(part, [], placeIn(resource, "run"));
      const taint = taints.find((found) => !isSanitized(found, hole));
      if (taint !== undefined) yield { sink, resource, expression: part, text, hole, taint, isProgram };
    }
  }
}

function partsOf(text: PlanValue): readonly (string | PlanExpression)[] {
  if (text.kind === "template") return text.parts;
  return text.kind === "expression" ? [text.expression] : [];
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isSanitized({ form, chars }: Taint, { sanitizer, special }: Hole): boolean {
  if (form === sanitizer) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}

import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import { findExecutor } from "../../executors/list.ts";
import type { ExecutorFields } from "../../nouns/executor.ts";
import type { PlanEntry, PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { Hole } from "./hole.ts";
import { holesIn } from "./holes.ts";
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
      yield* flowsIn(text, { sink, program, resource: id }, { context, tracer });
    }
  }
}

interface Follow {
  readonly context: TaintContext;
  readonly tracer: Tracer;
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

function* flowsIn(text: PlanValue, { sink, program, resource }: Place, { context, tracer }: Follow): Generator<Flow> {
  const parts = partsOf(text);
  if (!parts.some((part) => typeof part !== "string")) return;
  const isProgram = program && sink === "shell" && !parts.some((part) => typeof part === "string" && /\s/.test(part));
  const written = parts.map((part) => (typeof part === "string" ? part : undefined));
  const holes = holesIn(written, sink, context.languages);
  const expressions = parts.filter((part) => typeof part !== "string");
  for (const [index, hole] of holes.entries()) {
    const expression = expressions[index];
    const taints = expression === undefined ? [] : tracer.trace(expression, [], placeIn(resource, "run"));
    const taint = taints.find((found) => !isSanitized(found, hole));
    if (taint === undefined || expression === undefined) continue;
    const choosesProgram = isProgram || (hole.inside === "program" && taint.form === "word");
    yield { sink, resource, expression, text, hole, taint, isProgram: choosesProgram };
  }
}

/** Texts, constant ones as they are, and what is put between them. */
function partsOf(text: PlanValue): readonly (string | PlanExpression)[] {
  const parts = text.kind === "template" ? text.parts : text.kind === "expression" ? [text.expression] : [];
  return parts.map((part) =>
    typeof part === "object" && part.kind === "constant" && part.type.kind === "string" ? String(part.value) : part,
  );
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isSanitized({ form, chars }: Taint, { sanitizer, special }: Hole): boolean {
  if (form === sanitizer) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}

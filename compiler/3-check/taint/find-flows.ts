import { findExecutor } from "../../executors/list.ts";
import type { ExecutorFields } from "../../nouns/executor.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan.ts";
import type { Sink } from "../../nouns/sink.ts";
import { argumentFlows } from "./argument-flows.ts";
import type { Flow } from "./flow.ts";
import { type Follow, scriptFlows } from "./script-flows.ts";
import { splicedText } from "./spliced.ts";
import type { TaintContext } from "./taint-context.ts";
import type { Tracer } from "./tracer.ts";

/** The flows into all programs of the workflow, in its order; a template is in one at most. */
export function* findFlows(context: TaintContext, tracer: Tracer): Generator<Flow> {
  const follow = { tracer, languages: context.languages };
  for (const [id, resource] of context.graph.resources) {
    const fields = findExecutor(resource.executors[0]?.key ?? "")?.fields;
    const options = context.plans.get(id)?.action?.options ?? [];
    if (fields !== undefined && !resource.broken) yield* onePerTemplate(resourceFlows(id, options, fields, follow));
  }
}

function* onePerTemplate(flows: Iterable<Flow>): Generator<Flow> {
  const seen = new Set<Flow["expression"]>();
  for (const flow of flows) {
    if (!seen.has(flow.expression)) yield flow;
    seen.add(flow.expression);
  }
}

function* resourceFlows(
  resource: string,
  options: readonly PlanEntry[],
  fields: ExecutorFields,
  follow: Follow,
): Generator<Flow> {
  const args = Object.entries(fields).flatMap(([key, { argumentsOf }]) => {
    const [own, program] = [givenValue(key, options, fields), argumentsOf && givenValue(argumentsOf, options, fields)];
    return own && program ? [{ own, program }] : [];
  });
  for (const { sink, text: value } of sinksIn(options, fields)) {
    const text = splicedText(value);
    const isWord = !text.some((part) => typeof part === "string" && /\s/.test(part));
    const isProgram = isWord && args.some(({ program }) => program === value);
    yield* scriptFlows({ sink, text, reader: undefined, resource, isProgram }, follow);
  }
  for (const { own, program } of args) yield* argumentFlows(program, own, resource, follow);
}

function* sinksIn(options: readonly PlanEntry[], fields: ExecutorFields): Generator<{ sink: Sink; text: PlanValue }> {
  for (const [key, field] of Object.entries(fields)) {
    const value = givenValue(key, options, fields);
    if (value === undefined) continue;
    if (field.sink !== undefined) yield { sink: field.sink, text: value };
    if (field.fields === undefined) continue;
    const maps = value.kind === "list" ? value.items : [value];
    for (const map of maps) if (map.kind === "map") yield* sinksIn(map.entries, field.fields);
  }
}

function givenValue(key: string, options: readonly PlanEntry[], fields: ExecutorFields): PlanValue | undefined {
  const name = fields[key]?.option ?? key;
  return options.find((option) => option.key === name)?.value;
}

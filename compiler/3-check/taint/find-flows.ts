import { findExecutor } from "../../executors/list.ts";
import type { ExecutorFields } from "../../nouns/executor.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { Sink } from "../../nouns/sink.ts";
import { readCommand } from "./commands/read-command.ts";
import { literalOf, type Word } from "./commands/word.ts";
import { withInput } from "./commands/xargs.ts";
import { environmentScripts } from "./environment-scripts.ts";
import type { Flow } from "./flow.ts";
import { type Follow, flowsOfUse } from "./script-flows.ts";
import { type Given, type ScriptText, type ScriptUse, useOfCommand } from "./script-text.ts";
import { type Spliced, splicedData, splicedText } from "./spliced.ts";
import type { TaintContext } from "./taint-context.ts";
import type { Tracer } from "./tracer.ts";

/** The flows into all programs of the workflow, in its order; a template is in one at most. */
export function* findFlows(context: TaintContext, tracer: Tracer): Generator<Flow> {
  for (const [id, resource] of context.graph.resources) {
    const fields = findExecutor(resource.executors[0]?.key ?? "")?.fields;
    const options = context.plans.get(id)?.action?.options ?? [];
    const follow: Follow = { tracer, languages: context.languages, resource: id };
    if (fields === undefined) continue;
    yield* onePerTemplate(
      actionFlows({ options, fields, given: givenIn(options, fields, context.environment) }, follow),
    );
  }
}

function* onePerTemplate(flows: Iterable<Flow>): Generator<Flow> {
  const seen = new Set<Flow["expression"]>();
  for (const flow of flows) {
    if (!seen.has(flow.expression)) yield flow;
    seen.add(flow.expression);
  }
}

/** What an executor is given, and how its fields are read. */
interface Action {
  readonly options: readonly PlanEntry[];
  readonly fields: ExecutorFields;
  readonly given: Given & { readonly hasArguments: boolean; readonly shell: string | undefined };
}

function* actionFlows({ options, fields, given }: Action, follow: Follow): Generator<Flow> {
  for (const { sink, text } of sinksIn(options, fields)) {
    const use = sink === "shell" && given.hasArguments ? programUse(text, given) : undefined;
    yield* flowsOfUse(use ?? { scripts: [scriptOf(sink, text, given)], options: [] }, follow);
  }
  yield* flowsOfUse({ scripts: environmentScripts(given), options: [] }, follow);
}

function scriptOf(sink: Sink, text: PlanValue, given: Action["given"]): ScriptText {
  const { shell } = given;
  return { sink, reader: undefined, text: splicedText(text), isProgram: false, given, ...(shell && { shell }) };
}

/** With arguments, a text of one word is a program that is started without a shell; undefined for others. */
function programUse(text: PlanValue, given: Action["given"]): ScriptUse | undefined {
  const program = splicedText(text);
  if (program.some((part) => typeof part === "string" && /\s/.test(part))) return undefined;
  if (literalOf(program) !== undefined)
    return useOfCommand(readCommand(withInput([program, ...given.arguments], given.input)), given);
  return { scripts: [{ ...scriptOf("shell", text, given), isProgram: true }], options: [] };
}

function givenIn(
  options: readonly PlanEntry[],
  fields: ExecutorFields,
  environment: readonly PlanEntry[],
): Action["given"] {
  const found = (kind: string) =>
    Object.keys(fields)
      .filter((key) => fields[key]?.given === kind)
      .map((key) => givenValue(key, options, fields))[0];
  const [own, variables, folder, shell] = [found("arguments"), found("environment"), found("folder"), found("shell")];
  const everywhere = environment.map(({ key, value }) => [key, splicedData(value)] as const);
  return {
    // The shell makes the path of its folder an absolute one.
    variables: new Map([...everywhere, ["PWD", ["/", ...splicedText(folder)]], ...entriesOf(variables)]),
    inputs: entriesOf(found("inputs")),
    arguments: own?.kind === "list" ? own.items.map(splicedText) : [],
    hasArguments: own !== undefined,
    input: dataIn(found("input")),
    shell: shell?.kind === "constant" ? String(shell.value) : undefined,
  };
}

/** The entries of a map; of one that an expression gives, all under the name `*`. */
function entriesOf(value: PlanValue | undefined): ReadonlyMap<string, Word<Spliced>> {
  if (value?.kind !== "map") return new Map(value === undefined ? [] : [["*", splicedData(value)]]);
  return new Map(value.entries.map((entry) => [entry.key, splicedData(entry.value)]));
}

function dataIn(value: PlanValue | undefined): Word<Spliced> {
  return value === undefined ? [] : splicedData(value);
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

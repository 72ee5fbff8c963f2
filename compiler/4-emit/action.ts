import type { PlanAction, PlanEntry, PlanItems, PlanResource } from "../nouns/plan.ts";
import type { Span } from "../nouns/source.ts";
import { type Code, code, comment, indented, join, literal, propertyAccess, propertyKey, quoted } from "./code.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { handedOver, markedAlways } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { emitStateType } from "./types.ts";
import { emitEntryValue, emitValue } from "./value.ts";

/** The statement that runs the executor, once or for each item, and keeps its result. */
export function emitAction(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const { items } = resource;
  if (resource.action === undefined) return [];
  const here = { ...module, ...context };
  const target = code`step.results${propertyAccess(resource.id)}`;
  if (items !== undefined) return emitEach({ resource, action: resource.action, items, target }, here);
  return [code`${target} = ${emitValued(emitCall(resource, resource.action, here), resource)};`];
}

type ActionContext = EmitContext & ModuleContext;

interface EachItem {
  readonly resource: PlanResource;
  readonly action: PlanAction;
  readonly items: PlanItems;
  /** Where the results are kept. */
  readonly target: Code;
}

/** How `item` and `index` are called in the functions that are run for each item. */
export const itemVariables: ReadonlyMap<string, Code> = new Map([
  ["item", code`itemValue`],
  ["index", code`itemIndex`],
]);

/** The parameters of such a function after those that all have. */
export function itemParameters({ element }: PlanItems): Code {
  return code`itemValue: ${emitStateType(element)}, itemIndex: number`;
}

/** `flow.each(step, items, (step, itemValue, itemIndex) => …)`; results with fields are kept as an array a field. */
function emitEach({ resource, action, items, target }: EachItem, context: ActionContext): readonly Code[] {
  const { main, type, fallback } = resource.result;
  const call = emitCall(resource, action, { ...context, variables: itemVariables });
  const head = code`(step: ${context.stepType}, ${itemParameters(items)}) =>`;
  const execute = needsValue(resource) ? code`async ${head} ${emitValued(call, resource)}` : code`${head} ${call}`;
  const results = code`await flow.each(step, ${emitItems(items, context)}, ${execute})`;
  if (main === undefined) return [code`${target} = ${results};`];
  const fields = Object.keys((type.kind === "map" && type.fields) || {});
  const columns = literal(fallback ? [...fields, "value"] : fields);
  return [code`const itemResults = ${results};`, code`${target} = flow.columns(itemResults, ${columns});`];
}

/** What is no array is told with its place. */
function emitItems({ value }: PlanItems, context: EmitContext): Code {
  if (value.kind !== "expression" || value.expression.type.kind === "array") return emitValue(value, context);
  return markedAlways(value.expression, emitExpression(value.expression, context), context);
}

/** The result of a call; where a fallback may stand in for it, with its bare value as a field of its own. */
function emitValued(call: Code, resource: PlanResource): Code {
  const { main } = resource.result;
  if (!needsValue(resource) || main === undefined) return code`await ${call}`;
  return code`flow.withValue(await ${call}, ${quoted(main)})`;
}

function needsValue({ result }: PlanResource): boolean {
  return result.fallback && result.main !== undefined;
}

function emitCall({ onError }: PlanResource, action: PlanAction, context: ActionContext): Code {
  const call = emitRuntimeCall(action, context);
  return onError?.action === "retry" ? code`flow.retry(step, () => ${call})` : call;
}

/** One option a line, with the place of those that hold expressions. */
export function emitRuntimeCall(action: PlanAction, context: ActionContext): Code {
  const { connection } = action;
  const shared = connection === undefined ? [] : [code`  connection: connections${propertyAccess(connection)},`];
  const emitOption = (option: PlanEntry) => {
    const trailing = holdsExpression(option) ? code` ${comment(place(spanOf(option), context.lines))}` : code``;
    return code`  ${propertyKey(option.key)}: ${indented(emitEntryValue(option, context))},${trailing}`;
  };
  const definition = action.component === undefined ? undefined : context.components.get(action.component);
  const given = handedOver(context, () => {
    const lines = [...shared, ...action.options.map(emitOption)];
    return lines.length === 0 ? code`{}` : code`{\n${join(lines, "\n")}\n}`;
  });
  return code`flow.${propertyKey(action.runtime)}(step, ${definition === undefined ? code`` : code`${definition}, `}${given})`;
}

function holdsExpression({ value }: PlanEntry): boolean {
  return value.kind !== "constant";
}

function spanOf({ value }: PlanEntry): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
}

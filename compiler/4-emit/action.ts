import type { PlanAction, PlanItems, PlanResource } from "../nouns/plan-resource.ts";
import type { PlanEntry } from "../nouns/plan-value.ts";
import type { Span } from "../nouns/source.ts";
import {
  binary,
  type Code,
  code,
  type Entry,
  type Expression,
  identifier,
  literal,
  member,
  object,
  quoted,
  statement,
  unary,
} from "../nouns/typescript.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { handedOver, markedAlways } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { emitStateType } from "./types.ts";
import { emitEntryValue, emitValue } from "./value.ts";
import { results, runtimeCall, step } from "./words.ts";

/** The statement that runs the executor, once or for each item, and keeps its result. */
export function emitAction(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const { items } = resource;
  if (resource.action === undefined) return [];
  const here = { ...module, ...context };
  const target = member(results, resource.id);
  if (items !== undefined) return emitEach({ resource, action: resource.action, items, target }, here);
  return [statement(binary(target, "=", emitValued(emitCall(resource, resource.action, here), resource)))];
}

type ActionContext = EmitContext & ModuleContext;

interface EachItem {
  readonly resource: PlanResource;
  readonly action: PlanAction;
  readonly items: PlanItems;
  /** Where the results are kept. */
  readonly target: Expression;
}

/** How `item` and `index` are called in the functions that are run for each item. */
export const itemVariables: ReadonlyMap<string, Expression> = new Map([
  ["item", identifier`itemValue`],
  ["index", identifier`itemIndex`],
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
  const execute: Expression = needsValue(resource)
    ? { kind: "arrow", head: code`async ${head}`, body: emitValued(call, resource) }
    : { kind: "arrow", head, body: call };
  const made = unary("await", runtimeCall("each", [step, emitItems(items, context), execute]));
  if (main === undefined) return [statement(binary(target, "=", made))];
  const fields = Object.keys((type.kind === "map" && type.fields) || {});
  const columns = literal(fallback ? [...fields, "value"] : fields);
  const kept = identifier`itemResults`;
  return [code`const ${kept} = ${made};`, statement(binary(target, "=", runtimeCall("columns", [kept, columns])))];
}

/** What is not an array fails with its place. */
function emitItems({ value }: PlanItems, context: EmitContext): Expression {
  if (value.kind !== "expression" || value.expression.type.kind === "array") return emitValue(value, context);
  return markedAlways(value.expression, emitExpression(value.expression, context), context);
}

/** The result of a call; where a fallback may stand in for it, with its bare value as a field of its own. */
function emitValued(call: Expression, resource: PlanResource): Expression {
  const { main } = resource.result;
  const result = unary("await", call);
  return needsValue(resource) && main !== undefined ? runtimeCall("withValue", [result, quoted(main)]) : result;
}

function needsValue({ result }: PlanResource): boolean {
  return result.fallback && result.main !== undefined;
}

function emitCall({ onError }: PlanResource, action: PlanAction, context: ActionContext): Expression {
  const call = emitRuntimeCall(action, context);
  if (onError?.action !== "retry") return call;
  return runtimeCall("retry", [step, { kind: "arrow", head: code`() =>`, body: call }]);
}

/** One option a line, with the place of those that hold expressions. */
export function emitRuntimeCall(action: PlanAction, context: ActionContext): Expression {
  const { connection } = action;
  const emitOption = (option: PlanEntry): Entry => {
    const note = holdsExpression(option) ? place(spanOf(option), context.lines) : undefined;
    return [option.key, emitEntryValue(option, context), note];
  };
  const shared = connection === undefined ? undefined : member(identifier`connections`, connection);
  const definition = action.component === undefined ? undefined : context.components.get(action.component);
  const given = handedOver(context, () => object([["connection", shared], ...action.options.map(emitOption)], "lines"));
  const runtime = context.isShared && action.runtime === "memory" ? "sharedMemory" : action.runtime;
  return runtimeCall(runtime, [step, ...(definition === undefined ? [] : [definition]), given]);
}

function holdsExpression({ value }: PlanEntry): boolean {
  return value.kind !== "constant";
}

function spanOf({ value }: PlanEntry): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
}

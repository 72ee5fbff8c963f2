import type { PlanExpression, PlanOnError, PlanResource, PlanResponse } from "../nouns/plan.ts";
import { emitAction, itemParameters, itemVariables } from "./action.ts";
import {
  type Code,
  code,
  comment,
  indented,
  join,
  literal,
  object,
  propertyAccess,
  propertyKey,
  quoted,
} from "./code.ts";
import { declareLocals, type EmitContext, emitBool, emitCondition, emitExpression } from "./expression.ts";
import { handedOver, markedCondition, markedStatement, markedTest } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { emitValue } from "./value.ts";

/** A function of the module: its name, whether it waits for something, and its statements. */
export interface EmittedFunction {
  readonly name: Code;
  readonly isAsync: boolean;
  readonly stepType: Code;
  readonly leading: Code;
  readonly statements: readonly Code[];
}

/** The function that runs one resource once, in the order of spec section 4. */
export function emitResource(resource: PlanResource, module: ModuleContext): EmittedFunction {
  const locals: Code[] = [];
  const context: EmitContext = { ...module, locals, variables: new Map() };
  const statements = [
    ...emitAsked(resource, { ...context, asked: true }, module),
    ...emitAction(resource, context, module),
    ...resource.after.flatMap((expression) => emitStatement(expression, context)),
    ...emitResponse(resource, context, module),
  ];
  return {
    name: module.functions.get(resource.id) ?? code`unnamed`,
    isAsync: resource.action !== undefined,
    stepType: module.stepType,
    leading: comment(`${resource.id}: ${place(resource.span, module.lines)}`),
    statements: [...declareLocals(locals, module.typed), ...statements],
  };
}

/** The entry of `onError` in the resource's line of the graph. */
export function emitOnError(onError: PlanOnError, resource: PlanResource, module: ModuleContext): Code {
  const { action, maxRetries, retryDelayMs, backoff, when, expressions, fallback } = onError;
  const entries = [code`action: ${quoted(action)}`];
  const head = headOfFailure(resource, module);
  if (action === "retry") entries.push(...literalEntries({ maxRetries, retryDelayMs, backoff }));
  if (when.length > 0) {
    const any = arrow(head, module, (context) =>
      handedOver(context, () =>
        join(
          when.map((condition) => markedCondition(condition, emitBool(condition, context), context)),
          " || ",
        ),
      ),
    );
    entries.push(code`when: ${any}`);
  }
  if (expressions.length > 0) {
    const statements = arrow(head, module, (context) =>
      block(expressions.flatMap((expression) => emitStatement(expression, context))),
    );
    entries.push(code`run: ${statements}`);
  }
  if (fallback !== undefined) {
    const value = arrow(head, module, (context) =>
      emitFallback(
        handedOver(context, () => emitValue(fallback, context)),
        resource,
      ),
    );
    entries.push(code`fallback: ${value}`);
  }
  return object(entries);
}

/** The parameters of what `onError` evaluates: the step, the failure and the item that failed. */
function headOfFailure({ items }: PlanResource, { stepType }: ModuleContext): Code {
  const item = items === undefined ? code`` : code`, ${itemParameters(items)}`;
  return code`(step: ${stepType}, error: flow.Failure${item}) =>`;
}

const failureVariables: ReadonlyMap<string, Code> = new Map([...itemVariables, ["error", code`error`]]);

/** An arrow function; `make` gives its body, an expression or a block. */
export function arrow(head: Code, module: ModuleContext, make: (context: EmitContext) => Code): Code {
  const locals: Code[] = [];
  const body = make({ ...module, locals, variables: failureVariables });
  if (locals.length > 0)
    return code`${head} ${block([...declareLocals(locals, module.typed), body.startsWith("{\n") ? body : code`return ${body};`])}`;
  return code`${head} ${body.startsWith("{ ") ? code`(${body})` : body}`;
}

function block(statements: readonly Code[]): Code {
  return code`{\n${join(
    statements.map((statement) => code`  ${indented(statement)}`),
    "\n",
  )}\n}`;
}

function literalEntries(values: Readonly<Record<string, number>>): readonly Code[] {
  return Object.entries(values).map(([key, value]) => code`${propertyKey(key)}: ${literal(value)}`);
}

/** A fallback where others may read fields of the result: it stands in for the bare value. */
function emitFallback(value: Code, resource: PlanResource): Code {
  const { fallbackName } = resource.result;
  return fallbackName === undefined ? value : code`flow${propertyAccess(fallbackName)}(${value}, error)`;
}

function emitStatement(expression: PlanExpression, context: EmitContext): readonly Code[] {
  const value = emitExpression(expression, context);
  return markedStatement(expression, context, code`${value};`);
}

/** `before`, `skip`, inputs and `check`: what is evaluated before anything is done. */
function emitAsked(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  return [
    ...resource.before.flatMap((expression) => emitStatement(expression, context)),
    ...resource.skip.flatMap(({ expression, text }) =>
      markedTest(
        expression,
        context,
        code`if (${emitCondition(expression, context)}) return step.skip(${quoted(text)});`,
      ),
    ),
    code`step.start();`,
    ...emitInputChecks(resource, module.validators.get(resource.id)),
    ...emitChecks(resource, context),
  ];
}

function emitChecks({ checks, failureMessage }: PlanResource, context: EmitContext): readonly Code[] {
  const said = failureMessage && handedOver(context, () => emitValue(failureMessage, context));
  const telling = said === undefined ? code`` : code`, () => ${said}`;
  return checks.flatMap(({ expression, text }) =>
    markedTest(
      expression,
      context,
      code`step.check(${emitCondition(expression, context)}, ${quoted(text)}${telling});`,
    ),
  );
}

/** What is asked of the inputs, in one call, so that all that is wrong with them is told together. */
function emitInputChecks({ required }: PlanResource, validator: Code | undefined): readonly Code[] {
  const names = required.map(quoted);
  if (validator !== undefined)
    return [code`flow.validate(${join([code`step, validators.${validator}`, ...names], ", ")});`];
  return names.length === 0 ? [] : [code`flow.requireInputs(${join([code`step`, ...names], ", ")});`];
}

function emitResponse(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const { response } = resource;
  if (response === undefined) return [];
  const call = emitRespond(response, context);
  const own = resource.action === undefined ? code`step.results${propertyAccess(resource.id)} = ` : code``;
  return [comment(place(response.span, module.lines)), code`${own}${call};`];
}

function emitRespond(response: PlanResponse, context: EmitContext): Code {
  const entries: readonly (readonly [Code, PlanResponse["success"] | undefined])[] = [
    [code`success`, response.success],
    [code`response`, response.response],
    [code`statusCode`, response.statusCode],
    [code`headers`, response.headers],
  ];
  const given = entries.flatMap(([key, value]) =>
    value === undefined ? [] : [code`${key}: ${emitValue(value, context)}`],
  );
  return code`step.respond(${object(given)})`;
}

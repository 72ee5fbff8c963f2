import type { PlanExpression, PlanOnError, PlanResource, PlanResponse } from "../plan.ts";
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
    ...resource.before.map((expression) => emitStatement(expression, context)),
    ...resource.skip.map(
      ({ expression, text }) => code`if (${emitCondition(expression, context)}) return step.skip(${quoted(text)});`,
    ),
    code`step.start();`,
    ...emitGuards(resource, context, module),
    ...emitAction(resource, context, module),
    ...emitResponse(resource, context, module),
    ...resource.after.map((expression) => emitStatement(expression, context)),
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
      join(
        when.map((condition) => emitBool(condition, context)),
        " || ",
      ),
    );
    entries.push(code`when: ${any}`);
  }
  if (expressions.length > 0) {
    const statements = arrow(head, module, (context) =>
      block(expressions.map((expression) => emitStatement(expression, context))),
    );
    entries.push(code`run: ${statements}`);
  }
  if (fallback !== undefined) {
    const value = arrow(head, module, (context) => emitFallback(emitValue(fallback, context), resource));
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

function emitStatement(expression: PlanExpression, context: EmitContext): Code {
  return code`${emitExpression(expression, context)};`;
}

function emitGuards(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const message = resource.failureMessage;
  const said = message === undefined ? code`` : code`, () => ${emitValue(message, context)}`;
  const validator = module.validators.get(resource.id);
  return [
    ...(resource.required.length === 0 ? [] : [code`step.require(${join(resource.required.map(quoted), ", ")});`]),
    ...(validator === undefined ? [] : [code`step.validate(validators.${validator});`]),
    ...resource.checks.map(
      ({ expression, text }) => code`step.check(${emitCondition(expression, context)}, ${quoted(text)}${said});`,
    ),
  ];
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

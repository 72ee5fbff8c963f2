import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanOnError, PlanResource, PlanResponse } from "../nouns/plan-resource.ts";
import type { PlanValue } from "../nouns/plan-value.ts";
import {
  type Block,
  binary,
  block,
  type Code,
  call,
  chain,
  code,
  comment,
  type Expression,
  type Identifier,
  identifier,
  literal,
  member,
  object,
  quoted,
  statement,
} from "../nouns/typescript.ts";
import { emitAction, itemParameters, itemVariables } from "./action.ts";
import { countTest } from "./decisions.ts";
import { declareLocals, type EmitContext, emitBool, emitExpression } from "./expression.ts";
import { handedOver, markedCondition, markedStatement, markedTest } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { emitValue } from "./value.ts";
import { results, runtimeCall, step } from "./words.ts";

/** A function of the module: its name, whether it waits for something, and its statements. */
export interface EmittedFunction {
  readonly name: Identifier;
  readonly isAsync: boolean;
  readonly stepType: Code;
  readonly leading: Code;
  readonly statements: readonly Code[];
}

/** The function that runs one resource once, in the order of spec section 4. */
export function emitResource(resource: PlanResource, module: ModuleContext): EmittedFunction {
  const locals: Identifier[] = [];
  const context: EmitContext = { ...module, locals, variables: new Map() };
  const statements = [
    ...emitAsked(resource, { ...context, asked: true }, module),
    ...emitAction(resource, context, module),
    ...resource.after.flatMap((expression) => emitStatement(expression, context)),
    ...emitResponse(resource, context, module),
  ];
  return {
    name: module.functions.get(resource.id) ?? identifier`unnamed`,
    isAsync: resource.action !== undefined,
    stepType: module.stepType,
    leading: comment(`${resource.id}: ${place(resource.span, module.lines)}`),
    statements: [...declareLocals(locals, module.typed), ...statements],
  };
}

/** The entry of `onError` in the resource's line of the graph. */
export function emitOnError(onError: PlanOnError, resource: PlanResource, module: ModuleContext): Expression {
  const { action, maxRetries, retryDelayMs, backoff, when, expressions, fallback } = onError;
  const evaluate = (make: Make) => arrow(headOfFailure(resource, module), module, make);
  const retry = action === "retry" ? { maxRetries, retryDelayMs, backoff } : {};
  const matches = (context: EmitContext) =>
    when.map((condition) => markedCondition(condition, emitBool(condition, context), context));
  const condition = (context: EmitContext) => handedOver(context, () => chain("||", matches(context)));
  const statements = (context: EmitContext) => block(expressions.flatMap((each) => emitStatement(each, context)));
  return object([
    ["action", quoted(action)],
    ...Object.entries(retry).map(([key, value]) => [key, literal(value)] as const),
    ["when", when.length === 0 ? undefined : evaluate(condition)],
    ["run", expressions.length === 0 ? undefined : evaluate(statements)],
    ["fallback", fallback && evaluate((context) => emitFallback(fallback, resource, context))],
  ]);
}

/** The parameters of what `onError` evaluates: the step, the failure and the item that failed. */
function headOfFailure({ items }: PlanResource, { stepType }: ModuleContext): Code {
  const item = items === undefined ? code`` : code`, ${itemParameters(items)}`;
  return code`(step: ${stepType}, error: flow.Failure${item}) =>`;
}

const failureVariables: ReadonlyMap<string, Expression> = new Map([...itemVariables, ["error", identifier`error`]]);

/** Gives the body of an arrow function. */
type Make = (context: EmitContext) => Expression | Block;

/** An arrow function, with the variables that its body needs. */
export function arrow(head: Code, module: ModuleContext, make: Make): Expression {
  const locals: Identifier[] = [];
  const body = make({ ...module, locals, variables: failureVariables });
  if (locals.length === 0) return { kind: "arrow", head, body };
  const statements = body.kind === "block" ? body.statements : [code`return ${body};`];
  return { kind: "arrow", head, body: block([...declareLocals(locals, module.typed), ...statements]) };
}

/** Where others may read fields of the result, a fallback stands in for its bare value. */
function emitFallback(fallback: PlanValue, { result }: PlanResource, context: EmitContext): Expression {
  const value = handedOver(context, () => emitValue(fallback, context));
  return result.fallbackName === undefined ? value : runtimeCall(result.fallbackName, [value, identifier`error`]);
}

function emitStatement(expression: PlanExpression, context: EmitContext): readonly Code[] {
  return markedStatement(expression, context, statement(emitExpression(expression, context)));
}

/** `before`, `skip`, inputs and `check`: what is evaluated before anything is done. */
function emitAsked(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  return [
    ...resource.before.flatMap((expression) => emitStatement(expression, context)),
    ...resource.skip.flatMap(({ expression, text }) =>
      markedTest(
        expression,
        context,
        code`if (${countTest(context, { kind: "skip", node: expression }, emitBool(expression, context))}) return ${call(member(step, "skip"), [quoted(text)])};`,
      ),
    ),
    code`step.start();`,
    ...emitInputChecks(resource, module.validators.get(resource.id)),
    ...emitChecks(resource, context),
  ];
}

function emitChecks({ checks, failureMessage }: PlanResource, context: EmitContext): readonly Code[] {
  const said = failureMessage && handedOver(context, () => emitValue(failureMessage, context));
  const message: readonly Expression[] = said === undefined ? [] : [{ kind: "arrow", head: code`() =>`, body: said }];
  return checks.flatMap(({ expression, text }) => {
    const holds = countTest(context, { kind: "check", node: expression }, emitBool(expression, context));
    const given = [holds, quoted(text), ...message];
    return markedTest(expression, context, statement(call(member(step, "check"), given)));
  });
}

/** What is asked of the inputs, in one call, so that all that is wrong with them is reported together. */
function emitInputChecks({ required }: PlanResource, validator: Expression | undefined): readonly Code[] {
  const names = required.map(quoted);
  if (validator !== undefined) return [statement(runtimeCall("validate", [step, validator, ...names]))];
  return names.length === 0 ? [] : [statement(runtimeCall("requireInputs", [step, ...names]))];
}

function emitResponse(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const { response } = resource;
  if (response === undefined) return [];
  const given = emitRespond(response, context);
  const isResult = resource.action === undefined;
  const kept = isResult ? binary(member(results, resource.id), "=", given) : given;
  return [comment(place(response.span, module.lines)), statement(kept)];
}

function emitRespond(response: PlanResponse, context: EmitContext): Expression {
  const keys = ["success", "response", "statusCode", "headers"] as const;
  const given = keys.map((key) => {
    const value = response[key];
    return [key, value && emitValue(value, context)] as const;
  });
  return call(member(step, "respond"), [object(given)]);
}

import type { LineIndex } from "../lines.ts";
import type { PlanAction, PlanEntry, PlanExpression, PlanOnError, PlanResource, PlanResponse } from "../plan.ts";
import type { Span } from "../source.ts";
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
import { emitValue } from "./value.ts";

/** What all resources of one module share. */
export type ModuleContext = Pick<EmitContext, "identifiers" | "patterns" | "hoisted" | "typed"> & {
  readonly server: boolean;
  readonly lines: LineIndex;
  /** Identifiers of the resources' functions, by id. */
  readonly functions: ReadonlyMap<string, Code>;
  /** Names in the module of validators, by id of the resource. */
  readonly validators: ReadonlyMap<string, Code>;
};

/** A function of the module: its name, whether it waits for something, and its statements. */
export interface EmittedFunction {
  readonly name: Code;
  readonly isAsync: boolean;
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
    leading: comment(`${resource.id}: ${place(resource.span, module.lines)}`),
    statements: [...declareLocals(locals, module.typed), ...statements],
  };
}

/** `file:line` of a span, as comments and messages of the bundle name it. */
export function place(span: Span, lines: LineIndex): string {
  return `${span.source.name}:${lines.at(span.source, span.start).line}`;
}

/** The entry of `onError` in the resource's line of the graph. */
export function emitOnError(onError: PlanOnError, resource: PlanResource, module: ModuleContext): Code {
  const { action, maxRetries, retryDelayMs, backoff, when, expressions, fallback } = onError;
  const entries = [code`action: ${quoted(action)}`];
  if (action === "retry") entries.push(...literalEntries({ maxRetries, retryDelayMs, backoff }));
  if (when.length > 0) {
    const any = arrow(ofFailure, module, (context) =>
      join(
        when.map((condition) => emitBool(condition, context)),
        " || ",
      ),
    );
    entries.push(code`when: ${any}`);
  }
  if (expressions.length > 0) {
    const statements = arrow(ofFailure, module, (context) =>
      block(expressions.map((expression) => emitStatement(expression, context))),
    );
    entries.push(code`run: ${statements}`);
  }
  if (fallback !== undefined) {
    const value = arrow(ofFailure, module, (context) => emitFallback(emitValue(fallback, context), resource));
    entries.push(code`fallback: ${value}`);
  }
  return object(entries);
}

const ofFailure = code`(step: Step, error: flow.Failure) =>`;

/** An arrow function; `make` gives its body, an expression or a block. */
export function arrow(head: Code, module: ModuleContext, make: (context: EmitContext) => Code): Code {
  const locals: Code[] = [];
  const body = make({ ...module, locals, variables: new Map([["error", code`error`]]) });
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

function emitAction(resource: PlanResource, context: EmitContext, module: ModuleContext): readonly Code[] {
  const { action, result, onError } = resource;
  if (action === undefined) return [];
  const call = emitCall(action, context, module);
  const retried = onError?.action === "retry" ? code`step.retry(() => ${call})` : call;
  const valued =
    result.fallback && result.main !== undefined
      ? code`flow.withValue(await ${retried}, ${quoted(result.main)})`
      : code`await ${retried}`;
  return [code`step.results${propertyAccess(resource.id)} = ${valued};`];
}

/** One option a line, with the place of those that hold expressions. */
export function emitCall(action: PlanAction, context: EmitContext, module: ModuleContext): Code {
  const { connection } = action;
  const shared = connection === undefined ? [] : [code`  connection: connections${propertyAccess(connection)},`];
  const options = action.options.map((option) => {
    const trailing = holdsExpression(option) ? code` ${comment(place(spanOf(option), module.lines))}` : code``;
    return code`  ${propertyKey(option.key)}: ${indented(emitValue(option.value, context))},${trailing}`;
  });
  return code`flow.${propertyKey(action.runtime)}(step, {\n${join([...shared, ...options], "\n")}\n})`;
}

function holdsExpression({ value }: PlanEntry): boolean {
  return value.kind !== "constant";
}

function spanOf({ value }: PlanEntry): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
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

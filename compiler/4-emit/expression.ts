import { findRuntimeFunction } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import {
  array,
  binary,
  type Code,
  call,
  coalesce,
  code,
  conditional,
  type Expression,
  type Identifier,
  identifier,
  join,
  literal,
  member,
  object,
  quoted,
  sequence,
  unary,
} from "../nouns/typescript.ts";
import { fold } from "../tree/fold.ts";
import { arrayProperty } from "./array-property.ts";
import { emitBinary } from "./binary.ts";
import { countSides, type Decisions } from "./decisions.ts";
import { emitGuarded } from "./guard.ts";
import type { Identifiers } from "./identifiers.ts";
import { emitIteration, emitOneLoop } from "./iteration.ts";
import { emitMember } from "./member.ts";
import type { Places } from "./places.ts";
import { isBool, isNilable, isNumber } from "./sure-type.ts";
import { emitType } from "./types.ts";
import { names, nil, results, runtimeCall, step } from "./words.ts";

/** What the expressions of one function share. */
export interface EmitContext {
  readonly identifiers: Identifiers;
  /** False where plain JavaScript is wanted: no type annotations then. */
  readonly typed: boolean;
  /** The type of `step`, where there are types. */
  readonly stepType: Code;
  /** Variables that the function declares at its top. */
  readonly locals: Identifier[];
  /** Regular expressions of the module: source text and flags, each under its identifier. */
  readonly patterns: Map<string, { readonly name: Identifier; readonly source: string }>;
  /** Functions that the module declares: the loops of predicates. */
  readonly hoisted: Code[];
  /** Validators, by resource or by the key of a schema; none where an expression stands alone. */
  readonly validators?: ReadonlyMap<string, Expression>;
  /** Variables that are declared in this function. */
  readonly variables: ReadonlyMap<string, Expression>;
  /** Takes the places of expressions that may fail; none where an expression stands alone. */
  readonly places?: Places;
  /** Takes the decisions, where the module counts which ways its runs go. */
  readonly decisions?: Decisions;
  /** True where the values are secrets. */
  readonly secret?: boolean;
  /** True where nothing has been done yet: what fails there on what the caller gave is the caller's mistake. */
  readonly asked?: boolean;
  /** Where the function is called, if it is a loop: what it reads of the variables there, it takes as arguments. */
  readonly outer?: { readonly context: EmitContext; readonly captured: Map<string, Captured> };
}

/** A variable of the surroundings: the parameter that takes it, and the argument. */
export interface Captured {
  readonly parameter: Identifier;
  readonly argument: Expression;
}

type Emitters = {
  readonly [Kind in PlanExpression["kind"]]: (
    node: Extract<PlanExpression, { kind: Kind }>,
    context: EmitContext,
  ) => Expression;
};

const emitters: Emitters = {
  constant: ({ value }) => literal(value),
  result: emitResult,
  stored: ({ name, type }) => (isNilable(type) ? coalesce(member(names, name), nil) : member(names, name)),
  input: ({ name }) => member(member(step, "inputs"), name),
  argument: ({ name, type }, { typed }) =>
    runtimeCall("argument", [step, quoted(name)], typed ? emitType(type) : undefined),
  request: ({ part }) => runtimeCall("request", [step, quoted(part)]),
  file: ({ part }) => runtimeCall("file", [step, quoted(part)]),
  environment: ({ name, type }) => runtimeCall(isNilable(type) ? "optionalEnv" : "env", [step, quoted(name)]),
  // An expression that stands alone is in no module.
  info: ({ name }, { typed }) =>
    name === "dir" && typed
      ? runtimeCall("folder", [step, member(identifier`import.meta`, "url")])
      : runtimeCall("info", [step, quoted(name)]),
  failure: emitVariable,
  store: ({ name, value }, context) => binary(member(names, name), "=", emitExpression(value, context)),
  variable: emitVariable,
  call: emitCall,
  method: emitMethod,
  iteration: emitIteration,
  unary: ({ operator, operand }, context) =>
    operator === "not" ? unary("!", emitBool(operand, context)) : unary("-", emitNumber(operand, context)),
  binary: emitBinary,
  member: emitMember,
  slice: ({ object, from, to }, context) =>
    runtimeCall(
      "slice",
      [object, from, to].map((part) => (part === undefined ? literal(part) : emitExpression(part, context))),
    ),
  conditional: emitConditional,
  let: emitLet,
  sequence: ({ expressions }, context) => sequence(emitAll(expressions, context)),
  array: ({ elements }, context) => array(emitAll(elements, context)),
  map: ({ pairs }, context) =>
    object(
      pairs.map(({ key, value }) => [
        key.kind === "constant" ? String(key.value) : call(identifier`String`, [emitExpression(key, context)]),
        emitExpression(value, context),
      ]),
    ),
};

/** An expression as plain JavaScript: operators where the types allow, a runtime function elsewhere. nil is null. */
export function emitExpression(node: PlanExpression, context: EmitContext): Expression {
  const folded = fold(node);
  return (emitters[folded.kind] as (node: PlanExpression, context: EmitContext) => Expression)(folded, context);
}

/** A variable of the function, or a parameter for one of its surroundings. */
function emitVariable(node: Variable, context: EmitContext): Expression {
  const name = node.kind === "failure" ? "error" : node.name;
  const own = context.variables.get(name);
  if (own !== undefined || context.outer === undefined) return own ?? nil;
  const { captured } = context.outer;
  const known = captured.get(name);
  if (known !== undefined) return known.parameter;
  const argument = emitVariable(node, context.outer.context);
  const parameter = argument.kind === "identifier" ? argument : context.identifiers.make(name);
  captured.set(name, { parameter, argument });
  return parameter;
}

type Variable = Extract<PlanExpression, { kind: "variable" | "failure" }>;

/** The expression where a bool must stand; checked at run time unless its type says so. */
export function emitBool(node: PlanExpression, context: EmitContext): Expression {
  if (isBool(node.type)) return emitExpression(node, context);
  return emitGuarded(node, "boolean", "bool", context) ?? runtimeCall("bool", [emitExpression(node, context)]);
}

/** The expression where a number must stand. */
export function emitNumber(node: PlanExpression, context: EmitContext): Expression {
  if (isNumber(node.type)) return emitExpression(node, context);
  return emitGuarded(node, "number", "number", context) ?? runtimeCall("number", [emitExpression(node, context)]);
}

function emitConditional(node: Extract<PlanExpression, { kind: "conditional" }>, context: EmitContext): Expression {
  const test = emitBool(node.test, context);
  const [consequent, alternate] = emitAll([node.consequent, node.alternate], context);
  return conditional(test, ...countSides(context, node, [consequent ?? nil, alternate ?? nil]));
}

function emitAll(nodes: readonly PlanExpression[], context: EmitContext): readonly Expression[] {
  return nodes.map((node) => emitExpression(node, context));
}

function emitCall(node: Extract<PlanExpression, { kind: "call" }>, context: EmitContext): Expression {
  const [first] = node.arguments;
  const oneLoop = first?.kind === "iteration" ? emitOneLoop(node.runtime, first, context) : undefined;
  if (oneLoop !== undefined) return oneLoop;
  const property = arrayProperty(node);
  if (first !== undefined && property !== undefined) return member(emitExpression(first, context), property);
  const given = emitAll(node.arguments, context);
  // The time is the run's.
  return runtimeCall(node.runtime, findRuntimeFunction(node.runtime)?.readsClock ? [step, ...given] : given);
}

function emitResult({ id, sure, field, optional }: Extract<PlanExpression, { kind: "result" }>): Expression {
  const result = sure ? ({ kind: "nonNull", value: member(results, id) } as const) : member(results, id);
  if (field === undefined) return result;
  return optional ? coalesce(member(result, field, "?."), nil) : member(result, field);
}

/** Which method it is, only the run knows; where the checker knows the type of its value, TypeScript learns it. */
function emitMethod(node: Extract<PlanExpression, { kind: "method" }>, context: EmitContext): Expression {
  const { object, name, arguments: given, type } = node;
  const value = runtimeCall("callMethod", [
    emitExpression(object, context),
    quoted(name),
    array(emitAll(given, context)),
  ]);
  return context.typed && type.kind !== "any" ? { kind: "as", value, type: emitType(type) } : value;
}

/** `let x = v; body` as `(x = v, body)`, with x declared at the top of the function: no closure is made. */
function emitLet(node: Extract<PlanExpression, { kind: "let" }>, context: EmitContext): Expression {
  const name = context.identifiers.make(node.name);
  context.locals.push(name);
  const value = emitExpression(node.value, context);
  const body = emitExpression(node.body, { ...context, variables: new Map(context.variables).set(node.name, name) });
  return sequence([binary(name, "=", value), body]);
}

/** The declaration of a function's local variables; nothing where there are none. */
export function declareLocals(locals: readonly Identifier[], typed: boolean): readonly Code[] {
  if (locals.length === 0) return [];
  const variables = locals.map((local) => (typed ? code`${local}: any` : local));
  return [code`let ${join(variables, ", ")};`];
}

import type { PlanExpression } from "../nouns/plan.ts";
import { fold } from "../tree/fold.ts";
import { emitBinary } from "./binary.ts";
import {
  type Code,
  code,
  type Identifiers,
  isIdentifier,
  join,
  literal,
  object,
  optionalAccess,
  propertyAccess,
  propertyKey,
  quoted,
} from "./code.ts";
import { emitGuardedBool, emitGuardedNumber } from "./guard.ts";
import { emitIteration, emitSumOfMap } from "./iteration.ts";
import { emitMember, mayFallBack } from "./member.ts";
import type { Places } from "./places.ts";
import { isBool, isNilable, isNumber } from "./sure-type.ts";
import { emitType } from "./types.ts";

/** What the expressions of one function share. */
export interface EmitContext {
  readonly identifiers: Identifiers;
  /** False where plain JavaScript is wanted: no type annotations then. */
  readonly typed: boolean;
  /** The type of `step`, where there are types. */
  readonly stepType: Code;
  /** Variables that the function declares at its top. */
  readonly locals: Code[];
  /** Regular expressions of the module: source text and flags, each under its identifier. */
  readonly patterns: Map<string, { readonly name: Code; readonly source: string }>;
  /** Functions that the module declares: the loops of predicates. */
  readonly hoisted: Code[];
  /** Names in the module of validators, by resource or by the key of a schema; none where an expression stands alone. */
  readonly validators?: ReadonlyMap<string, Code>;
  /** Variables that are declared in this function. */
  readonly variables: ReadonlyMap<string, Code>;
  /** Takes the places of expressions that may fail; none where an expression stands alone. */
  readonly places?: Places;
  /** True where the values are secrets. */
  readonly secret?: boolean;
  /** True where nothing has been done yet: what fails there on what the caller gave is the caller's mistake. */
  readonly asked?: boolean;
  /** Where the function is called, if it is a loop: what it reads of the variables there, it takes as arguments. */
  readonly outer?: { readonly context: EmitContext; readonly captured: Map<string, Captured> };
}

/** A variable of the surroundings: the parameter that takes it, and the argument. */
export interface Captured {
  readonly parameter: Code;
  readonly argument: Code;
}

type Emitters = {
  readonly [Kind in PlanExpression["kind"]]: (
    node: Extract<PlanExpression, { kind: Kind }>,
    context: EmitContext,
  ) => Code;
};

const emitters: Emitters = {
  constant: ({ value }) => literal(value),
  result: emitResult,
  stored: ({ name, type }) =>
    isNilable(type) ? code`step.names${propertyAccess(name)} ?? null` : code`step.names${propertyAccess(name)}`,
  input: ({ name }) => code`step.inputs${propertyAccess(name)}`,
  argument: ({ name, type }, { typed }) =>
    typed ? code`flow.argument<${emitType(type)}>(step, ${quoted(name)})` : code`flow.argument(step, ${quoted(name)})`,
  request: ({ part }) => code`flow.request(step, ${quoted(part)})`,
  file: ({ part }) => code`flow.file(step, ${quoted(part)})`,
  environment: ({ name, type }) =>
    isNilable(type) ? code`flow.optionalEnv(step, ${quoted(name)})` : code`flow.env(step, ${quoted(name)})`,
  // An expression that stands alone is in no module.
  info: ({ name }, { typed }) =>
    name === "dir" && typed ? code`flow.folder(step, import.meta.url)` : code`flow.info(step, ${quoted(name)})`,
  failure: emitVariable,
  store: ({ name, value }, context) => code`step.names${propertyAccess(name)} = ${emitExpression(value, context)}`,
  variable: emitVariable,
  call: emitCall,
  method: emitMethod,
  iteration: emitIteration,
  unary: ({ operator, operand }, context) =>
    operator === "not" ? code`!${emitBool(operand, context)}` : code`-${emitNumber(operand, context)}`,
  binary: emitBinary,
  member: emitMember,
  slice: ({ object, from, to }, context) => code`flow.slice(${emitList([object, from, to], context)})`,
  conditional: ({ test, consequent, alternate }, context) =>
    code`${emitBool(test, context)} ? ${emitOperand(consequent, context)} : ${emitOperand(alternate, context)}`,
  let: emitLet,
  sequence: ({ expressions }, context) => code`(${emitList(expressions, context)})`,
  array: ({ elements }, context) => code`[${emitList(elements, context)}]`,
  map: ({ pairs }, context) => object(pairs.map((pair) => emitPair(pair, context))),
};

/** An expression as plain JavaScript: operators where the types allow, a runtime function elsewhere. nil is null. */
export function emitExpression(node: PlanExpression, context: EmitContext): Code {
  const folded = fold(node);
  return (emitters[folded.kind] as (node: PlanExpression, context: EmitContext) => Code)(folded, context);
}

/** A variable of the function, or a parameter for one of its surroundings. */
export function emitVariable(node: Variable, context: EmitContext): Code {
  const name = node.kind === "failure" ? "error" : node.name;
  const own = context.variables.get(name);
  if (own !== undefined || context.outer === undefined) return own ?? code`null`;
  const { captured } = context.outer;
  const known = captured.get(name);
  if (known !== undefined) return known.parameter;
  const argument = emitVariable(node, context.outer.context);
  const parameter = isIdentifier(argument) ? argument : context.identifiers.make(name);
  captured.set(name, { parameter, argument });
  return parameter;
}

type Variable = Extract<PlanExpression, { kind: "variable" | "failure" }>;

/** The expression as an operand: operators inside operators stand in parentheses, so that no reader needs a table. */
export function emitOperand(node: PlanExpression, context: EmitContext): Code {
  const folded = fold(node);
  const value = emitExpression(folded, context);
  return isCompound(folded) ? code`(${value})` : value;
}

/** The left operand of `??`: what would only turn undefined into nil is left to it, and `a ?? b` needs no parentheses. */
export function emitNilable(node: PlanExpression, context: EmitContext): Code {
  const value = emitDefault(node, context);
  return isCoalescing(node) && value.endsWith(orNull) ? (value.slice(0, -orNull.length) as Code) : value;
}

const orNull = " ?? null";

/** The right operand of `??`. */
export function emitDefault(node: PlanExpression, context: EmitContext): Code {
  return isCoalescing(node) ? emitExpression(node, context) : emitOperand(node, context);
}

/** The expression where a bool must stand; checked at run time unless its type says so. */
export function emitBool(node: PlanExpression, context: EmitContext): Code {
  if (isBool(node.type)) return emitOperand(node, context);
  return emitGuardedBool(node, context) ?? code`flow.bool(${emitExpression(node, context)})`;
}

/** The same where nothing stands beside it. */
export function emitCondition(node: PlanExpression, context: EmitContext): Code {
  return isBool(node.type) ? emitExpression(node, context) : emitBool(node, context);
}

/** The expression where a number must stand. */
export function emitNumber(node: PlanExpression, context: EmitContext): Code {
  if (isNumber(node.type)) return emitOperand(node, context);
  return emitGuardedNumber(node, code`number`, context) ?? code`flow.number(${emitExpression(node, context)})`;
}

function isCompound(node: PlanExpression): boolean {
  if (node.kind === "constant") return typeof node.value === "number" && node.value < 0;
  return isCoalescing(node) || compoundKinds.has(node.kind);
}

/** True where the code is `… ?? …`. */
function isCoalescing(node: PlanExpression): boolean {
  if (node.kind === "result") return node.optional && node.field !== undefined;
  if (node.kind === "stored") return isNilable(node.type);
  return (node.kind === "binary" && node.operator === "??") || mayFallBack(node);
}

const compoundKinds: ReadonlySet<PlanExpression["kind"]> = new Set(["binary", "unary", "conditional", "store"]);

function emitList(nodes: readonly (PlanExpression | undefined)[], context: EmitContext): Code {
  return join(
    nodes.map((node) => (node === undefined ? code`undefined` : emitExpression(node, context))),
    ", ",
  );
}

function emitCall(node: Extract<PlanExpression, { kind: "call" }>, context: EmitContext): Code {
  const [first] = node.arguments;
  if (node.runtime === "sum" && first?.kind === "iteration" && first.name === "map")
    return emitSumOfMap(first, context);
  if (node.runtime === "len" && first?.type.kind === "array" && !isNilable(first.type))
    return code`${emitOperand(first, context)}.length`;
  return code`flow.${propertyKey(node.runtime)}(${emitList(node.arguments, context)})`;
}

function emitResult(node: Extract<PlanExpression, { kind: "result" }>): Code {
  const result = code`step.results${propertyAccess(node.id)}${node.sure ? code`!` : code``}`;
  if (node.field === undefined) return result;
  return node.optional
    ? code`${result}${optionalAccess(node.field)} ?? null`
    : code`${result}${propertyAccess(node.field)}`;
}

/** Which method it is, only the run knows; what it gives is told to TypeScript where the checker knows. */
function emitMethod(node: Extract<PlanExpression, { kind: "method" }>, context: EmitContext): Code {
  const { object: value, name, arguments: given, type } = node;
  const call = code`flow.callMethod(${emitExpression(value, context)}, ${quoted(name)}, [${emitList(given, context)}])`;
  return context.typed && type.kind !== "any" ? code`(${call} as ${emitType(type)})` : call;
}

/** `let x = v; body` as `(x = v, body)`, with x declared at the top of the function: no closure is made. */
function emitLet(node: Extract<PlanExpression, { kind: "let" }>, context: EmitContext): Code {
  const name = context.identifiers.make(node.name);
  context.locals.push(name);
  const value = emitExpression(node.value, context);
  const body = emitExpression(node.body, { ...context, variables: new Map(context.variables).set(node.name, name) });
  return code`(${name} = ${value}, ${body})`;
}

function emitPair(
  { key, value }: { readonly key: PlanExpression; readonly value: PlanExpression },
  context: EmitContext,
): Code {
  const name =
    key.kind === "constant" ? propertyKey(String(key.value)) : code`[String(${emitExpression(key, context)})]`;
  return code`${name}: ${emitExpression(value, context)}`;
}

/** The declaration of a function's local variables; nothing where there are none. */
export function declareLocals(locals: readonly Code[], typed: boolean): readonly Code[] {
  if (locals.length === 0) return [];
  return [
    code`let ${join(
      locals.map((local) => (typed ? code`${local}: any` : local)),
      ", ",
    )};`,
  ];
}

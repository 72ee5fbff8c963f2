import type { PlanExpression } from "../plan.ts";
import type { ValueType } from "../value-type.ts";
import { emitBinary } from "./binary.ts";
import {
  type Code,
  code,
  type Identifiers,
  join,
  literal,
  object,
  optionalAccess,
  propertyAccess,
  propertyKey,
  quoted,
} from "./code.ts";
import { emitIteration } from "./iteration.ts";
import { emitType } from "./types.ts";

/** What the expressions of one function share. */
export interface EmitContext {
  readonly identifiers: Identifiers;
  /** False where plain JavaScript is wanted: no type annotations then. */
  readonly typed: boolean;
  /** Variables that the function declares at its top. */
  readonly locals: Code[];
  /** Regular expressions of the module: source text and flags, each under its identifier. */
  readonly patterns: Map<string, { readonly name: Code; readonly source: string }>;
  /** Functions that the module declares: predicates that need nothing but the step and the element. */
  readonly hoisted: Code[];
  /** `let` variables in scope. */
  readonly variables: ReadonlyMap<string, Code>;
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
  request: ({ part }) => code`step.request(${quoted(part)})`,
  file: ({ part }) => code`step.file(${quoted(part)})`,
  environment: ({ name, type }) =>
    isNilable(type) ? code`step.optionalEnv(${quoted(name)})` : code`step.env(${quoted(name)})`,
  info: ({ name }) => code`step.info(${quoted(name)})`,
  failure: () => code`error`,
  store: ({ name, value }, context) => code`step.names${propertyAccess(name)} = ${emitExpression(value, context)}`,
  variable: ({ name }, { variables }) => variables.get(name) ?? code`null`,
  call: (node, context) => code`flow.${propertyKey(node.runtime)}(${emitList(node.arguments, context)})`,
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
  return (emitters[node.kind] as (node: PlanExpression, context: EmitContext) => Code)(node, context);
}

/** The expression as an operand: operators inside operators stand in parentheses, so that no reader needs a table. */
export function emitOperand(node: PlanExpression, context: EmitContext): Code {
  const value = emitExpression(node, context);
  return isCompound(node) ? code`(${value})` : value;
}

/** The left operand of `??`: what would only turn undefined into nil is left to it. */
export function emitNilable(node: PlanExpression, context: EmitContext): Code {
  const value = emitExpression(node, context);
  const ending = " ?? null";
  if ((node.kind === "stored" || node.kind === "result") && value.endsWith(ending))
    return value.slice(0, -ending.length) as Code;
  return isCompound(node) ? code`(${value})` : value;
}

/** The expression where a bool must stand; checked at run time unless its type says so. */
export function emitBool(node: PlanExpression, context: EmitContext): Code {
  return node.type.kind === "bool" && !isNilable(node.type)
    ? emitOperand(node, context)
    : code`flow.bool(${emitExpression(node, context)})`;
}

/** The same where nothing stands beside it. */
export function emitCondition(node: PlanExpression, context: EmitContext): Code {
  return node.type.kind === "bool" && !isNilable(node.type) ? emitExpression(node, context) : emitBool(node, context);
}

/** The expression where a number must stand. */
export function emitNumber(node: PlanExpression, context: EmitContext): Code {
  return isNumber(node.type) ? emitOperand(node, context) : code`flow.number(${emitExpression(node, context)})`;
}

/** True for a number that cannot be nil. */
export function isNumber(type: ValueType): boolean {
  return (type.kind === "int" || type.kind === "float") && !isNilable(type);
}

/** True for a text that cannot be nil. */
export function isString(type: ValueType): boolean {
  return type.kind === "string" && !isNilable(type);
}

/** True where the value may be nil. */
export function isNilable(type: ValueType): boolean {
  return type.kind === "any" || type.kind === "nil" || type.optional === true;
}

function isCompound(node: PlanExpression): boolean {
  if (node.kind === "constant") return typeof node.value === "number" && node.value < 0;
  if (node.kind === "result") return node.optional && node.field !== undefined;
  return compoundKinds.has(node.kind);
}

const compoundKinds: ReadonlySet<PlanExpression["kind"]> = new Set([
  "binary",
  "unary",
  "conditional",
  "store",
  "stored",
]);

function emitList(nodes: readonly (PlanExpression | undefined)[], context: EmitContext): Code {
  return join(
    nodes.map((node) => (node === undefined ? code`undefined` : emitExpression(node, context))),
    ", ",
  );
}

function emitResult(node: Extract<PlanExpression, { kind: "result" }>): Code {
  const result = code`step.results${propertyAccess(node.id)}`;
  if (node.field === undefined) return result;
  return node.optional
    ? code`${result}${optionalAccess(node.field)} ?? null`
    : code`${result}${propertyAccess(node.field)}`;
}

function emitMember(node: Extract<PlanExpression, { kind: "member" }>, context: EmitContext): Code {
  const { type } = node.object;
  const key = node.key.kind === "constant" && typeof node.key.value === "string" ? node.key.value : undefined;
  const known =
    type.kind === "map" &&
    !isNilable(type) &&
    key !== undefined &&
    type.fields !== undefined &&
    Object.hasOwn(type.fields, key);
  if (known && node.object.kind !== "map") return code`${emitOperand(node.object, context)}${propertyAccess(key)}`;
  const read = node.optional ? code`optionalMember` : code`member`;
  return code`flow.${read}(${emitExpression(node.object, context)}, ${emitExpression(node.key, context)})`;
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

import { anyType, floatType, intType, stringType, type ValueType } from "../value-type.ts";

/** One function of the expression language, as its users see it. */
export interface FunctionSpec {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: ValueType;
  /** `accessor`: resolved by the checker and never called at run time. Else the runtime function of that name. */
  readonly implementation: { readonly kind: "accessor" } | { readonly kind: "runtime"; readonly name: string };
  readonly description: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: ValueType;
  readonly optional?: boolean;
}

const name: Parameter = { name: "name", type: stringType };
const action: Parameter = { name: "actionId", type: stringType };
const value: Parameter = { name: "value", type: anyType };
const text: Parameter = { name: "text", type: stringType };

/** Every function, in the order of the documentation. Expr's own keep Expr's meaning (its language definition). */
export const functions: readonly FunctionSpec[] = [
  accessor(
    "get",
    [name, optional("sourceOrDefault")],
    "The output of a resource, a stored name, the request or an input",
  ),
  accessor("set", [name, value], "Stores a value under a name; only in before, after and onError.expr"),
  accessor("output", [action], "The result of a resource"),
  accessor("input", [name, optional("default")], "An input of the run"),
  accessor(
    "env",
    [name, optional("default")],
    "An environment variable; one without a default must be set when the run starts",
  ),
  accessor("info", [name], "A fact about the run, such as its timestamp"),
  accessor("exec.stdout", [action], "Standard output of an exec resource", stringType),
  accessor("exec.stderr", [action], "Standard error of an exec resource", stringType),
  accessor("exec.exitCode", [action], "Exit code of an exec resource; 0 means success", intType),
  runtime("json", [value], "The value as compact JSON text", stringType),
  runtime("quote", [value], "The text as one word of a POSIX shell", stringType),
  runtime(
    "default",
    [value, { name: "default", type: anyType }],
    "The value, or the default where it is nil or empty text",
    anyType,
    "defaultTo",
  ),
  runtime("len", [value], "Characters of a text, or elements of an array or map", intType),
  runtime("upper", [text], "The text in capitals", stringType),
  runtime("lower", [text], "The text in small letters", stringType),
  runtime(
    "trim",
    [text, { name: "characters", type: stringType, optional: true }],
    "The text without white space, or these characters, at its ends",
    stringType,
  ),
  runtime("string", [value], "The value as text, as Go prints it", stringType, "toText"),
  runtime("int", [value], "The value as a whole number; text must hold one", intType),
  runtime("float", [value], "The value as a number; text must hold one", floatType),
  runtime("toJSON", [value], "The value as indented JSON text", stringType),
  runtime("fromJSON", [text], "The value that a JSON text stands for", anyType),
];

const byName = new Map(functions.map((spec) => [spec.name, spec]));

/** The function of this name; `exec.stderr` and the like are one name. */
export function findFunction(functionName: string): FunctionSpec | undefined {
  return byName.get(functionName);
}

/** How a call of the function is written, for messages: `trim(text, [characters])`. */
export function signature(spec: FunctionSpec): string {
  const parameters = spec.parameters.map((parameter) => (parameter.optional ? `[${parameter.name}]` : parameter.name));
  return `${spec.name}(${parameters.join(", ")})`;
}

/** True for text that begins with a call to a known function, as a plain scalar that is an expression does. */
export function startsWithCall(source: string): boolean {
  const called = /^([A-Za-z_]\w*(?:\.\w+)?)\s*\(/.exec(source);
  return called?.[1] !== undefined && byName.has(called[1]);
}

function optional(parameter: string): Parameter {
  return { name: parameter, type: anyType, optional: true };
}

function accessor(
  functionName: string,
  parameters: readonly Parameter[],
  description: string,
  result: ValueType = anyType,
): FunctionSpec {
  return { name: functionName, parameters, result, implementation: { kind: "accessor" }, description };
}

// biome-ignore lint/complexity/useMaxParams: a line of a table reads best as one call
function runtime(
  functionName: string,
  parameters: readonly Parameter[],
  description: string,
  result: ValueType,
  runtimeName = functionName,
): FunctionSpec {
  return {
    name: functionName,
    parameters,
    result,
    implementation: { kind: "runtime", name: runtimeName },
    description,
  };
}

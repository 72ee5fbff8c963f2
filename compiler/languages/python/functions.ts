import { fieldOf, nodesIn, type SyntaxNode } from "../syntax-node.ts";
import type { PythonAssignment, PythonCall, PythonValue } from "./python-script.ts";
import type { ValueReader } from "./value-reader.ts";

/** A function of the script; those of the same name in several classes are not distinguished. */
export interface PythonFunction {
  readonly name: string;
  /** The names of its parameters, without `self`. */
  readonly parameters: readonly string[];
  readonly returned: readonly PythonValue[];
  readonly defaults: readonly PythonAssignment[];
}

/** All functions: those with a name, and those that a name is given. A class is the function that makes its objects. */
export function functionsOf(nodes: readonly SyntaxNode[], values: ValueReader): readonly PythonFunction[] {
  return nodes.flatMap((node): readonly PythonFunction[] => {
    if (node.type === "function_definition") return named(fieldOf(node, "name"), node, values);
    if (node.type === "class_definition") {
      const maker = [...nodesIn(node)].find(
        (inner) => inner.type === "function_definition" && written(fieldOf(inner, "name"), values) === "__init__",
      );
      return maker === undefined ? [] : named(fieldOf(node, "name"), maker, values);
    }
    const right = node.type === "assignment" ? fieldOf(node, "right") : undefined;
    return right?.type === "lambda" ? named(fieldOf(node, "left"), right, values) : [];
  });
}

/** What calls give the parameters of the functions that they call; `*list` and `**map` may be any of them. */
export function bindingsOf(
  calls: readonly PythonCall[],
  functions: readonly PythonFunction[],
): readonly PythonAssignment[] {
  return calls.flatMap(({ name, arguments: given, keywords, isSpread }) =>
    functions
      .filter((called) => called.name === name.slice(name.lastIndexOf(".") + 1))
      .flatMap(({ parameters }) => [
        ...(isSpread
          ? parameters.flatMap((parameter) => given.map((value) => ({ name: parameter, value: other(value) })))
          : given.flatMap((value, index) => bound(parameters[index], value))),
        ...keywords.flatMap((keyword) => bound(keyword.name, keyword.value)),
      ]),
  );
}

function bound(name: string | undefined, value: PythonValue): readonly PythonAssignment[] {
  return name === undefined ? [] : [{ name, value }];
}

function other(value: PythonValue): PythonValue {
  return { kind: "other", parts: [value] };
}

function named(name: SyntaxNode | undefined, node: SyntaxNode, values: ValueReader): readonly PythonFunction[] {
  const own = written(name, values);
  if (own === undefined) return [];
  const parameters = (fieldOf(node, "parameters")?.children ?? []).flatMap((parameter) => {
    const inner = fieldOf(parameter, "name") ?? [...nodesIn(parameter)].find(({ type }) => type === "identifier");
    const parameterName = written(inner, values);
    const value = fieldOf(parameter, "value");
    return parameterName === undefined || parameterName === "self" ? [] : [{ name: parameterName, value }];
  });
  const body = fieldOf(node, "body");
  const returned =
    node.type === "lambda"
      ? [body]
      : [...(body === undefined ? [] : nodesIn(body))].flatMap(({ type, children }) =>
          type === "return_statement" || type === "yield" ? children.slice(1) : [],
        );
  return [
    {
      name: own,
      parameters: parameters.map((parameter) => parameter.name),
      returned: returned.flatMap((value) => (value === undefined ? [] : [values.value(value)])),
      defaults: parameters.flatMap(({ name: parameter, value }) =>
        value === undefined ? [] : [{ name: parameter, value: values.value(value) }],
      ),
    },
  ];
}

function written(node: SyntaxNode | undefined, values: ValueReader): string | undefined {
  return node?.type === "identifier" ? values.written(node) : undefined;
}

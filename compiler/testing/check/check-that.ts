import { parseExpression } from "../../2-parse/expression.ts";
import { resolveScoped } from "../../3-check/resolve/scoped-expression.ts";
import type { Access, FunctionSpec } from "../../functions/spec.ts";
import { findFunction } from "../../functions/table.ts";
import type { Code } from "../../nouns/codes.ts";
import { collector } from "../../nouns/collector.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { ScalarNode } from "../../nouns/node.ts";
import { type Source, span } from "../../nouns/source.ts";
import { anyType, mapType, typeName, type ValueType } from "../../nouns/value-type.ts";
import { calledName } from "../../tree/called-name.ts";
import { expressionChildren } from "../../tree/expression-children.ts";
import { walk } from "../../tree/walk.ts";

/** What `that` is about: the type of the value that it sees, and the code of what can never hold. */
export interface ThatContext {
  readonly type: ValueType;
  readonly code: Code;
}

/** Looks at the expression of a matcher `that`: it sees `value` alone, has no run around it, and must be a bool. */
export function checkThat(node: ScalarNode, { type, code }: ThatContext, report: Report): void {
  const { source } = node.span;
  const parsed = parseExpression(String(node.value), node.place);
  if (parsed.kind !== "expression") {
    report("expression-syntax", span(source, parsed.start, parsed.end), parsed.message, { help: parsed.help });
    return;
  }
  const strangers = [...walk([parsed.expression], expressionChildren)].flatMap((one) => strangerAt(one) ?? []);
  for (const { at, name, help } of strangers) {
    const { start, end } = at.inner ?? at;
    report(code, span(source, start, end), `"${name}" has no meaning in "that", which sees "value" alone`, { help });
  }
  if (strangers.length > 0) return;
  const result = resolve(parsed.expression, source, jsonType(type), report);
  if (result.kind !== "bool" && result.kind !== "any")
    report(code, node.span, `"that" must be a bool, found ${typeName(result)}: this can never hold`);
}

/** Its type; mistakes are reported, doubts are not. */
function resolve(expression: Expression, source: Source, type: ValueType, report: Report): ValueType {
  const { found, report: note } = collector();
  const variables = new Map([
    ["value", type],
    ["$env", mapType],
  ]);
  const { type: result } = resolveScoped(expression, source, variables, note);
  const errors = found.filter(({ severity }) => severity === "error");
  for (const { code, span: at, message, severity: _error, ...extras } of errors) report(code, at, message, extras);
  return errors.length === 0 ? result : anyType;
}

interface Stranger {
  readonly at: Expression;
  readonly name: string;
  /** What to write instead. */
  readonly help: string;
}

/** What reads a run, or the clock. */
function strangerAt(node: Expression): Stranger | undefined {
  if (node.kind === "member" && node.object.kind === "identifier") {
    // `input.name` is a call that is written in another way.
    const { name } = node.object;
    const access = accessOf(findFunction(name));
    return access === "input" ? { at: node.object, name, help: instead[access] } : undefined;
  }
  const name = node.kind === "call" ? calledName(node.callee) : undefined;
  const spec = name === undefined ? undefined : findFunction(name);
  if (node.kind !== "call" || name === undefined) return undefined;
  if (spec?.readsClock) return { at: node.callee, name, help: 'write the time itself, such as date("2026-01-02")' };
  const access = accessOf(spec);
  if (access === undefined) return undefined;
  return { at: node.callee, name, help: typeof access === "string" ? instead[access] : instead.resource };
}

function accessOf(spec: FunctionSpec | undefined): Access | undefined {
  return spec?.implementation.kind === "accessor" ? spec.implementation.access : undefined;
}

const ofResources =
  'write value for what stands in its place; what a resource was asked and how it ended is expected under "calls" and "resources"';

const instead: Readonly<Record<Extract<Access, string>, string>> = {
  name: ofResources,
  resource: ofResources,
  store: "a test stores nothing: leave it out",
  input: "write the value that the test gives for the input",
  environment: "write the value that the test gives for the variable",
  fact: "write the value itself",
};

/** The type of the value as data of JSON: times are text or numbers there, and a float may look like an int. */
function jsonType(type: ValueType): ValueType {
  switch (type.kind) {
    case "date":
    case "duration":
    case "timezone":
    case "float":
      return anyType;
    case "array":
      return { ...type, element: jsonType(type.element) };
    case "map": {
      const fields = Object.entries(type.fields ?? {}).map(([name, field]) => [name, jsonType(field)] as const);
      return type.fields === undefined ? type : { ...type, fields: Object.fromEntries(fields) };
    }
    default:
      return type;
  }
}

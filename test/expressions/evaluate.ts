import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledExpression, compileExpression, type Scope } from "../../compiler/compile-expression.ts";
import type { ValueType } from "../../compiler/nouns/value-type.ts";
import { FlowDate } from "../../runtime-lib/dates/date.ts";
import { FlowDuration } from "../../runtime-lib/dates/duration.ts";
import { FlowZone } from "../../runtime-lib/dates/zone.ts";
import * as flow from "../../runtime-lib/index.ts";
import { FlowError } from "../../runtime-lib/run/errors.ts";

/** The environment of the conformance corpus. */
export const scope = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "conformance", "expr-env.json"), "utf8"),
) as Scope;

/** The value of a compiled expression. */
export function evaluate({ body }: Extract<CompiledExpression, { kind: "script" }>): unknown {
  return new Function("flow", "step", "scope", body)(flow, step, scope);
}

/** Of a run on the machine's own clock. */
const step = { run: { effects: undefined } };

const failureClasses = new Set(["validation", "provider", "timeout", "compile", "preflight", "infra", "tool_runtime"]);

/** What breaks the promises of the compiler about an expression; undefined where nothing does. */
export function brokenPromise(text: string): string | undefined {
  let compiled: CompiledExpression;
  try {
    compiled = compileExpression(text, scope);
  } catch (error) {
    return `compiling throws ${String(error)}`;
  }
  if (compiled.kind === "problems") return brokenDiagnostics(text, compiled);
  let value: unknown;
  try {
    value = evaluate(compiled);
  } catch (error) {
    const isFailure = error instanceof FlowError && failureClasses.has(error.failureClass);
    return isFailure ? undefined : `evaluating throws ${String(error)}`;
  }
  if (!isData(value)) return `the value is not data: ${String(JSON.stringify(value))}`;
  return wrongType(compiled.expression.type, value);
}

function brokenDiagnostics(text: string, { diagnostics }: Extract<CompiledExpression, { kind: "problems" }>) {
  if (diagnostics.length === 0) return "neither code nor a diagnostic";
  for (const { message, span } of diagnostics) {
    const inside = 0 <= span.start && span.start <= span.end && span.end <= text.length;
    if (!inside) return `${message}: outside the text, ${span.start} to ${span.end}`;
    if (message === "" || /undefined|\[object|NaN/.test(message.replaceAll(/['"].*['"]/g, "")))
      return `odd: ${message}`;
  }
  return undefined;
}

/** What JSON has, and numbers that are not finite, which Expr has. Dates and durations say themselves how to be written. */
function isData(value: unknown): boolean {
  if (value === null || ["boolean", "number", "string"].includes(typeof value)) return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isData);
  if ("toJSON" in value && !Object.hasOwn(value, "toJSON")) return isData(JSON.parse(JSON.stringify(value)));
  return Object.values(value).every(isData);
}

const kindTests: Readonly<Record<ValueType["kind"], (value: unknown) => boolean>> = {
  any: () => true,
  nil: (value) => value === null,
  bool: (value) => typeof value === "boolean",
  // Whole numbers beyond 2^53 are out of scope, and so is what becomes of them.
  int: (value) => Number.isInteger(value) || (typeof value === "number" && !(Math.abs(value) < 2 ** 53)),
  float: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  array: Array.isArray,
  map: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  date: (value) => value instanceof FlowDate,
  duration: (value) => value instanceof FlowDuration,
  timezone: (value) => value instanceof FlowZone,
};

/** Where a value has another type than the compiler knows it to have. */
function wrongType(type: ValueType, value: unknown, path = "value"): string | undefined {
  if ("optional" in type && type.optional && value === null) return undefined;
  if (!kindTests[type.kind]?.(value) && type.kind in kindTests)
    return `${path} is known to be ${type.kind}, but is ${JSON.stringify(value)}`;
  if (type.kind === "array")
    return (value as unknown[])
      .map((item, index) => wrongType(type.element, item, `${path}[${index}]`))
      .find((found) => found !== undefined);
  if (type.kind !== "map" || type.fields === undefined) return undefined;
  const map = value as Readonly<Record<string, unknown>>;
  return Object.entries(type.fields)
    .map(([name, field]) => wrongType(field, map[name], `${path}.${name}`))
    .find((found) => found !== undefined);
}

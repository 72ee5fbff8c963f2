import { parseExpression } from "../../2-parse/expression.ts";
import { resolveScoped } from "../../3-check/resolve/scoped-expression.ts";
import { collector } from "../../nouns/collector.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { MapEntry, Node } from "../../nouns/node.ts";
import { type Source, span } from "../../nouns/source.ts";
import { anyType, mapType } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { areMatcherKeys, typeWords } from "../expect/matchers.ts";

/** Looks at the matchers in expected data: expressions, patterns and names of types that cannot be read. */
export function checkMatchers(node: Node, report: Report): void {
  for (const map of matchersIn(node)) for (const entry of map.entries) checkMatcher(entry, report);
}

function* matchersIn(node: Node): Iterable<Extract<Node, { kind: "map" }>> {
  if (node.kind === "map" && areMatcherKeys(node.entries.map(({ key }) => key))) yield node;
  else if (node.kind === "map") for (const { value } of node.entries) yield* matchersIn(value);
  else if (node.kind === "sequence") for (const item of node.items) yield* matchersIn(item);
}

function checkMatcher({ key, value }: MapEntry, report: Report): void {
  if (value.kind !== "scalar") return;
  const text = String(value.value);
  if (key === "that") checkExpression(value, report);
  else if (key === "matches" && !isPattern(text)) {
    report("invalid-regex", value.span, `"${text}" is not a regular expression`);
  } else if (numeric.has(key) && typeof value.value !== "number") {
    report("test-expectation", value.span, `"${key}" compares with a number: this can never hold`);
  } else if (key === "type" && !typeWords.includes(text)) {
    const help = didYouMean(text, typeWords) ?? `types: ${typeWords.join(", ")}`;
    report("unknown-value", value.span, `"${text}" is not the name of a type`, { help });
  }
}

const numeric: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"]);

function checkExpression({ value, place, span: { source } }: Extract<Node, { kind: "scalar" }>, report: Report): void {
  const parsed = parseExpression(String(value), place);
  if (parsed.kind === "expression") checkNames(parsed.expression, source, report);
  else report("expression-syntax", span(source, parsed.start, parsed.end), parsed.message, { help: parsed.help });
}

/** Expressions of `that` see `value`, and no resource of the workflow. */
function checkNames(expression: Expression, source: Source, report: Report): void {
  const { found, report: note } = collector();
  const variables = new Map([
    ["value", anyType],
    ["$env", mapType],
  ]);
  resolveScoped(expression, source, variables, note);
  for (const { severity, code, span: at, message, ...extras } of found)
    if (severity === "error") report(code, at, message, extras);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

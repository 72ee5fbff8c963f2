import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { unreachable } from "../nouns/unreachable.ts";
import { expressionsPlanned } from "./value-children.ts";
import { walk } from "./walk.ts";

/** All expressions of these resources, inner ones too, in the order in which resources and their parts are written down. */
export function expressionsIn(resources: readonly PlanResource[]): readonly PlanExpression[] {
  return [...walk(expressionRoots(resources), planChildren)];
}

/** The same without those that stand inside others. */
export function expressionRoots(resources: readonly PlanResource[]): readonly PlanExpression[] {
  return resources.flatMap(rootsOf);
}

/** The expressions directly inside an expression, in source order. */
export function planChildren(node: PlanExpression): readonly PlanExpression[] {
  switch (node.kind) {
    case "constant":
    case "result":
    case "stored":
    case "input":
    case "argument":
    case "request":
    case "file":
    case "environment":
    case "info":
    case "failure":
    case "variable":
      return [];
    case "store":
      return [node.value];
    case "call":
      return node.arguments;
    case "method":
      return [node.object, ...node.arguments];
    case "iteration":
      return [node.array, ...(node.predicate === undefined ? [] : [node.predicate]), ...node.rest];
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "member":
      return [node.object, node.key];
    case "slice":
      return [node.object, node.from, node.to].filter((part) => part !== undefined);
    case "conditional":
      return [node.test, node.consequent, node.alternate];
    case "let":
      return [node.value, node.body];
    case "sequence":
      return node.expressions;
    case "array":
      return node.elements;
    case "map":
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    default:
      return unreachable(node);
  }
}

function rootsOf(resource: PlanResource): readonly PlanExpression[] {
  const { before, skip, checks, failureMessage, items, action, response, after, onError } = resource;
  const values = [
    failureMessage,
    items?.value,
    ...(action?.options ?? []).map((option) => option.value),
    response?.success,
    response?.response,
    response?.statusCode,
    response?.headers,
  ];
  return [
    ...before,
    ...[...skip, ...checks].map(({ expression }) => expression),
    ...expressionsPlanned(values.filter((value) => value !== undefined)),
    ...after,
    ...(onError === undefined ? [] : [...onError.when, ...onError.expressions]),
    ...expressionsPlanned(onError?.fallback === undefined ? [] : [onError.fallback]),
  ];
}

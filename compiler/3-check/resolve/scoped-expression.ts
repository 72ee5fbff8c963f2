import type { Report } from "../../nouns/diagnostic.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { type Source, span } from "../../nouns/source.ts";
import { emptyWorkflow } from "../../nouns/syntax.ts";
import type { ValueType } from "../../nouns/value-type.ts";
import { NearIndex } from "../../spelling/nearest.ts";
import { buildGraph } from "../graph/graph.ts";
import { noPoison } from "../graph/poison.ts";
import { noFindings } from "./context.ts";
import { resolveExpression } from "./expression.ts";

/** Resolves an expression that stands in no workflow and sees these variables alone. */
export function resolveScoped(
  expression: Expression,
  source: Source,
  variables: ReadonlyMap<string, ValueType>,
  report: Report,
): PlanExpression {
  return resolveExpression(expression, {
    source,
    workflow: emptyWorkflow(source, { value: "eval", span: span(source, 0, 0) }),
    graph: buildGraph([]),
    names: new Map(),
    arguments: new Map(),
    shapes: new Map(),
    findings: { ...noFindings(noPoison()), environment: new Set(), requiredEnvironment: new Map() },
    known: new NearIndex([]),
    report,
    resource: undefined,
    mayStore: false,
    ownResultIsThere: false,
    moment: undefined,
    variables,
    nonNil: [],
    nilIsHandled: false,
  });
}

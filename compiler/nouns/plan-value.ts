import type { PlanExpression } from "./plan-expression.ts";
import type { Span } from "./source.ts";

export interface PlanEntry {
  readonly key: string;
  readonly value: PlanValue;
}

/** A value of a field: data with expressions in it. */
export type PlanValue =
  | { readonly kind: "constant"; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: "expression"; readonly expression: PlanExpression }
  | { readonly kind: "template"; readonly parts: readonly (string | PlanExpression)[]; readonly span: Span }
  | PlanSchema
  | { readonly kind: "list"; readonly items: readonly PlanValue[]; readonly span: Span }
  | { readonly kind: "map"; readonly entries: readonly PlanEntry[]; readonly span: Span };

/** A JSON Schema and the function that ajv compiles from it, under a key of the workflow's own. */
export interface PlanSchema {
  readonly kind: "schema";
  readonly key: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly span: Span;
  /** True where a run needs no more of it than the function. */
  readonly onlyValidates?: true;
}

import type { DiagnosticExtras } from "./diagnostic.ts";
import type { Expression } from "./expression.ts";
import type { ScalarNode } from "./node.ts";
import type { Located, Span } from "./source.ts";

/** An expression with the file its offsets belong to and its own text, for messages at run time. */
export interface ExpressionSyntax {
  readonly kind: "expression";
  readonly span: Span;
  readonly text: string;
  readonly root: Expression;
}

/** A value of a resource that may hold expressions. `node`: the text that it was read from, for places in it. */
export type ValueSyntax =
  | LiteralSyntax
  | ExpressionSyntax
  | TemplateSyntax
  | { readonly kind: "list"; readonly span: Span; readonly items: readonly ValueSyntax[] }
  | { readonly kind: "map"; readonly span: Span; readonly entries: readonly ValueEntry[] };

/** `node` is the text that a value was read from, for places in it. */
export interface LiteralSyntax {
  readonly kind: "literal";
  readonly span: Span;
  readonly node?: ScalarNode;
  readonly value: string | number | boolean | null;
  readonly doubt?: Doubt | undefined;
}

export interface TemplateSyntax {
  readonly kind: "template";
  readonly span: Span;
  readonly node?: ScalarNode;
  readonly parts: readonly (string | ExpressionSyntax)[];
  readonly doubt?: Doubt | undefined;
}

/** What makes text look as if it was meant as an expression: a finding, unless the text is refused where it stands. */
export interface Doubt {
  readonly span: Span;
  readonly message: string;
  readonly extras: DiagnosticExtras;
}

export interface ValueEntry {
  readonly key: Located<string>;
  readonly value: ValueSyntax;
}

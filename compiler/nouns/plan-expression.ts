import type { BinaryOperator } from "./expression.ts";
import type { Span } from "./source.ts";
import type { ValueType } from "./value-type.ts";

/** An expression with every name resolved and every node typed. */
export type PlanExpression = {
  readonly span: Span;
  readonly type: ValueType;
  /** Of a whole expression of the documents: how it is written, for messages of a run. */
  readonly text?: string;
} & (
  | { readonly kind: "constant"; readonly value: string | number | boolean | null }
  /** A resource's result, or one field of it. */
  | {
      readonly kind: "result";
      readonly id: string;
      readonly field: string | undefined;
      /** True where it may be nil. */
      readonly optional: boolean;
      /** True where it may be nil elsewhere, but not here. */
      readonly sure: boolean;
    }
  | { readonly kind: "stored"; readonly name: string }
  | { readonly kind: "input"; readonly name: string }
  /** An argument of a tool's call, in the tool's resource. */
  | { readonly kind: "argument"; readonly name: string }
  | { readonly kind: "request"; readonly part: "body" | "query" | "headers" }
  | { readonly kind: "file"; readonly part: "content" | "filepath" | "filetype" }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "info"; readonly name: string }
  /** The failure that `onError` looks at. */
  | { readonly kind: "failure" }
  | { readonly kind: "store"; readonly name: string; readonly value: PlanExpression }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "call"; readonly runtime: string; readonly arguments: readonly PlanExpression[] }
  /** A method of a date, a duration or a time zone: which, only the run knows. */
  | {
      readonly kind: "method";
      readonly object: PlanExpression;
      readonly name: string;
      readonly arguments: readonly PlanExpression[];
    }
  /** A function that evaluates `predicate` for the elements of `array`; `#`, `#index` and `#acc` are variables in it. */
  | {
      readonly kind: "iteration";
      readonly name: string;
      readonly array: PlanExpression;
      readonly predicate: PlanExpression | undefined;
      readonly rest: readonly PlanExpression[];
    }
  | { readonly kind: "unary"; readonly operator: "not" | "-"; readonly operand: PlanExpression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: PlanExpression;
      readonly right: PlanExpression;
    }
  | {
      readonly kind: "member";
      readonly object: PlanExpression;
      readonly key: PlanExpression;
      readonly optional: boolean;
    }
  | {
      readonly kind: "slice";
      readonly object: PlanExpression;
      readonly from: PlanExpression | undefined;
      readonly to: PlanExpression | undefined;
    }
  | {
      readonly kind: "conditional";
      readonly test: PlanExpression;
      readonly consequent: PlanExpression;
      readonly alternate: PlanExpression;
    }
  | { readonly kind: "let"; readonly name: string; readonly value: PlanExpression; readonly body: PlanExpression }
  | { readonly kind: "sequence"; readonly expressions: readonly PlanExpression[] }
  | { readonly kind: "array"; readonly elements: readonly PlanExpression[] }
  | {
      readonly kind: "map";
      readonly pairs: readonly { readonly key: PlanExpression; readonly value: PlanExpression }[];
    }
);

/**
 * The tree of one expression, as the grammar builds it: Expr's syntax and nothing resolved. `start` and `end` are
 * offsets into the text of the expression until 2-parse shifts them to the file's.
 */
export type Expression = Position &
  (
    | { readonly kind: "nil" }
    | { readonly kind: "bool"; readonly value: boolean }
    | { readonly kind: "int"; readonly value: number }
    | { readonly kind: "float"; readonly value: number }
    | { readonly kind: "string"; readonly value: string }
    | { readonly kind: "identifier"; readonly name: string }
    /** `#` (name ""), `#acc`, `#index` or another `#name`; a leading `.field` is a member of a pointer with name "". */
    | { readonly kind: "pointer"; readonly name: string }
    | { readonly kind: "unary"; readonly operator: UnaryOperator; readonly operand: Expression }
    | {
        readonly kind: "binary";
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    /** `object.name`, `object?.name`: property is a string node. `object[property]`, `object?.[property]`: any node. */
    | {
        readonly kind: "member";
        readonly object: Expression;
        readonly property: Expression;
        readonly optional: boolean;
        readonly computed: boolean;
      }
    | {
        readonly kind: "slice";
        readonly object: Expression;
        readonly from: Expression | null;
        readonly to: Expression | null;
      }
    /** `f(x)`, `x | f()` (x is the first argument) and `object.method(x)`; `callee` is an identifier or a member. */
    | { readonly kind: "call"; readonly callee: Expression; readonly arguments: readonly Expression[] }
    /** An argument of a predicate function, such as the second of `filter`. */
    | { readonly kind: "predicate"; readonly body: Expression }
    | {
        readonly kind: "conditional";
        readonly test: Expression;
        readonly consequent: Expression;
        readonly alternate: Expression;
      }
    | { readonly kind: "let"; readonly name: string; readonly value: Expression; readonly body: Expression }
    /** `a; b; c`: the value of the last. */
    | { readonly kind: "sequence"; readonly expressions: readonly Expression[] }
    | { readonly kind: "array"; readonly elements: readonly Expression[] }
    | { readonly kind: "map"; readonly pairs: readonly Pair[] }
  );

export interface Position {
  readonly start: number;
  readonly end: number;
}

/** `key: value` of a map literal; a plain name, string or number as key is a string node. */
export interface Pair extends Position {
  readonly key: Expression;
  readonly value: Expression;
}

/** `!` is written "not". */
export type UnaryOperator = "not" | "-" | "+";

/** `&&`, `||` and `^` are written "and", "or" and "**". `x not in y` is a unary "not" around a binary "in". */
export type BinaryOperator =
  | "or"
  | "and"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "matches"
  | "contains"
  | "startsWith"
  | "endsWith"
  | ".."
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "**"
  | "??";

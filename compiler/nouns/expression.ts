/**
 * The tree of one expression, as the grammar builds it: Expr's syntax and nothing resolved. `start` and `end` are
 * offsets into the text of the expression until 2-parse shifts them to the file's.
 */
export type Expression = Extent &
  /** What could not be read, which has been reported; `stores`: the names that it seems to give to `set`. */
  (
    | { readonly kind: "unreadable"; readonly stores: readonly string[] }
    | { readonly kind: "nil" }
    | { readonly kind: "bool"; readonly value: boolean }
    | { readonly kind: "int"; readonly value: number }
    | { readonly kind: "float"; readonly value: number }
    /** `offsets`: where each unit of the value is written, one more for its end; absent where the text is the value. */
    | { readonly kind: "string"; readonly value: string; readonly offsets?: readonly number[] }
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
    /** `f(x)`, `x | f()` (piped: x is the first argument) and `object.method(x)`; `callee` is an identifier or a member. */
    | {
        readonly kind: "call";
        readonly callee: Expression;
        readonly arguments: readonly Expression[];
        readonly piped?: true;
      }
    /** An argument of a predicate function, such as the second of `filter`. */
    | { readonly kind: "predicate"; readonly body: Expression }
    | {
        readonly kind: "conditional";
        readonly test: Expression;
        readonly consequent: Expression;
        readonly alternate: Expression;
      }
    | { readonly kind: "let"; readonly variable: Variable; readonly value: Expression; readonly body: Expression }
    /** `a; b; c`: the value of the last. */
    | { readonly kind: "sequence"; readonly expressions: readonly Expression[] }
    | { readonly kind: "array"; readonly elements: readonly Expression[] }
    | { readonly kind: "map"; readonly pairs: readonly Pair[] }
  );

/** Where a node stands. In parentheses they are part of it, so that what is around it is whole; `inner` is without them. */
interface Extent extends Position {
  readonly inner?: Position;
}

export interface Position {
  readonly start: number;
  readonly end: number;
}

/** The name that a `let` declares. */
export interface Variable extends Position {
  readonly name: string;
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

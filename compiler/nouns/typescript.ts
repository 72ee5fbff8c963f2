declare const brand: unique symbol;

/** Text of TypeScript from a template written in flowc itself. A bare string is refused by the type checker. */
export type Text = string & { readonly [brand]: true };

type Node<Kind extends string, Fields> = { readonly kind: Kind } & Readonly<Fields>;

/** A name of the module: a word of flowc's own, or one that `Identifiers` has made. */
export type Identifier = Node<"identifier", { text: Text }>;

/**
 * An expression of TypeScript as a tree. Strings in it are data, which the printer writes as literals and keys: no text of
 * users is ever read as code. Parentheses, line breaks and indentation are the printer's.
 */
export type Expression =
  | Identifier
  | Node<"literal", { value: string | number | boolean | null | undefined }>
  | Node<"template", { parts: readonly (string | Expression)[] }>
  | Node<"array", { elements: readonly Expression[] }>
  | Node<"object", { entries: readonly Entry[]; layout: "fit" | "lines" }>
  | Node<"member", { object: Expression; key: string | number; optional: boolean }>
  | Node<"nonNull", { value: Expression }>
  | Node<"call", { callee: Expression; arguments: readonly Expression[]; typeArgument: Code | undefined }>
  | Node<"unary", { operator: "!" | "-" | "typeof" | "await"; operand: Expression }>
  | Node<"binary", { operator: Operator; left: Expression; right: Expression }>
  | Node<"coalesce", { values: readonly Expression[] }>
  | Node<"conditional", { test: Expression; consequent: Expression; alternate: Expression }>
  | Node<"as", { value: Expression; type: Code }>
  | Node<"sequence", { expressions: readonly Expression[] }>
  | Node<"arrow", { head: Code; body: Expression | Block }>;

/** The operators between two operands; `??` stands in chains of its own. */
export type Operator =
  | ("**" | "*" | "/" | "%" | "+" | "-")
  | ("<" | "<=" | ">" | ">=" | "===" | "!==" | "!=")
  | ("&&" | "||" | "=");

/** A property of an object literal, none where its value is undefined; `note` is a comment behind it, where properties have lines of their own. */
export type Entry = readonly [key: string | Expression, value: Expression | undefined, note?: string | undefined];

/** Statements in braces, each on its own line. */
export type Block = Node<"block", { statements: readonly Code[] }>;

/** TypeScript that is not an expression: statements, types, parameters, declarations. */
export type Code =
  | Node<"code", { parts: readonly (Text | Code | Expression)[] }>
  | Node<"statement", { expression: Expression }>
  | Node<"comment", { text: string }>
  | Node<"members", { members: readonly (readonly [string, Code])[] }>
  | Block;

/** Code from a template written here. An expression in it stands where any may: behind `=`, between brackets. */
export function code(strings: TemplateStringsArray, ...parts: readonly (Code | Expression)[]): Code {
  return { kind: "code", parts: strings.flatMap((text, index) => [text as Text, ...parts.slice(index, index + 1)]) };
}

/** Code with a separator between its pieces. */
export function join(pieces: readonly (Code | Expression)[], separator: ", " | "\n"): Code {
  return {
    kind: "code",
    parts: pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator as Text, piece])),
  };
}

/** A name that is written in flowc itself; of words put into it, all are known to the type checker. */
export function identifier<Word extends string>(
  strings: TemplateStringsArray,
  ...words: readonly (string extends Word ? never : Word)[]
): Identifier {
  return { kind: "identifier", text: String.raw({ raw: strings }, ...words) as Text };
}

/** Any text as a string literal. */
export function quoted(text: string): Expression {
  return { kind: "literal", value: text };
}

/** Plain data as a literal. */
export function literal(value: unknown): Expression {
  if (Array.isArray(value)) return array(value.map(literal));
  if (typeof value === "object" && value !== null)
    return object(Object.entries(value).map(([key, item]) => [key, item === undefined ? item : literal(item)]));
  return { kind: "literal", value: value as string | number | boolean | null | undefined };
}

/** An array literal. */
export function array(elements: readonly Expression[]): Expression {
  return { kind: "array", elements };
}

/** An object literal: on one line where it fits, or always a property a line. */
export function object(entries: readonly Entry[], layout: "fit" | "lines" = "fit"): Expression {
  return { kind: "object", entries, layout };
}

/** `object.key`, `object["any key"]` or `object[0]`, and the same behind `?.`. */
export function member(object: Expression, key: string | number, access: "." | "?." = "."): Expression {
  return { kind: "member", object, key, optional: access === "?." };
}

/** `callee(…)`, or `callee<Type>(…)`. */
export function call(callee: Expression, given: readonly Expression[], typeArgument?: Code): Expression {
  return { kind: "call", callee, arguments: given, typeArgument };
}

/** `operator operand`. */
export function unary(operator: Extract<Expression, { kind: "unary" }>["operator"], operand: Expression): Expression {
  return { kind: "unary", operator, operand };
}

/** `left operator right`. */
export function binary(left: Expression, operator: Operator, right: Expression): Expression {
  return { kind: "binary", operator, left, right };
}

/** `a && b && c`; one alone is itself. */
export function chain(operator: "&&" | "||", operands: readonly Expression[]): Expression {
  return operands.reduce((left, right) => binary(left, operator, right));
}

/** `left ?? right` as one chain. A `null` at the end of `left` goes: `right` stands for it. */
export function coalesce(left: Expression, right: Expression): Expression {
  return { kind: "coalesce", values: [...withoutNull(chainOf(left)), ...chainOf(right)] };
}

function chainOf(node: Expression): readonly Expression[] {
  return node.kind === "coalesce" ? node.values : [node];
}

function withoutNull(values: readonly Expression[]): readonly Expression[] {
  const last = values.at(-1);
  return values.length > 1 && last?.kind === "literal" && last.value === null ? values.slice(0, -1) : values;
}

/** `test ? consequent : alternate`. */
export function conditional(test: Expression, consequent: Expression, alternate: Expression): Expression {
  return { kind: "conditional", test, consequent, alternate };
}

/** `(first, …, last)`. */
export function sequence(expressions: readonly Expression[]): Expression {
  return { kind: "sequence", expressions };
}

/** An expression as a statement. */
export function statement(expression: Expression): Code {
  return { kind: "statement", expression };
}

/** Statements in braces. */
export function block(statements: readonly Code[]): Block {
  return { kind: "block", statements };
}

/** A line comment; what would end it is replaced. */
export function comment(text: string): Code {
  return { kind: "comment", text };
}

import { predicateUse } from "../../functions/table.ts";
import type { BinaryOperator } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import { Expected, type ExpectedKind } from "./expected.ts";

/** Where the values of one graph come from. */
export interface Graph {
  result(id: string, field: string | undefined): Expected;
  named(kind: "stored" | "input" | "argument" | "environment", name: string): Expected;
  request(part: "body" | "query" | "headers" | "file"): Expected;
  store(name: string, value: Expected): void;
  readonly variables: ReadonlyMap<string, Expected>;
}

type Of<Kind extends PlanExpression["kind"]> = Extract<PlanExpression, { kind: Kind }>;

/** Notes what an expression does with the values that it reads; gives what is expected of its own value, where that is known. */
export function readExpression(node: PlanExpression, graph: Graph): Expected | undefined {
  const expected = readByKind(node, graph);
  if (expected !== undefined && node.type.kind !== "any") expected.type ??= node.type;
  return expected;
}

function readByKind(node: PlanExpression, graph: Graph): Expected | undefined {
  switch (node.kind) {
    case "result":
      return graph.result(node.id, node.field);
    case "stored":
    case "input":
    case "argument":
    case "environment":
      return graph.named(node.kind, node.name);
    case "request":
      return graph.request(node.part);
    case "file":
      return node.part === "content" ? graph.request("file") : undefined;
    case "variable":
      return graph.variables.get(node.name);
    case "store":
      return readStore(node, graph);
    case "call":
      return readCall(node, graph);
    case "iteration":
      return readIteration(node, graph);
    case "binary":
      return readBinary(node, graph);
    case "member":
      return readMember(node, graph);
    case "let":
      return readLet(node, graph);
    case "conditional":
      return readConditional(node, graph);
    case "unary":
      readExpression(node.operand, graph)?.is(node.operator === "-" ? "number" : "bool");
      return undefined;
    case "sequence":
      return node.expressions.map((each) => readExpression(each, graph)).at(-1);
    default:
      for (const child of planChildren(node)) readExpression(child, graph);
      return undefined;
  }
}

function readStore({ name, value }: Of<"store">, graph: Graph): Expected {
  const stored = readExpression(value, graph) ?? new Expected();
  graph.store(name, stored);
  return stored;
}

/** What functions make of their first argument. */
const conversions: Readonly<Record<string, ExpectedKind>> = {
  int: "intText",
  float: "numberText",
  date: "dateText",
  duration: "durationText",
  abs: "number",
  ceil: "number",
  floor: "number",
  round: "number",
  hasPrefix: "text",
  hasSuffix: "text",
  indexOf: "text",
  fromPairs: "array",
  keys: "map",
  values: "map",
  toPairs: "map",
};

/** Functions of texts whose result is expected to be what their argument is. */
const likeText = new Set(["trim", "trimPrefix", "trimSuffix", "upper", "lower", "replace", "repeat"]);
/** The same of lists. */
const likeList = new Set(["reverse", "uniq", "sort", "take", "concat"]);
const elementOf = new Set(["first", "last"]);
const ofNumbers = new Set(["sum", "mean", "median", "max", "min"]);

function readCall({ runtime, arguments: given }: Of<"call">, graph: Graph): Expected | undefined {
  const [first, ...rest] = given.map((argument) => readExpression(argument, graph));
  if (runtime === "defaultTo") return first && nilable(first);
  if (runtime === "fromJSON") return first?.parsed();
  if (likeText.has(runtime)) return first?.is("text");
  if (likeList.has(runtime)) return first?.is("array");
  if (elementOf.has(runtime)) return first?.elements();
  if (runtime === "split") return first?.splitAt(constantText(given[1]));
  if (runtime === "join") first?.elements().is("text");
  if (ofNumbers.has(runtime)) for (const each of [first, ...rest]) asNumbers(each);
  const kind = conversions[runtime];
  if (kind !== undefined) first?.is(kind);
  return undefined;
}

function constantText(node: PlanExpression | undefined): string {
  return node?.kind === "constant" ? String(node.value) : " ";
}

function asNumbers(expected: Expected | undefined): void {
  if (expected?.element === undefined) expected?.is("number");
  else expected.element.is("number");
}

function nilable(expected: Expected): Expected {
  expected.mayBeNil = true;
  return expected;
}

function readIteration({ name, array, predicate, rest }: Of<"iteration">, graph: Graph): Expected | undefined {
  const list = readExpression(array, graph);
  const element = list?.elements() ?? new Expected();
  for (const each of rest) readExpression(each, graph);
  const inner = { ...graph, variables: new Map([...graph.variables, ["#", element]]) };
  const made = predicate && readExpression(predicate, inner);
  if (name === "sum") (predicate === undefined ? element : made)?.is("number");
  const { elements, predicate: gives } = predicateUse(name).flow ?? {};
  if (elements === 1) return list;
  if (elements === 0) return element;
  return gives === "element" && made !== undefined ? Expected.listOf(made) : undefined;
}

const textual: ReadonlySet<string> = new Set(["matches", "contains", "startsWith", "endsWith"]);
const numeric: ReadonlySet<string> = new Set(["-", "*", "/", "%", "**", "..", "<", "<=", ">", ">="]);

function readBinary({ operator, left, right }: Of<"binary">, graph: Graph): Expected | undefined {
  const [first, second] = [readExpression(left, graph), readExpression(right, graph)];
  if (operator === "??") return first && nilable(first);
  if (operator === "==" || operator === "!=") {
    noteCompared(left, second);
    noteCompared(right, first);
  }
  if (operator === "in" && right.kind === "array") for (const option of right.elements) noteCompared(option, first);
  if (operator === "matches" && right.kind === "constant") first?.patterns.push(String(right.value));
  noteOperand(operator, first, right);
  noteOperand(operator, second, left);
  return undefined;
}

function noteOperand(operator: BinaryOperator, expected: Expected | undefined, other: PlanExpression): void {
  if (textual.has(operator)) expected?.is("text");
  if (numeric.has(operator)) expected?.is("number");
  if (operator === "and" || operator === "or") expected?.is("bool");
  if (operator === "+") expected?.is(other.type.kind === "string" ? "text" : "number");
}

/** A value that is compared with a constant may be it; one that is compared with nil may be nil. */
function noteCompared(node: PlanExpression, expected: Expected | undefined): void {
  if (node.kind !== "constant" || expected === undefined) return;
  if (node.value === null) expected.mayBeNil = true;
  else expected.values.push(node.value);
}

function readMember({ object, key, optional }: Of<"member">, graph: Graph): Expected | undefined {
  const whole = readExpression(object, graph);
  if (optional && whole !== undefined) whole.mayBeNil = true;
  if (key.kind !== "constant") readExpression(key, graph);
  if (whole === undefined || key.kind !== "constant") return undefined;
  return typeof key.value === "string" ? whole.field(key.value) : whole.elements();
}

function readLet({ name, value, body }: Of<"let">, graph: Graph): Expected | undefined {
  const given = readExpression(value, graph) ?? new Expected();
  return readExpression(body, { ...graph, variables: new Map([...graph.variables, [name, given]]) });
}

function readConditional({ test, consequent, alternate }: Of<"conditional">, graph: Graph): Expected | undefined {
  readExpression(test, graph)?.is("bool");
  const [first, second] = [readExpression(consequent, graph), readExpression(alternate, graph)];
  return first ?? second;
}

import { anyType, arrayOf, boolType, intType, optional, textOf, type ValueType } from "../nouns/value-type.ts";
import { loops } from "./loops.ts";
import { cleared, type FunctionSpec, optionalParameter, type PredicateUse, parameter } from "./spec.ts";

const array = parameter("array", arrayOf(anyType));
const condition = parameter("predicate", boolType);
const expression = parameter("predicate", anyType);

/** Functions that take an expression over the elements of an array: `#` is the element, `#index` its place. */
export const predicateFunctions: readonly FunctionSpec[] = [
  test("all", "True where the predicate holds for every element", { outcome: true, element: true }),
  test("any", "True where it holds for at least one element", { outcome: false, element: false }),
  test("one", "True where it holds for exactly one element"),
  test("none", "True where it holds for no element", { outcome: true, element: false }),
  using(
    { flow: { elements: 1, holds: true } },
    line(
      "filter",
      [array, condition],
      ([list]) => arrayOf(elementOf(list)),
      "The elements for which the predicate holds",
    ),
  ),
  using(
    { flow: { predicate: "element" } },
    line(
      "map",
      [array, expression],
      ([, made]) => arrayOf(made ?? anyType),
      "What the predicate makes of each element",
    ),
  ),
  line(
    "count",
    [array, optionalParameter("predicate", boolType)],
    intType,
    "For how many elements the predicate holds",
  ),
  using(
    { flow: { elements: 0, holds: true } },
    line(
      "find",
      [array, condition],
      ([list]) => optional(elementOf(list)),
      "The first element for which it holds, or nil",
    ),
  ),
  line("findIndex", [array, condition], optional(intType), "The place of the first element for which it holds, or nil"),
  using(
    { flow: { elements: 0, holds: true } },
    line(
      "findLast",
      [array, condition],
      ([list]) => optional(elementOf(list)),
      "The last element for which it holds, or nil",
    ),
  ),
  line(
    "findLastIndex",
    [array, condition],
    optional(intType),
    "The place of the last element for which it holds, or nil",
  ),
  using(
    { flow: { elements: 2, predicate: "key" } },
    line("groupBy", [array, expression], anyType, "The elements by what the predicate gives"),
  ),
  using(
    { flow: { elements: 1 } },
    line(
      "sortBy",
      [array, expression, optionalParameter("order", textOf(["asc", "desc"]))],
      ([list]) => arrayOf(elementOf(list)),
      'The elements in the order of what the predicate gives; "asc" or "desc"',
    ),
  ),
  using(
    { flow: { predicate: "anything", rest: true }, accumulates: true },
    line(
      "reduce",
      [array, expression, optionalParameter("initial", anyType)],
      anyType,
      "One value from all: #acc is what there is so far",
    ),
  ),
  {
    ...using(
      { without: "sum", over: { map: loops.sumMapped } },
      line(
        "sum",
        [array, optionalParameter("predicate", anyType)],
        sumType,
        "The sum of the elements, or of what the predicate makes of them",
      ),
    ),
    flow: cleared,
  },
];

/** The element type of an array; unknown for anything else. */
export function elementOf(type: ValueType | undefined): ValueType {
  return type?.kind === "array" ? type.element : anyType;
}

function sumType([list, made]: readonly ValueType[]): ValueType {
  const summed = made ?? elementOf(list);
  return summed.kind === "int" || summed.kind === "float" ? { kind: summed.kind } : anyType;
}

function test(name: LoopName, description: string, concludes?: PredicateUse["concludes"]): FunctionSpec {
  return using(concludes ? { concludes } : {}, line(name, [array, condition], boolType, description));
}

type LoopName = keyof typeof loops;

function line(
  name: LoopName,
  parameters: FunctionSpec["parameters"],
  result: FunctionSpec["result"],
  description: string,
): FunctionSpec {
  return {
    name,
    parameters,
    result,
    implementation: { kind: "predicate", loop: loops[name] },
    description,
  };
}

function using(use: Omit<PredicateUse, "loop">, spec: FunctionSpec): FunctionSpec {
  const { implementation } = spec;
  if (implementation.kind !== "predicate") return spec;
  return { ...spec, implementation: { ...implementation, ...use } };
}

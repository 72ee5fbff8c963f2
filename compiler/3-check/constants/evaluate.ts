import { member, modulo } from "../../../runtime-lib/functions/operators.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import type { BinaryOperator } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan.ts";
import { type Constant, foldBinary } from "../../tree/fold.ts";
import { pureFunction } from "./pure-functions.ts";

/** What an expression is in every run: a value, or a failure of the part `at`. Undefined where a run decides. */
export type Evaluated =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly at: PlanExpression; readonly message: string }
  | undefined;

/** Evaluates what is made of constants alone, by the functions that a run would call; remembers what it has evaluated. */
export class Evaluator {
  readonly #known = new Map<PlanExpression, Evaluated>();

  evaluate(node: PlanExpression): Evaluated {
    if (this.#known.has(node)) return this.#known.get(node);
    const result = this.#evaluate(node);
    this.#known.set(node, result);
    return result;
  }

  #evaluate(node: PlanExpression): Evaluated {
    if (node.type.kind === "any" && node.type.isError) return undefined;
    switch (node.kind) {
      case "constant":
        return { kind: "value", value: node.value };
      case "array":
        return this.#with(node, node.elements, (elements) => elements);
      case "call": {
        const called = pureFunction(node.runtime);
        return called && this.#with(node, node.arguments, called);
      }
      case "member":
        return this.#with(node, [node.object, node.key], element);
      case "unary":
        return this.#with(node, [node.operand], ([operand]) => (node.operator === "not" ? operand !== true : unsure));
      case "binary":
        return this.#with(node, [node.left, node.right], ([left, right]) => binary(node.operator, left, right));
      default:
        return undefined;
    }
  }

  /** What `make` makes of the values of these parts; a failure in one of them is the failure of the whole. */
  #with(
    node: PlanExpression,
    parts: readonly PlanExpression[],
    make: (values: readonly unknown[]) => unknown,
  ): Evaluated {
    const results = parts.map((part) => this.evaluate(part));
    const failure = results.find((result) => result?.kind === "failure");
    if (failure !== undefined) return failure;
    const values = results.flatMap((result) => (result?.kind === "value" ? [result.value] : []));
    if (values.length < parts.length) return undefined;
    try {
      const value = make(values);
      return value === unsure ? undefined : { kind: "value", value };
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      return { kind: "failure", at: node, message: error.message };
    }
  }
}

const unsure = Symbol("unsure");

function element([object, key]: readonly unknown[]): unknown {
  return Array.isArray(object) ? member(object, key) : unsure;
}

function binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  if (operator === "%") return modulo(left, right);
  if (!isConstant(left) || !isConstant(right)) return unsure;
  return foldBinary(operator, left, right) ?? unsure;
}

function isConstant(value: unknown): value is Constant {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

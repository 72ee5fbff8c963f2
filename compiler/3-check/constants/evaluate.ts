import { modulo, range, member as readMember } from "../../../runtime-lib/functions/operators.ts";
import { firstOf } from "../../../runtime-lib/functions/predicates.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { predicateUse } from "../../functions/table.ts";
import type { BinaryOperator } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { type Constant, foldBinary } from "../../tree/fold.ts";
import { pureFunction, unsure } from "./pure-functions.ts";

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
      case "map": {
        const keys = node.pairs.map(({ key }) => key);
        const values = node.pairs.map(({ value }) => value);
        return this.#with(node, [...keys, ...values], mapOf);
      }
      case "member":
        return this.#with(node, [node.object, node.key], ([object, key]) => member(object, key, node.optional));
      case "iteration":
        return this.#iteration(node);
      case "unary":
        return this.#with(node, [node.operand], ([operand]) => (node.operator === "not" ? operand !== true : unsure));
      case "binary": {
        const divisor = node.operator === "%" ? this.evaluate(node.right) : undefined;
        // Whatever is divided.
        if (divisor?.kind === "value" && divisor.value === 0) return this.#with(node, [node.right], () => modulo(1, 0));
        return this.#with(node, [node.left, node.right], ([left, right]) => binary(node.operator, left, right));
      }
      default:
        return undefined;
    }
  }

  /** Where there is nothing to begin with, no predicate decides. */
  #iteration(node: Extract<PlanExpression, { kind: "iteration" }>): Evaluated {
    if (!predicateUse(node.name).accumulates || node.rest.length > 0) return undefined;
    const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;
    return this.#with(node, [node.array], ([list]) => (isEmpty(list) ? firstOf([]) : unsure));
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

function mapOf(keysAndValues: readonly unknown[]): unknown {
  const count = keysAndValues.length / 2;
  const map: Record<string, unknown> = Object.create(null);
  for (const [index, key] of keysAndValues.slice(0, count).entries()) map[String(key)] ??= keysAndValues[count + index];
  return map;
}

function member(object: unknown, key: unknown, isOptional: boolean): unknown {
  if (object === null && isOptional) return null;
  return object === null || typeof object === "object" ? readMember(object, key) : unsure;
}

function binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  if (operator === "%") return modulo(left, right);
  if (operator === "..") return shortRange(left, right);
  if (!isConstant(left) || !isConstant(right)) return unsure;
  return foldBinary(operator, left, right) ?? unsure;
}

/** The range where it is short, and the failure of one that is too long. */
function shortRange(from: unknown, to: unknown): unknown {
  const length = Number(to) - Number(from);
  return length < 1000 || length > 1_000_000 ? range(from, to) : unsure;
}

function isConstant(value: unknown): value is Constant {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

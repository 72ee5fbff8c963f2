import { everything } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import { predicateUse } from "../../functions/table.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { memberPath, type Path } from "../../tree/value-key.ts";
import { withElement, withVariable } from "../../tree/variables.ts";
import { functionEffect } from "./function-effect.ts";
import { knowing, type Place } from "./place.ts";
import { isStep, pick } from "./steps.ts";
import { decoded, type Form, type Taint, withTexts } from "./taint.ts";

type Node<Kind extends PlanExpression["kind"]> = Extract<PlanExpression, { kind: Kind }>;

/** A value whose text is in another one. */
export interface Part {
  readonly value: PlanExpression;
  readonly path: Path;
  readonly place: Place;
  /** The form in which the text comes out. */
  readonly form: Form | "same";
  /** The only characters that come through. */
  readonly chars: CharSet;
  /** Whether the text is at the beginning as it was; `any`: at the beginning or elsewhere, and changed. */
  readonly start: "same" | "any" | "none";
  /** True where characters can come out that did not go in. */
  readonly decodes: boolean;
}

/** The values whose text is in the value at `path` of an expression; those that read a source have none. */
export function partsOf(node: PlanExpression, path: Path, place: Place): readonly Part[] {
  const part = (value: PlanExpression, inner: Path, at = place): Part => ({ ...asItIs, value, path: inner, place: at });
  switch (node.kind) {
    case "variable": {
      const bound = place.variables.get(node.name);
      if (bound === undefined) return [];
      const { variables } = bound.scope;
      return [part(bound.value, bound.element ? ["*", ...path] : path, { ...place, variables })];
    }
    case "store":
      return [part(node.value, path)];
    case "member":
      return [part(node.object, [node.key.kind === "constant" ? String(node.key.value) : "*", ...path])];
    case "conditional":
      return [
        part(node.consequent, path, knowing(node.test, true, place)),
        part(node.alternate, path, knowing(node.test, false, place)),
      ];
    case "let":
      return [part(node.body, path, withVariable(place, node.name, node.value))];
    case "sequence":
      return node.expressions.slice(-1).map((last) => part(last, path));
    case "array":
      return pick(node.elements, path[0]).map((element) => part(element, path.slice(1)));
    case "map": {
      const pairs = node.pairs.filter(({ key }) => key.kind !== "constant" || isStep(path[0], String(key.value)));
      const keys = path.length === 0 ? pairs.map(({ key }) => part(key, [])) : [];
      return [...keys, ...pairs.map(({ value }) => part(value, path.slice(1)))];
    }
    default:
      return computed(node, path, place);
  }
}

/** The taint of a part in the whole; undefined where nothing of it comes through. */
export function throughPart(taint: Taint, { form, chars, start, decodes }: Part): Taint | undefined {
  if (decodes) return decoded(taint);
  const left = chars === everything ? taint : withTexts(taint, { chars, starts: everything });
  if (left === undefined) return undefined;
  const starts = start === "same" ? left.starts : start === "none" ? [] : undefined;
  const isSame = form === "same" && start === "same" && chars === everything;
  return { ...left, starts, shape: isSame ? left.shape : undefined, form: form === "same" ? left.form : form };
}

const asItIs = { form: "same", chars: everything, start: "same", decodes: false } as const;

function computed(node: PlanExpression, path: Path, place: Place): readonly Part[] {
  switch (node.kind) {
    case "binary":
      return binary(node, path, place);
    case "slice": {
      const form = node.type.kind === "array" ? "same" : "plain";
      return [{ ...asItIs, value: node.object, path, place, form, start: form === "same" ? form : "any" }];
    }
    case "call":
      return call(node, path, place);
    case "method":
      return node.arguments.map((value) => ({ ...asItIs, value, path: [], place, form: "plain", start: "any" }));
    case "iteration":
      return iteration(node, path, place);
    default:
      return [];
  }
}

function binary({ operator, left, right }: Node<"binary">, path: Path, place: Place): readonly Part[] {
  if (operator === "??") return [left, right].map((value) => ({ ...asItIs, value, path, place }));
  // A number is added to numbers only: text fails the run.
  if (operator !== "+" || isPlain(left) || isPlain(right)) return [];
  const quotes = [left, right].some((side) => side.kind === "constant" && /["'`]/.test(String(side.value)));
  const both = { ...asItIs, path: [], place, form: quotes ? "plain" : "same" } as const;
  return [
    { ...both, value: left },
    { ...both, value: right, start: isFilled(left) ? "none" : "same" },
  ];
}

/** True for what is certainly not the empty text. */
function isFilled(node: PlanExpression): boolean {
  if (node.kind === "binary" && node.operator === "+") return isFilled(node.left) || isFilled(node.right);
  return node.kind === "constant" && node.value !== "";
}

/** True where the type holds no text. */
export function isPlain({ type: { kind } }: PlanExpression): boolean {
  return kind === "int" || kind === "float" || kind === "bool" || kind === "nil";
}

function call(node: Node<"call">, path: Path, place: Place): readonly Part[] {
  const [first] = node.arguments;
  const steps = memberPath(node);
  if (steps !== undefined && first !== undefined)
    return [{ ...asItIs, value: first, path: [...steps, ...path], place }];
  const { whole, from, form = "plain", chars = everything, decodes = false, elements } = functionEffect(node.runtime);
  const given = from === undefined ? node.arguments : node.arguments.filter((_, index) => from.includes(index));
  if (whole) return given.map((value) => ({ ...asItIs, value, path, place }));
  const start = form === "same" || form === "word" ? "same" : form === "json" ? "none" : "any";
  const inside = (value: PlanExpression) => (elements && value === first ? ["*", ...path] : []);
  return given.map((value) => ({ value, path: inside(value), place, form, chars, start, decodes }));
}

function iteration({ name, array, predicate, rest }: Node<"iteration">, path: Path, place: Place): readonly Part[] {
  const { elements, holds, predicate: made, rest: hasRest } = predicateUse(name).flow ?? {};
  const inner = withElement(place, array);
  const parts: Part[] = [];
  const add = (value: PlanExpression, at: Path, where: Place) =>
    parts.push({ ...asItIs, value, path: at, place: where });
  const isMade = made !== undefined && (made !== "key" || path.length === 0);
  if (predicate !== undefined && isMade) add(predicate, made === "element" ? path.slice(1) : [], inner);
  if (elements !== undefined) {
    const { limits } = holds && predicate !== undefined ? knowing(predicate, true, inner) : place;
    add(array, ["*", ...path.slice(elements)], { ...place, limits });
  }
  for (const value of hasRest ? rest : []) add(value, path, place);
  return parts;
}

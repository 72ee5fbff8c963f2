import { everything } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { PlanExpression } from "../../nouns/plan.ts";
import { type Path, safePath } from "../../tree/value-key.ts";
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
  const [first, second] = node.arguments;
  const steps = safePath(node);
  if (steps !== undefined && first !== undefined)
    return [{ ...asItIs, value: first, path: [...steps, ...path], place }];
  if (node.runtime === "defaultTo") {
    const values = [first, second].filter((value) => value !== undefined);
    return values.map((value) => ({ ...asItIs, value, path, place }));
  }
  const { from, form = "plain", chars = everything, decodes = false, elements } = functionEffect(node.runtime);
  const given = from === undefined ? node.arguments : node.arguments.filter((_, index) => from.includes(index));
  const start = form === "same" || form === "word" ? "same" : form === "json" ? "none" : "any";
  const inside = (value: PlanExpression) => (elements && value === first ? ["*", ...path] : []);
  return given.map((value) => ({ value, path: inside(value), place, form, chars, start, decodes }));
}

function iteration({ name, array, predicate, rest }: Node<"iteration">, path: Path, place: Place): readonly Part[] {
  const inner = withElement(place, array);
  const behind = name === "find" || name === "findLast" ? path : path.slice(1);
  const own = predicate === undefined ? [] : [predicate];
  switch (name) {
    case "map":
      return own.map((value) => ({ ...asItIs, value, path: behind, place: inner }));
    case "filter":
    case "find":
    case "findLast": {
      const { limits } = predicate === undefined ? inner : knowing(predicate, true, inner);
      return [{ ...asItIs, value: array, path: ["*", ...behind], place: { ...place, limits } }];
    }
    case "sortBy":
    case "groupBy": {
      const keys = name === "groupBy" && path.length === 0 ? own : [];
      return [
        ...keys.map((value) => ({ ...asItIs, value, path: [], place: inner })),
        { ...asItIs, value: array, path: ["*", ...(name === "sortBy" ? behind : path.slice(2))], place },
      ];
    }
    case "reduce":
      return [
        ...own.map((value) => ({ ...asItIs, value, path: [], place: inner })),
        ...rest.map((value) => ({ ...asItIs, value, path, place })),
      ];
    default:
      return [];
  }
}

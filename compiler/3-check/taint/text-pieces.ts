import { findRuntimeFunction } from "../../functions/table.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { withVariable } from "../../tree/variables.ts";
import type { Place } from "./place.ts";
import { summands } from "./spliced.ts";
import type { Stores } from "./stores.ts";

/** A value in a text, and where it is evaluated. */
export interface Piece {
  readonly expression: PlanExpression;
  readonly place: Place;
}

/** So many names are looked behind; nobody chains more. */
const deepest = 20;

/**
 * What a text is put together of: by `+` and by functions such as `join`, behind `let` and behind a name that is stored once. What
 * is written out is text.
 */
export function textPieces(expression: PlanExpression, place: Place, stores: Stores): readonly (string | Piece)[] {
  return new Pieces(stores).of(expression, place, 0);
}

class Pieces {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  of(node: PlanExpression, place: Place, depth: number): readonly (string | Piece)[] {
    const parts = summands(node).flatMap((part) => (typeof part === "string" ? part : this.#one(part, place, depth)));
    // One value is better known as a whole: by the name that a check knows it by.
    return parts.some((part) => typeof part === "string") ? parts : [{ expression: node, place }];
  }

  #one(node: PlanExpression, place: Place, depth: number): readonly (string | Piece)[] {
    const inside = this.#inside(node, place, depth);
    return inside?.some((part) => typeof part === "string") ? inside : [{ expression: node, place }];
  }

  #inside(node: PlanExpression, place: Place, depth: number): readonly (string | Piece)[] | undefined {
    if (depth === deepest) return undefined;
    switch (node.kind) {
      case "let":
        return this.of(node.body, withVariable(place, node.name, node.value), depth + 1);
      case "variable": {
        const bound = place.variables.get(node.name);
        if (bound === undefined || bound.element) return undefined;
        return this.of(bound.value, { ...place, variables: bound.scope.variables }, depth + 1);
      }
      case "stored": {
        const [only, second] = this.#stores.reaching(node.name, place, node.span);
        return only?.sure && second === undefined ? this.of(only.value, only.place, depth + 1) : undefined;
      }
      case "call":
        return this.#called(node, place, depth);
      default:
        return undefined;
    }
  }

  #called(
    { runtime, arguments: given }: Extract<PlanExpression, { kind: "call" }>,
    place: Place,
    depth: number,
  ): readonly (string | Piece)[] | undefined {
    const [first, second, third] = given;
    const assembles = findRuntimeFunction(runtime)?.assembles;
    if (assembles === "joined" && first?.kind === "array") {
      const between = second === undefined ? "" : textOf(second);
      if (between === undefined) return undefined;
      const items = first.elements.map((element) => this.of(element, place, depth + 1));
      return items.flatMap((item, index) => (index === 0 || between === "" ? item : [between, ...item]));
    }
    const [text, pattern] = [first, second].map((part) => part && textOf(part));
    if (assembles !== "replaced" || !text || !pattern || third === undefined) return undefined;
    const value = this.of(third, place, depth + 1);
    return text.split(pattern).flatMap((part, index) => (index === 0 ? [part] : [...value, part]));
  }
}

function textOf(node: PlanExpression): string | undefined {
  return node.kind === "constant" && typeof node.value === "string" ? node.value : undefined;
}

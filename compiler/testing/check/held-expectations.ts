import type { Report } from "../../nouns/diagnostic.ts";
import type { Node } from "../../nouns/node.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { ValueType } from "../../nouns/value-type.ts";
import { matcherTypes } from "./matcher-types.ts";
import type { Misfit } from "./misfit.ts";
import { misfits } from "./misfits.ts";
import { writtenMisfits, writtenType } from "./written-misfits.ts";

/** What expected data is held against: a type, or a value as the workflow writes it. */
export type Shape = ValueType | { readonly kind: "written"; readonly value: PlanValue };

/** Expected data with words for what it is compared with: `the result`. */
export interface HeldData {
  readonly node: Node;
  /** What it may be: one of these. */
  readonly shapes: readonly Shape[];
  readonly what: string;
}

/** Holds what a test expects against what runs can give. */
export class HeldExpectations {
  readonly #report: Report;
  /** By map of matchers, the type of what it is compared with, where that is known. */
  readonly types = new Map<Node, ValueType>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Reports what none of the shapes can be, as the nearest one says it. */
  hold({ node, shapes, what }: HeldData): void {
    const tried = shapes.map((shape) => ({ shape, wrong: misfitsOf(node, shape) }));
    const best = tried.toSorted((one, other) => one.wrong.length - other.wrong.length)[0];
    if (best === undefined) return;
    for (const { node: wrong, at = wrong.span, message, help } of best.wrong)
      this.#report("test-expectation", at, `${what} ${message}: this can never hold`, { help });
    if (tried.filter(({ wrong }) => wrong.length === 0).length > 1) return;
    for (const [matcher, type] of matcherTypes(node, typeOf(best.shape))) this.types.set(matcher, type);
  }
}

function misfitsOf(node: Node, shape: Shape): readonly Misfit[] {
  return shape.kind === "written" ? writtenMisfits(node, shape.value) : misfits(node, shape, true);
}

function typeOf(shape: Shape): ValueType {
  return shape.kind === "written" ? writtenType(shape.value) : shape;
}

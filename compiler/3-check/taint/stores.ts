import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { Span } from "../../nouns/source.ts";
import { withElement, withVariable } from "../../tree/variables.ts";
import type { Graph } from "../graph/graph.ts";
import { knowing, type Phase, type Place, placeIn } from "./place.ts";
import { isWrittenOut } from "./written-out.ts";

/** One `set('<name>', value)` in its place. */
export interface Store {
  readonly name: string;
  readonly value: PlanExpression;
  readonly place: Place;
  readonly span: Span;
  /** Where it stands among all that its resource does. */
  readonly order: number;
  /** True where it is done whenever its resource is there. */
  readonly sure: boolean;
  /** True where its resource is never passed over. */
  readonly always: boolean;
}

/** Names that more resources store are taken to hold what any of them stores. */
const mostOrdered = 16;

/** Who stores what, and what of it can still be there when somebody reads. */
export class Stores {
  readonly #graph: Graph;
  readonly #byName = new Map<string, Store[]>();

  constructor(plans: Iterable<PlanResource>, graph: Graph) {
    this.#graph = graph;
    for (const plan of plans) {
      for (const store of storesOf(plan)) {
        const known = this.#byName.get(store.name);
        if (known === undefined) this.#byName.set(store.name, [store]);
        else known.push(store);
      }
    }
  }

  /** The stores whose value a read at this place can find: done before it, and not overwritten since. */
  reaching(name: string, { resource, phase }: Place, at: Span): readonly Store[] {
    const here = orderOf(phase, at);
    const done = (this.#byName.get(name) ?? []).filter((store) =>
      store.place.resource === resource ? store.order < here : this.#graph.isUpstream(store.place.resource, resource),
    );
    if (done.length < 2 || done.length > mostOrdered) return done;
    return done.filter((store) => !done.some((later) => this.#overwrites(later, store, resource)));
  }

  /** True where nobody stores anything under a name but what is written out, such as a list of what is allowed. */
  isConstant(name: string): boolean {
    const stores = this.#byName.get(name) ?? [];
    return stores.length > 0 && stores.every(({ value, place }) => isWrittenOut(value, place));
  }

  /** True where all stores of a name that this place can see were done before the resource `id` began. */
  allBefore(name: string, id: string, place: Place, at: Span): boolean {
    return this.reaching(name, place, at).every(
      (store) =>
        this.#graph.isUpstream(store.place.resource, id) ||
        (store.place.resource === id && store.place.phase === "before"),
    );
  }

  #overwrites(later: Store, earlier: Store, reader: string): boolean {
    const [first, second] = [earlier.place.resource, later.place.resource];
    if (!later.sure || !(later.always || second === reader)) return false;
    return first === second ? later.order > earlier.order : this.#graph.isUpstream(first, second);
  }
}

const phases: readonly Phase[] = ["before", "run", "after", "response", "failed"];

function orderOf(phase: Phase, at: Span): number {
  return phases.indexOf(phase) * 2 ** 40 + at.start;
}

function* storesOf(plan: PlanResource): Generator<Store> {
  const always =
    plan.skip.length + plan.routes.length + plan.methods.length === 0 && (plan.onError?.action ?? "fail") === "fail";
  const lists: readonly (readonly [Phase, readonly PlanExpression[]])[] = [
    ["before", plan.before],
    ["after", plan.after],
    ["failed", plan.onError?.expressions ?? []],
  ];
  for (const [phase, expressions] of lists) {
    for (const expression of expressions) {
      for (const { store, place } of storesIn(expression, placeIn(plan.id, phase))) {
        const { name, value, span } = store;
        const sure = store === expression && phase !== "failed";
        yield { name, value, place, span, order: orderOf(phase, span), sure, always };
      }
    }
  }
}

interface Found {
  readonly store: Extract<PlanExpression, { kind: "store" }>;
  readonly place: Place;
}

/** Every `set` in an expression that stands where its value is used for nothing else, with what is known there. */
function* storesIn(node: PlanExpression, place: Place): Generator<Found> {
  switch (node.kind) {
    case "store":
      yield { store: node, place };
      yield* storesIn(node.value, place);
      break;
    case "conditional":
      yield* storesIn(node.consequent, knowing(node.test, true, place));
      yield* storesIn(node.alternate, knowing(node.test, false, place));
      break;
    case "binary":
      yield* storesIn(node.left, place);
      yield* storesIn(
        node.right,
        node.operator === "and"
          ? knowing(node.left, true, place)
          : node.operator === "or"
            ? knowing(node.left, false, place)
            : place,
      );
      break;
    case "let":
      yield* storesIn(node.value, place);
      yield* storesIn(node.body, withVariable(place, node.name, node.value));
      break;
    case "sequence":
      for (const expression of node.expressions) yield* storesIn(expression, place);
      break;
    case "call":
      for (const argument of node.arguments) yield* storesIn(argument, place);
      break;
    case "iteration":
      if (node.predicate !== undefined) yield* storesIn(node.predicate, withElement(place, node.array));
      break;
    default:
  }
}

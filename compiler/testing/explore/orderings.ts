import * as fc from "fast-check";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { AskingPlace } from "./places.ts";

/** So many orders are tried; where there are more, so many of them by chance. */
export const mostOrders = 120;

/** Milliseconds that the answer of each place takes, by place. */
export type Times = Readonly<Record<string, number>>;

/**
 * Times with which places that run side by side end in different orders: in every order that requirements allow, or
 * where these are more than `mostOrders`, in so many of them, which `seed` chooses. Places are in the order of the plan.
 */
export function orderings(places: readonly AskingPlace[], plan: Plan, seed: number): readonly Times[] {
  const earlier = new Map(places.map((one) => [one, places.filter((other) => precedes(other, one, plan))]));
  const all = extensions(earlier);
  const orders = all.length <= mostOrders ? all : sampled(earlier, seed);
  return orders.map((order) => timesOf(order, earlier));
}

type Earlier = ReadonlyMap<AskingPlace, readonly AskingPlace[]>;

/** The orders in which each place comes after its earlier ones; one more than `mostOrders` of them at most. */
function extensions(earlier: Earlier): readonly (readonly AskingPlace[])[] {
  const found: (readonly AskingPlace[])[] = [];
  const extend = (order: readonly AskingPlace[]): void => {
    if (found.length > mostOrders) return;
    if (order.length === earlier.size) found.push(order);
    else for (const next of available(order, earlier)) extend([...order, next]);
  };
  extend([]);
  return found;
}

function available(order: readonly AskingPlace[], earlier: Earlier): readonly AskingPlace[] {
  const isNext = ([place, before]: readonly [AskingPlace, readonly AskingPlace[]]): boolean =>
    !order.includes(place) && before.every((one) => order.includes(one));
  return [...earlier].filter(isNext).map(([place]) => place);
}

/** Orders by chance, behind the two in which the first and the last that may come next always does. */
function sampled(earlier: Earlier, seed: number): readonly (readonly AskingPlace[])[] {
  const { size } = earlier;
  const chances = fc.array(fc.noBias(fc.nat()), { minLength: size, maxLength: size });
  const choices = [
    Array.from({ length: size }, () => 0),
    Array.from({ length: size }, () => -1),
    ...fc.sample(chances, { seed, numRuns: mostOrders - 2 }),
  ];
  return choices.map((chosen) => {
    const order: AskingPlace[] = [];
    for (const choice of chosen) {
      const next = available(order, earlier);
      const one = next.at(choice < 0 ? -1 : choice % next.length);
      if (one !== undefined) order.push(one);
    }
    return order;
  });
}

/** Each ends one millisecond after the one before it in the order; it begins with the end of what it requires. */
function timesOf(order: readonly AskingPlace[], earlier: Earlier): Times {
  const end = new Map(order.map((place, index) => [place, index + 1]));
  const takes = order.map((place) => {
    const begin = Math.max(0, ...(earlier.get(place) ?? []).map((one) => end.get(one) ?? 0));
    return [place.place, (end.get(place) ?? 0) - begin] as const;
  });
  return Object.fromEntries(takes);
}

/** True where the second place asks only after the first has ended: where they part, it requires it. */
function precedes(first: AskingPlace, second: AskingPlace, plan: Plan): boolean {
  const [one, other] = [first.place.split("/"), second.place.split("/")];
  let resources: readonly PlanResource[] = plan.resources;
  for (const [index, id] of one.entries()) {
    if (id !== other[index]) return requiredBy(other[index], resources).has(id);
    const component = resources.find((resource) => resource.id === id)?.action?.component;
    resources = plan.components.find(({ place }) => place === component)?.resources ?? [];
  }
  return false;
}

/** Ids of all that a resource requires, directly or not. */
function requiredBy(id: string | undefined, resources: readonly PlanResource[]): ReadonlySet<string> {
  const required = new Set<string>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const one of resources.find((resource) => resource.id === next)?.requires ?? []) {
      if (required.has(one)) continue;
      required.add(one);
      pending.push(one);
    }
  }
  return required;
}

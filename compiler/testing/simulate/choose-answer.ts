import type { Data, Simulation } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";
import { differences } from "../expect/compare.ts";
import type { Evaluate } from "../expect/matchers.ts";
import { isSequence, itemIndex } from "./given-answers.ts";

/** One call, as far as the choice of its answer depends on it. */
export interface CallToAnswer {
  readonly place: string;
  readonly asked: Data;
  /** How often this place has been asked before. */
  readonly earlier: number;
  readonly evaluate: Evaluate;
}

/** The answer for a call, or why there is none. */
export type Chosen =
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "none"; readonly why: string };

/**
 * Chooses among the answers that are given for a place: by what is asked (`match`), by the item, then one after another for
 * attempts.
 */
export function chooseAnswer(given: unknown, call: CallToAnswer, simulation: Simulation): Chosen {
  if (!isSequence(given, simulation)) return matching([given], call) ?? noMatch(call);
  if (given.some((one) => asMap(one)?.["match"] !== undefined)) return matching(given, call) ?? noMatch(call);
  const index = itemIndex(call.place);
  if (index !== undefined && !Array.isArray(given[index])) return nth(given, index, "item");
  const attempts = index === undefined ? given : (given[index] as readonly unknown[]);
  if (index !== undefined && !isSequence(attempts, simulation)) return { kind: "answer", value: attempts };
  return nth(attempts, call.earlier, "call");
}

/** The first answer whose `match` fits, or that has none. */
function matching(given: readonly unknown[], { asked, evaluate }: CallToAnswer): Chosen | undefined {
  const fits = (one: unknown): boolean => {
    const match = asMap(one)?.["match"];
    return match === undefined || differences(asked, match, { evaluate, open: true }).length === 0;
  };
  const found = given.findIndex(fits);
  return found === -1 ? undefined : { kind: "answer", value: given[found] };
}

function noMatch({ asked }: CallToAnswer): Chosen {
  return { kind: "none", why: `no "match" fits what it asks: ${JSON.stringify(asked)}` };
}

function nth(given: readonly unknown[], index: number, what: "item" | "call"): Chosen {
  if (index < given.length) return { kind: "answer", value: given[index] };
  const count = given.length === 1 ? "1 answer is" : `${given.length} answers are`;
  return { kind: "none", why: `${count} given, and this is ${what} ${what === "item" ? index : index + 1}` };
}

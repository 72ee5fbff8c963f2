import type { EffectCall } from "../../../runtime-lib/run/effects.ts";
import type { Data, Simulation } from "../../nouns/simulation.ts";
import { typeName } from "../../nouns/value-type.ts";
import { placeWithoutItems } from "./given-answers.ts";

/** What a test lacks for a call: who asks what, and what to give for it. */
export function missingAnswer({ place, kind }: EffectCall, asked: Data, { example, fields }: Simulation): string {
  const types = Object.entries(fields).flatMap(([name, type]) =>
    name === "value" ? [] : [`${name}: ${typeName(type)}`],
  );
  const shape = types.length === 0 ? "" : ` (${types.join(", ")})`;
  const shown = JSON.stringify(asked);
  const what = shown.length > 200 ? `${shown.slice(0, 199)}…` : shown;
  return `nothing is given for "${place}", ${kind} ${what}; give it an answer${shape}: ${example(placeWithoutItems(place), asked)}`;
}

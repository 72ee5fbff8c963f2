import type { Simulation } from "../../nouns/simulation.ts";
import { anyType, boolType, stringType } from "../../nouns/value-type.ts";
import { fieldsOf } from "../process-simulation.ts";
import { memoryExploration } from "./exploration.ts";

const asks = { action: stringType, key: stringType, value: stringType };

/** One call of the memory. */
export const memorySimulation: Simulation = {
  kind: "memory",
  fields: { value: anyType, success: boolType },
  bare: { maps: false, lists: false },
  asks,
  asked: (request) => fieldsOf(request, request["action"] === "retrieve" ? ["action", "key"] : Object.keys(asks)),
  answer: ({ value, success = true }, { action }) =>
    action === "store" || success === false || value === undefined || value === null ? undefined : String(value),
  recorded: (answer) => ({ ...(answer === undefined ? { success: false } : { value: answer }) }),
  example: (_id, { key }) => `memory: { ${String(key)}: "…" }`,
  exploration: memoryExploration,
};

/** The call of a component made of resources, whose value is given instead of those of its resources. */
export const callSimulation: Simulation = {
  kind: "component",
  fields: { value: anyType },
  bare: { maps: true, lists: false },
  asks: {},
  asked: (request) => request,
  answer: ({ value }) => value,
  recorded: (answer) => ({ value: answer }),
  example: (id) => `${id}: { value: … }`,
};

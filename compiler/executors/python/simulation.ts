import type { Simulation } from "../../nouns/simulation.ts";
import { arrayOf, mapType, stringType } from "../../nouns/value-type.ts";
import { printedValue, processExploration } from "../process-exploration.ts";
import { fieldsOf, processSimulation } from "../process-simulation.ts";

const asks = {
  script: stringType,
  inputs: mapType,
  args: arrayOf(stringType),
  workingDir: stringType,
  env: mapType,
};

/** A script that does not run: what it prints is given. */
export const pythonSimulation: Simulation = {
  ...processSimulation,
  kind: "python",
  bare: { maps: true, lists: false },
  asks,
  asked: (request) => fieldsOf(request, Object.keys(asks)),
  example: (id) => `${id}: { value: { … } }`,
  exploration: processExploration(printedValue),
};

/** The search for an interpreter: one is found, and nobody starts it. */
export const interpreterSimulation: Simulation = {
  kind: "interpreter",
  partOf: "python",
  fields: {},
  bare: { maps: false, lists: false },
  asks: {},
  asked: () => ({}),
  answer: () => ({ program: "python3", environment: {} }),
  recorded: () => undefined,
  example: () => "",
};

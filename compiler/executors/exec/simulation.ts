import type { Simulation } from "../../nouns/simulation.ts";
import { anyType, arrayOf, mapType, stringType } from "../../nouns/value-type.ts";
import { printedText, processExploration } from "../process-exploration.ts";
import { fieldsOf, processSimulation } from "../process-simulation.ts";

const asks = { command: stringType, args: arrayOf(stringType), stdin: anyType, workingDir: stringType, env: mapType };

/** A command that does not run: its output and its exit code are given. */
export const execSimulation: Simulation = {
  ...processSimulation,
  kind: "exec",
  bare: { maps: true, lists: false },
  asks,
  asked: (request) => fieldsOf(request, Object.keys(asks)),
  example: (id) => `${id}: { stdout: "…", exitCode: 0 }`,
  exploration: processExploration(printedText),
};

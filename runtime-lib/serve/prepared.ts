import { checkMachine } from "../run/check-machine.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { surroundings } from "../run/run.ts";
import { application } from "./application.ts";
import { tokenOf } from "./authorize.ts";
import type { ServeOptions, ServerState } from "./state.ts";

/** What answers requests, at whatever edge. Throws with class preflight where the machine or the environment lacks something. */
export function prepared(definition: WorkflowDefinition, options: ServeOptions) {
  checkMachine(definition);
  const state: ServerState = {
    definition,
    options,
    running: new Set(),
    stopping: false,
    gate: undefined,
    surroundings: surroundings(),
  };
  const token = tokenOf(definition, options, state.surroundings);
  return { state, token, app: application(state, token) };
}

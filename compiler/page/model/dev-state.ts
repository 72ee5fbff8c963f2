import type { DevMessage, DevRun, DevTests, DevWorkflow } from "../dev-data.ts";

/** What the page of `flowc dev` knows. */
export interface DevState {
  readonly workflows: readonly DevWorkflow[];
  /** The latest first. */
  readonly runs: readonly DevRun[];
  /** The last of each workflow, by its id. */
  readonly tests: ReadonlyMap<string, DevTests>;
}

/** The state after a message. Where the connection was lost, all runs are said anew. */
export function devState(state: DevState, message: DevMessage): DevState {
  const { runs } = state;
  switch (message.kind) {
    case "workflows":
      return { ...state, workflows: message.workflows };
    case "tests":
      return { ...state, tests: new Map(state.tests).set(message.tests.of, message.tests) };
    case "run": {
      const known = runs.some(({ id }) => id === message.run.id);
      return {
        ...state,
        runs: known ? runs.map((run) => (run.id === message.run.id ? message.run : run)) : [message.run, ...runs],
      };
    }
    case "events":
      return {
        ...state,
        runs: runs.map((run) =>
          run.id === message.run ? { ...run, events: [...run.events, ...message.events] } : run,
        ),
      };
    default:
      return message satisfies never;
  }
}

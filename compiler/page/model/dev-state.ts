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
    case "run":
      return { ...state, runs: inOrder([message.run, ...runs.filter(({ id }) => id !== message.run.id)]) };
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

/** The latest first; those that are about to begin before all others. */
function inOrder(runs: readonly DevRun[]): readonly DevRun[] {
  const began = ({ events }: DevRun): number =>
    events[0] === undefined ? Number.MAX_VALUE : Date.parse(events[0].emittedAt);
  return runs.toSorted((one, other) => began(other) - began(one));
}

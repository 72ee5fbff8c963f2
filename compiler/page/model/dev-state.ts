import type { DevMessage, DevRun, DevWorkflow } from "../dev-data.ts";

/** What the page of `flowc dev` knows. */
export interface DevState {
  readonly workflows: readonly DevWorkflow[];
  /** The latest first. */
  readonly runs: readonly DevRun[];
}

/** The state after a message. Where the connection was lost, all runs are said anew. */
export function devState({ workflows, runs }: DevState, message: DevMessage): DevState {
  switch (message.kind) {
    case "workflows":
      return { workflows: message.workflows, runs };
    case "run": {
      const known = runs.some(({ id }) => id === message.run.id);
      return {
        workflows,
        runs: known ? runs.map((run) => (run.id === message.run.id ? message.run : run)) : [message.run, ...runs],
      };
    }
    case "events":
      return {
        workflows,
        runs: runs.map((run) =>
          run.id === message.run ? { ...run, events: [...run.events, ...message.events] } : run,
        ),
      };
    default:
      return message satisfies never;
  }
}

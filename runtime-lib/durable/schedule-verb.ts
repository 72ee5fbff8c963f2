import { print } from "../command/terminal.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { prepareInputs } from "../run/inputs.ts";
import { withClient } from "./client.ts";
import { failureFrom } from "./failure.ts";
import { givenToKeep } from "./given.ts";
import { queueOf } from "./names.ts";
import { readVerb, usage, type Verb } from "./verb.ts";

const options = {
  cron: { value: "CRON", description: "five fields, in place of settings.schedule" },
  "time-zone": { value: "NAME", description: "beside --cron, such as Europe/Berlin (default: UTC)" },
  remove: { description: "take the schedule away; runs that are there stay" },
} as const;

/** `schedule`: has workers put a run on the queue at the times of a schedule, once for each time. */
export const scheduleVerb: Verb = {
  name: "schedule",
  summary: "put a run on the queue at the times of settings.schedule or --cron, once for each time",
  options,
  act: async (argv, { definition }) => {
    const { values } = readVerb({ name: "schedule", options }, argv);
    const scheduleName = queueOf(definition);
    if (values.remove) {
      return withClient(definition, async (client) => {
        await client.deleteSchedule(scheduleName);
        return print("there is no schedule any more");
      });
    }
    const { cron, timeZone, catchUp } = timesOf(definition, values);
    prepareInputs(definition, {}, {});
    return withClient(definition, async (client) => {
      await client
        .applySchedules([
          {
            ...{ scheduleName, workflowName: definition.name, schedule: cron, cronTimezone: timeZone },
            ...{ context: givenToKeep(definition, { inputs: {} }), queueName: queueOf(definition) },
            automaticBackfill: catchUp,
          },
        ])
        .catch((thrown: unknown) => {
          const failure = failureFrom(thrown);
          throw failure.failureClass === "infra" ? failure : usage(`--cron '${cron}': ${failure.message}`);
        });
      return print(`${cron} ${timeZone}`);
    });
  },
};

type Times = Pick<NonNullable<WorkflowDefinition["schedule"]>, "cron" | "timeZone" | "catchUp">;

function timesOf(
  { schedule }: WorkflowDefinition,
  { cron, "time-zone": timeZone }: { readonly cron: string | undefined; readonly "time-zone": string | undefined },
): Times {
  if (cron === undefined && timeZone !== undefined) throw usage("--time-zone goes with --cron");
  if (cron === undefined && schedule === undefined)
    throw usage("the workflow has no settings.schedule: give --cron, such as --cron '0 6 * * 1-5'");
  if (cron === undefined) return schedule as Times;
  if (cron.trim().split(/\s+/).length !== 5) throw usage(`--cron takes five fields, not "${cron}"`);
  return { cron, timeZone: timeZone ?? "UTC", catchUp: false };
}

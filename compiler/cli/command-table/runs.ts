import { flags } from "../../../runtime-lib/command/flags.ts";
import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import { runStatuses } from "../../../runtime-lib/store/run-status.ts";
import type { ArgumentSpec, CommandSpec, GroupSpec } from "./spec.ts";

/** Where the runs are kept. */
export const store = {
  value: "FILE",
  description: "the store of runs, or the folder that holds runs.db (default ~/.flowc/runs.db)",
} as const satisfies OptionSpec;

const format = { values: ["text", "json"], default: "text", description: "how to print it" } as const;

const oneRun = {
  name: "RUN",
  count: "one",
  needs: "a run",
  noun: "run",
  completes: "nothing",
  forms: [
    ["ID", "the id of a run, or the beginning of it that no other has"],
    ["last", "the run that started last"],
  ],
} as const satisfies ArgumentSpec;

const manyRuns = { ...oneRun, count: "many" } as const satisfies ArgumentSpec;

const found = [
  ["0", "done"],
  ["2", "bad usage, or no such run"],
] as const;

const ends = [
  ["0", "completed"],
  ["1", "failed"],
  ["2", "bad usage, no such run, or one that another process is running"],
  ["3", "does not compile"],
  ["124", "the workflow's timeout"],
  ["129, 130 or 143", "ended by SIGHUP, SIGINT or SIGTERM"],
] as const;

/** Options of bundles that make sense for a run that goes on. */
const shown = {
  "env-file": flags["env-file"],
  events: flags.events,
  "events-output": flags["events-output"],
  "step-output": flags["step-output"],
  output: flags.output,
} as const;

export const runsListSpec = {
  name: "runs list",
  summary: "list the runs that are kept",
  description: "Lists the runs that --record, --journal and settings.history have kept, the newest first.",
  options: {
    workflow: { value: "NAME", description: "only runs of this workflow" },
    status: { values: runStatuses, description: "only runs of this status" },
    format,
    store,
  },
  exitCodes: [
    ["0", "listed"],
    ["2", "bad usage"],
  ],
  examples: [["flowc runs list --status failed", "what went wrong lately"]],
} as const satisfies CommandSpec;

export const runsShowSpec = {
  name: "runs show",
  summary: "show a run",
  description: "Shows what is kept of a run: its inputs, what became of each resource, output, and its result.",
  argument: oneRun,
  options: { format, store },
  exitCodes: found,
  examples: [["flowc runs show last", "the last run"]],
} as const satisfies CommandSpec;

export const runsResumeSpec = {
  name: "runs resume",
  summary: "go on with a run, as flowc resume does",
  description: `Goes on with a run that --journal has kept: what it has done is not done again, what failed or was cut \
short runs again. Without RUN it is the last one that has not completed.`,
  argument: { ...oneRun, count: "optional" },
  options: { ...shown, store },
  exitCodes: ends,
} as const satisfies CommandSpec;

export const runsForkSpec = {
  name: "runs fork",
  summary: "start a new run from a resource of another",
  description: `Starts a new run, kept by a journal, with the inputs of another. The resource that --from names and all \
that depends on it run; results of everything else are taken from the other run.`,
  argument: oneRun,
  options: {
    from: { value: "ID", description: "the resource from which on everything runs" },
    run: { value: "ID", description: "the name of the new run (default: a UUID)" },
    ...shown,
    store,
  },
  exitCodes: ends,
  examples: [["flowc runs fork last --from report", "the report once more, from the same data"]],
} as const satisfies CommandSpec;

export const runsCancelSpec = {
  name: "runs cancel",
  summary: "cancel runs",
  description: "Cancels runs, also those of other processes: their commands are ended, and they can be resumed.",
  argument: manyRuns,
  options: { store },
  exitCodes: found,
} as const satisfies CommandSpec;

export const runsRmSpec = {
  name: "runs rm",
  summary: "remove runs",
  description: "Removes runs with all that is kept of them. One that is running must be cancelled first.",
  argument: manyRuns,
  options: { store },
  exitCodes: found,
} as const satisfies CommandSpec;

export const runsPruneSpec = {
  name: "runs prune",
  summary: "remove old runs",
  description: "Removes all runs beyond the limits given, but for those that are running.",
  options: {
    keep: { value: "NUMBER", description: "keep so many, the newest" },
    older: { value: "TIME", description: "remove those that started longer ago, such as 30d or 12h" },
    store,
  },
  exitCodes: [
    ["0", "removed"],
    ["2", "bad usage"],
  ],
  examples: [["flowc runs prune --keep 100 --older 30d", "at most 100, and none of last month"]],
} as const satisfies CommandSpec;

export const runsSpec = {
  name: "runs",
  summary: "list, show, resume, cancel, fork and remove runs that are kept",
  commands: [runsListSpec, runsShowSpec, runsResumeSpec, runsForkSpec, runsCancelSpec, runsRmSpec, runsPruneSpec],
} as const satisfies GroupSpec;

export const resumeSpec = {
  ...runsResumeSpec,
  name: "resume",
  summary: "go on with a run that was interrupted, failed or cancelled",
  examples: [
    ["flowc resume", "the last run that has not completed"],
    ["flowc resume nightly", "the run called nightly"],
  ],
} as const satisfies CommandSpec;

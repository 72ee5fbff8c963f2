import { type Flag, flags } from "../../../runtime-lib/command/flags.ts";
import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import { scheduleFlags } from "../../../runtime-lib/schedule/flags.ts";
import { storeFlags } from "../../../runtime-lib/store/flags.ts";
import type { CommandSpec } from "./spec.ts";
import { workflow } from "./workflows.ts";

/** The options of bundles, but for those that every command of flowc has. */
const handedOn: Readonly<Record<string, OptionSpec>> = Object.fromEntries(
  Object.entries<Flag>({ ...flags, ...storeFlags, ...scheduleFlags }).flatMap(([name, { of, ...option }]) => {
    const description = of === "server" ? `of a server workflow, ${option.description}` : option.description;
    return ["help", "version"].includes(name) ? [] : [[name, { ...option, description }]];
  }),
);

export const runSpec = {
  name: "run",
  summary: "build and execute",
  description: `Builds the workflow, unless an earlier run has, and executes it. A server workflow listens until SIGINT or \
SIGTERM.`,
  argument: workflow,
  options: {
    ...handedOn,
    report: { value: "FILE", description: "write a page of HTML that shows the run; see docs/report.md" },
    prices: { value: "FILE", description: "beside --report: JSON with what models cost" },
    "dry-run": { description: "print what would run, in waves, and run nothing" },
    watch: {
      description: `run anew when a file changes: a command is ended first, a server keeps its port; what does not \
compile is shown, not run`,
    },
    sandbox: {
      description:
        "let the run do nothing but what the workflow declares, under Node's permissions; see docs/safety.md",
    },
    allow: {
      value: "PATH",
      repeatable: true,
      description: "beside --sandbox: a file or folder that it may use as well",
    },
    "no-cache": { description: "build anew and keep nothing" },
  },
  exitCodes: [
    ["0", "completed"],
    ["1", "failed"],
    ["2", "bad usage or invalid input"],
    ["3", "does not compile"],
    ["124", "the workflow's timeout"],
    ["129, 130 or 143", "ended by SIGHUP, SIGINT or SIGTERM"],
  ],
  examples: [
    ["flowc run . --input name=Ada", "with an input"],
    ["flowc run . --journal --run nightly", "one that flowc resume nightly goes on with"],
    ["flowc run server --request 'GET /greetings/Ada'", "one request, without a server"],
    ["flowc run server --watch --port 8080", "while it is written"],
    ["flowc run . --report run.html", "and see what took how long"],
  ],
} as const satisfies CommandSpec;

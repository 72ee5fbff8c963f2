import { store } from "./runs.ts";
import type { CommandSpec } from "./spec.ts";

export const reportSpec = {
  name: "report",
  summary: "show a run as one page of HTML",
  description: `Writes one HTML file that shows a run: its graph, its time line with the critical path, failures, outputs, attempts, items and \
tokens. The file asks for nothing and needs no network. The lines of the files come from --workflow, for events the graph as \
well. See docs/report.md.`,
  argument: {
    name: "RUN",
    count: "one",
    needs: "a run that is kept, or a file of events",
    noun: "run",
    completes: "file",
    forms: [
      ["ID", "a run that --record has kept, by the beginning of its id"],
      ["last", "the run of these that started last"],
      ["EVENTS", "what --events=FILE has written, best with --events-output; - is standard input"],
    ],
  },
  options: {
    out: { short: "o", value: "FILE", default: "report.html", description: "write it there" },
    workflow: { value: "PATH", description: "the workflow that ran" },
    run: {
      value: "ID",
      description: "of a file with several runs, the one whose id begins like that (default: the last)",
    },
    store,
    prices: { value: "FILE", description: "JSON with what models cost, to show the cost of chats" },
  },
  exitCodes: [
    ["0", "written"],
    ["2", "bad usage, or a file that cannot be read or written"],
  ],
  examples: [
    ["flowc report last --workflow . -o run.html", "the last run that was kept"],
    ["flowc report events.ndjson --workflow . -o run.html", "what --events=events.ndjson --events-output has written"],
  ],
} as const satisfies CommandSpec;

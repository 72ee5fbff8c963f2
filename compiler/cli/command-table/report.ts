import type { CommandSpec } from "./spec.ts";

export const reportSpec = {
  name: "report",
  summary: "show a run as one page of HTML",
  description: `Writes one HTML file that shows a run: its graph, its time line with the critical path, failures, outputs, attempts, items and \
tokens. The file asks for nothing and needs no network. The graph and the lines of the files come from --workflow. See \
docs/report.md.`,
  argument: {
    name: "EVENTS",
    count: "one",
    needs: "a file of events",
    noun: "file of events",
    completes: "file",
    forms: [["EVENTS", "what --events=FILE has written, best with --events-output; - is standard input"]],
  },
  options: {
    out: { short: "o", value: "FILE", default: "report.html", description: "write it there" },
    workflow: { value: "PATH", description: "the workflow that ran" },
    run: {
      value: "ID",
      description: "of a file with several runs, the one whose id begins like that (default: the last)",
    },
    prices: { value: "FILE", description: "JSON with what models cost, to show the cost of chats" },
  },
  exitCodes: [
    ["0", "written"],
    ["2", "bad usage, or a file that cannot be read or written"],
  ],
  examples: [
    ["flowc report events.ndjson --workflow . -o run.html", "what --events=events.ndjson --events-output has written"],
  ],
} as const satisfies CommandSpec;

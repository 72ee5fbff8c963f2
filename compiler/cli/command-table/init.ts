import type { CommandSpec } from "./spec.ts";

export const initSpec = {
  name: "init",
  summary: "write a small workflow to start from",
  description: `Writes a workflow of a few files that runs at once: workflow.yaml, resources/, README.md, .gitignore. DIR is \
made where it is missing; it must be empty, but for what a new npm package or git repository holds. The workflow is called \
like the folder.`,
  argument: {
    name: "DIR",
    count: "one",
    needs: "a folder, such as demo, or . for this one",
    noun: "folder",
    completes: "folder",
  },
  options: {
    template: {
      values: ["command", "server"],
      default: "command",
      description: "what to start from: a workflow that runs to its end, or one that answers HTTP requests",
    },
  },
  exitCodes: [
    ["0", "written"],
    ["2", "bad usage, something in the way or a folder that cannot be written"],
  ],
  examples: [["flowc init demo && flowc run demo", "write one and run it"]],
} as const satisfies CommandSpec;

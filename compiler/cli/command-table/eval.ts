import type { CommandSpec } from "./spec.ts";

export const evalSpec = {
  name: "eval",
  summary: "evaluate one expression",
  description: `Compiles an expression and prints its value as JSON. Its free variables are the keys of FILE.json, and are \
typed by it.`,
  argument: {
    name: "EXPR",
    count: "optional",
    needs: "one expression, in quotes",
    noun: "expression, in quotes",
    completes: "nothing",
  },
  usage: ["EXPR [--scope FILE.json]", "--batch [--scope FILE.json]"],
  options: {
    scope: { value: "FILE.json", description: "values of the variables" },
    batch: {
      description: `answer each line of standard input with a line: {"expr": …, "scope": {…}} \
with {"value": …} or {"error": {"stage": "compile" or "run", "message": …}}`,
    },
  },
  exitCodes: [
    ["0", "evaluated (with --batch always)"],
    ["1", "an error in the expression"],
    ["2", "bad usage"],
  ],
  examples: [[`flowc eval 'map(1..3, # * #)'`, "prints [1,4,9]"]],
} as const satisfies CommandSpec;

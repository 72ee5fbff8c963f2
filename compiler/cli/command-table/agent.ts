import type { CommandSpec } from "./spec.ts";
import { workflows } from "./workflows.ts";

export const agentSpec = {
  name: "agent",
  summary: "ask a language model, with the workflows as its tools",
  description: `Asks a language model over an OpenAI-compatible API, with each workflow as a tool that it may call. With a \
prompt: one answer on standard output. Without: a session, a question a line. Each call is shown on standard error with \
its duration. OPENAI_BASE_URL and OPENAI_API_KEY say where the model is; without a key it is a local Ollama. See \
docs/agent-mode.md.`,
  argument: workflows,
  usage: [`PATH… --model M ["prompt"] [options]`],
  options: {
    model: { value: "M", description: "the model, as the provider names it" },
    "base-url": { value: "URL", description: "where the provider is" },
    yes: {
      description: `run workflows that are not read-only without asking; without a terminal to ask on, they do not run`,
    },
    "max-rounds": { value: "N", default: "16", description: "requests to the model for one answer" },
    timeout: { value: "DURATION", default: "10m", description: "time for one answer" },
    record: {
      optionalValue: "FOLDER",
      description: "record each call of a workflow, in ~/.flowc/runs.db or FOLDER/runs.db; see docs/runs.md",
    },
    "no-cache": { description: "build anew and keep nothing" },
  },
  exitCodes: [
    ["0", "answered"],
    ["1", "no answer"],
    ["2", "bad usage or no such file"],
    ["3", "does not compile"],
    ["124", "the timeout"],
    ["129, 130 or 143", "ended by SIGHUP, SIGINT or SIGTERM"],
  ],
  examples: [[`flowc agent tools --model gpt-5 "How many visits were there?"`, "one question, with all tools below"]],
} as const satisfies CommandSpec;

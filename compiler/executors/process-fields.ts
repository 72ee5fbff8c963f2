import type { ExecutorFields } from "../nouns/executor.ts";

/** The keys of whatever starts a process, beside those that say what is run. */
export const processFields = {
  workingDir: {
    kind: "text",
    given: "folder",
    description:
      "Folder in which it runs; a relative one starts at the folder that flowc or the bundle was started in. Templates allowed.",
  },
  env: {
    kind: "text-map",
    given: "environment",
    description:
      "Environment variables of this command only; they override agentSettings.env, which overrides those of the process. Templates allowed.",
    schema: {
      additionalProperties: { type: ["string", "number", "boolean", "null"] },
      propertyNames: { pattern: "^[^=]+$", diagnostic: "invalid-name" },
    },
  },
  timeout: {
    kind: "duration",
    option: "timeoutMs",
    description: "Longest run time; then the whole process tree is ended, and the resource fails (class timeout).",
  },
  maxOutputBytes: {
    kind: "integer",
    description: "More output than this on stdout or stderr is a failure, never cut. Default 67108864 (64 MiB).",
    schema: { minimum: 1 },
  },
  strict: {
    kind: "boolean",
    description:
      "true: a non-zero exit always fails. false: it never does. Absent: it fails unless another resource reads exitCode, success or stderr.",
  },
} as const satisfies ExecutorFields;

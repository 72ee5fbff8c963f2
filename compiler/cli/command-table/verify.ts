import type { CommandSpec } from "./spec.ts";

export const verifySpec = {
  name: "verify",
  summary: "say whether a bundle is what flowc wrote, and still up to date",
  description: `Says of a bundle, or of each in a folder: ok, stale or tampered, and why; of what cannot be judged: unknown. With the workflow that it was \
built from (a file, a folder, or a folder of many) it is built again and compared byte for byte; without, it is held \
against the hash in it, which finds accidents and no forgery. Nothing of the bundle is run. See docs/provenance.md.`,
  argument: {
    name: "BUNDLE [PATH]",
    count: "two",
    needs: "a bundle or a folder of bundles",
    noun: "a bundle and what it was built from",
    completes: "file",
    forms: [
      ["BUNDLE", "a module that flowc has built, or a folder of them"],
      ["PATH", "what it was built from"],
    ],
  },
  options: {
    attestation: {
      value: "FILE",
      description: "hold it against a statement that `build --attest` wrote; BUNDLE may be an executable then",
    },
    format: {
      values: ["text", "json"],
      default: "text",
      description: "how to print it: a line for each bundle, or one JSON object",
    },
  },
  exitCodes: [
    ["0", "all are ok"],
    ["1", "one is stale or tampered"],
    ["2", "bad usage, or a file that is missing, cannot be read or is not a bundle of flowc"],
  ],
  examples: [
    ["flowc verify dist/hello.mjs", "has it changed since it was built"],
    ["flowc verify dist .", "are these bundles what flowc makes of the workflows here"],
    ["flowc verify dist/hello . --attestation dist/hello.intoto.json", "is this executable what flowc makes of it"],
  ],
} as const satisfies CommandSpec;

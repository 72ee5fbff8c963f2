import type { CommandSpec } from "./spec.ts";

export const testSpec = {
  name: "test",
  summary: "run the tests of workflows without their world",
  description: `Runs the tests in *.test.yaml: each runs the very bundle that build writes, with answers of the test in the \
place of commands, requests, models and databases, in simulated time. A folder stands for all files of tests below it; a \
workflow for the tests beside it and in tests/; without a PATH, the working folder. Nothing reaches the network unless a test allows it. See docs/testing.md.`,
  argument: {
    name: "PATH",
    count: "any",
    needs: "a file of tests, a workflow or a folder",
    noun: "files of tests, workflows or folders",
    completes: "path",
  },
  options: {
    filter: {
      value: "TEXT",
      description: "run only the tests, or explore the workflows, whose file or name holds TEXT",
    },
    reporter: {
      values: ["text", "json", "junit", "tap", "github"],
      description: "how to print results (default text)",
    },
    watch: { description: "run again when a file changes: the tests whose workflow or file has changed" },
    record: {
      description: `run each test once for real and write what the world answered into __recordings__/, without secrets; \
later runs take their answers from there`,
    },
    coverage: {
      optionalValue: "FOLDER",
      description: `count what the tests cover: resources, both sides of conditions, ??, skip and check, failures, items, \
routes; a table, and lcov.info and index.html in FOLDER (coverage)`,
    },
    "min-coverage": { value: "N", description: "fail where less than N per cent is covered" },
    explore: {
      optionalValue: "N",
      description: `run no tests, but each workflow itself with N (200) generated inputs and answers, with failures and in many \
orders; what goes wrong is printed as a test`,
    },
    seed: { value: "S", description: "of what --explore generates (default 1): the same seed finds the same" },
    update: {
      description:
        "rewrite what tests expect, as it is now; tests whose calls have changed are recorded again, for real",
    },
  },
  exitCodes: [
    ["0", "all passed"],
    ["1", "some failed, or a test or its workflow has errors"],
    ["2", "bad usage or no such file"],
  ],
  examples: [
    ["flowc test .", "all tests here and below"],
    ["flowc test flows/orders --filter retries", "those of one workflow whose name holds a word"],
    ["flowc test flows/orders --explore=500", "what nobody wrote a test for"],
    ["flowc test . --reporter junit > results.xml", "for a service of continuous integration"],
  ],
} as const satisfies CommandSpec;

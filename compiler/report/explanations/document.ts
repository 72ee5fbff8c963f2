import { explanation } from "./explanation.ts";

/** Codes about one document: its YAML, its keys, the shape of its values. */
export const documentExplanations = {
  "yaml-syntax": explanation(
    `
    The file is not YAML, or goes beyond the limits of what flowc reads. The most common mistake is a template without
    quotes: to YAML, two braces open a map. The next is a text that contains a colon and a space, or an expression
    with a comma, a colon or a bracket: to YAML, \`[set('x', 1)]\` is a list of two texts. Each of these is reported, and
    read as it was meant; of other mistakes in a file only the first is, as the rest would follow from it. Tags
    are those of YAML's core schema: a \`!\` at the start of a text is part of it only in quotes.
    `,
    `
    actionId: greet
    apiResponse:
      response: {{ get('name') }}
    `,
    `
    actionId: greet
    apiResponse:
      response: "{{ get('name') }}"
    `,
  ),
  "duplicate-key": explanation(
    `
    One key appears twice in one map. Most YAML readers silently keep the last one, so a setting further up
    seems to have no effect. flowc keeps neither: remove one, or put both values under one key.
    `,
    `
    actionId: build
    exec:
      command: make
      timeout: 10m
      command: make test
    `,
    `
    actionId: build
    exec:
      command: make && make test
      timeout: 10m
    `,
  ),
  "unknown-key": explanation(
    `
    flowc does not know this key here. That is an error, because an ignored key would be a setting that
    silently does nothing. The message names the nearest known key, or all that are allowed here.
    `,
    `
    actionId: build
    exec:
      command: make
      timout: 10m
    `,
    `
    actionId: build
    exec:
      command: make
      timeout: 10m
    `,
  ),
  schema: explanation(
    `
    A required key is missing, or a value is of the wrong kind: a text where a list belongs, a number where
    a text does. The shapes are those of the JSON Schemas in the package (dist/schemas), by which editors can complete
    and check workflows as well. A value of the right kind that is not allowed there has a code of its own.
    `,
    `
    actionId: list
    exec:
      command: ls
      args: --all
      timeout: 10s
    `,
    `
    actionId: list
    exec:
      command: ls
      args: ["--all"]
      timeout: 10s
    `,
  ),
  "invalid-duration": explanation(
    `
    A duration is a number with a unit, or several of them: \`500ms\`, \`30s\`, \`1m30s\`, \`2h\`. The units are \`ms\`,
    \`s\`, \`m\` and \`h\`. There is no default unit: nobody has to remember whether 30 means seconds or milliseconds.
    `,
    `
    actionId: build
    exec:
      command: make
      timeout: 10 minutes
    `,
    `
    actionId: build
    exec:
      command: make
      timeout: 10m
    `,
  ),
  "api-version": explanation(
    `
    \`apiVersion\` says which form a document has, and this release reads the first: anything that ends in \`/v1\`. In
    the short form, with \`actionId\` at the top, the key may be left out.
    `,
    `
    apiVersion: flowc/v2
    actionId: build
    exec:
      command: make
      timeout: 10m
    `,
    `
    apiVersion: flowc/v1
    actionId: build
    exec:
      command: make
      timeout: 10m
    `,
  ),
  "no-executor": explanation(
    `
    A resource without an executor block, \`before\`, \`after\`, \`apiResponse\` and a \`check\` does nothing. Most often
    the block was forgotten, or is in another document. A resource that only checks guards those that require it.
    `,
    `
    actionId: build
    name: Builds everything
    `,
    `
    actionId: build
    name: Builds everything
    exec:
      command: make
      timeout: 10m
    `,
  ),
  "many-executors": explanation(
    `
    A resource runs one executor. What two would give, and which came first, would not show in its actionId: write
    two resources, and let one require the other.
    `,
    `
    actionId: count
    exec:
      command: wc -l notes.txt
      timeout: 10s
    component:
      name: memory
      with: { key: lines, value: many }
    `,
    `
    actionId: count
    exec:
      command: wc -l notes.txt
      timeout: 10s
    ---
    actionId: remember
    requires: [count]
    component:
      name: memory
      with: { key: lines, value: "{{ output('count') }}" }
    `,
  ),
  "duplicate-action": explanation(
    `
    Two resources have one \`actionId\`. It is how others require and read a resource, so it must be unique in the
    whole workflow, across all of its files.
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: fetch
    exec: { command: ./fetch-more.sh, timeout: 1m }
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: fetchMore
    requires: [fetch]
    exec: { command: ./fetch-more.sh, timeout: 1m }
    `,
  ),
  "missing-target": explanation(
    `
    The target is the resource whose value is the result of the run; it and everything upstream of it is what runs.
    Name it under \`settings.targetActionId\`.
    `,
    `
    metadata: { name: nightly }
    settings:
      timeout: 10m
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 1m }
    `,
    `
    metadata: { name: nightly }
    settings:
      timeout: 10m
      targetActionId: report
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 1m }
    `,
  ),
  "unknown-target": explanation(
    `
    \`settings.targetActionId\` names no resource of the workflow: it is misspelt, or the file that holds the resource
    does not lie in \`resources/\` beside the workflow.
    `,
    `
    metadata: { name: nightly }
    settings: { targetActionId: reprot }
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 1m }
    `,
    `
    metadata: { name: nightly }
    settings: { targetActionId: report }
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 1m }
    `,
  ),
};

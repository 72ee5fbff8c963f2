import { explanation } from "./explanation.ts";

/** Codes about values of the right type that their place refuses: by a list of words, by limits, by a schema. */
export const shapeExplanations = {
  "unknown-value": explanation(
    `
    Only some words are allowed here, and this is not one of them: a level, a role, a type of a schema, the \`kind\` of a
    document. The message names them all, or the one that was most likely meant.
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    onError: { action: retyr }
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    onError: { action: retry }
    `,
  ),
  "out-of-range": explanation(
    `
    The number is out of range: a port above 65535, a limit of no bytes, a thousand attempts. The message names
    the limit.
    `,
    `
    settings: { targetActionId: build, concurrency: 0 }
    resources:
      - actionId: build
        exec: { command: make, timeout: 10m }
    `,
    `
    settings: { targetActionId: build, concurrency: 1 }
    resources:
      - actionId: build
        exec: { command: make, timeout: 10m }
    `,
  ),
  "empty-value": explanation(
    `
    An empty text or list where something is required: a command, a model, a query. Leave the key out,
    or write what belongs there.
    `,
    `
    actionId: build
    exec: { command: "", timeout: 10m }
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    `,
  ),
  "invalid-default": explanation(
    `
    The schema of an input does not allow its own default, so a run without that input would
    fail. Change the default or the schema.
    `,
    `
    settings:
      targetActionId: list
      inputs: { most: { type: integer, default: many } }
    resources:
      - actionId: list
        exec: { command: "head -n {{ get('most') }} notes.txt", timeout: 10s }
    `,
    `
    settings:
      targetActionId: list
      inputs: { most: { type: integer, default: 10 } }
    resources:
      - actionId: list
        exec: { command: "head -n {{ get('most') }} notes.txt", timeout: 10s }
    `,
  ),
  "unknown-reference": explanation(
    `
    A \`$ref\` in a JSON Schema leads nowhere. References name a part of the same schema, from its root:
    \`#/$defs/<name>\`. Other files and addresses are not read.
    `,
    `
    actionId: ask
    chat:
      model: llama3.2
      prompt: Where?
      jsonSchema: { type: object, properties: { place: { $ref: "#/$defs/place" } } }
      timeout: 1m
    `,
    `
    actionId: ask
    chat:
      model: llama3.2
      prompt: Where?
      jsonSchema:
        type: object
        properties: { place: { $ref: "#/$defs/place" } }
        $defs: { place: { type: string } }
      timeout: 1m
    `,
  ),
};

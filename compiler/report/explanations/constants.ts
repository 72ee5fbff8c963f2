import { explanation } from "./explanation.ts";

/** Codes about what is the same in every run, and about what no run looks at. */
export const constantExplanations = {
  "constant-failure": explanation(
    `
    The expression, or a part of it, is made of constants and cannot be evaluated: whoever runs it gets a failure. The
    message is the one that a run would give. Where a run need not come that far, as in one branch of a condition, it is
    a warning. A timeout of \`0s\` fails in every run as well.
    `,
    `
    actionId: plan
    apiResponse:
      response: "{{ date('2026-13-45').Year() }}"
    `,
    `
    actionId: plan
    apiResponse:
      response: "{{ date('2026-12-31').Year() }}"
    `,
  ),
  "unused-name": explanation(
    `
    Nothing reads what has this name: an input, a name that \`set\` stores, a variable of \`let\`, a connection, a
    component, a parameter of a tool. It is left over, or whoever should read it has another name for it. A variable whose
    name begins with \`_\` is not reported.
    `,
    `
    settings:
      targetActionId: greet
      timeout: 1m
      inputs: { name: { type: string, default: you }, title: { type: string, default: "" } }
    resources:
      - actionId: greet
        apiResponse: { response: "Hello, {{ get('name') }}!" }
    `,
    `
    settings:
      targetActionId: greet
      timeout: 1m
      inputs: { name: { type: string, default: you }, title: { type: string, default: "" } }
    resources:
      - actionId: greet
        apiResponse: { response: "Hello, {{ get('title') }} {{ get('name') }}!" }
    `,
  ),
  "number-spelling": explanation(
    `
    Text belongs here, and a number without quotes is read as a number first: \`1.10\` becomes the text \`1.1\`, \`010\`
    becomes \`10\`, \`1e3\` becomes \`1000\`. Write it in quotes where its spelling matters, as in a version.
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m, env: { VERSION: 1.10 } }
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m, env: { VERSION: "1.10" } }
    `,
  ),
};

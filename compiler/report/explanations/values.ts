import { explanation } from "./explanation.ts";

/** Codes about values of the right shape that cannot be what they stand for, and settings that do not go together. */
export const valueExplanations = {
  "invalid-schedule": explanation(
    `
    \`cron\` has five fields: minute, hour, day of the month, month and weekday, each \`*\`, a number, a name (\`MON\`,
    \`JAN\`), a range, any of these with a step, or a list of them. What only some schedulers know is not allowed, since
    the same schedule is written for systemd, Kubernetes and GitHub: seconds, \`@daily\`, \`L\`, \`W\`, \`#\`, \`?\`. Nor is a day
    that never comes. \`timeZone\` is a name of the tz database.
    `,
    `
    settings:
      targetActionId: report
      schedule: { cron: "0 0 31 2 *", timeZone: Europe/Berlin }
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 5m }
    `,
    `
    settings:
      targetActionId: report
      schedule: { cron: "0 0 28 2 *", timeZone: Europe/Berlin }
    resources:
      - actionId: report
        exec: { command: ./report.sh, timeout: 5m }
    `,
  ),
  "invalid-url": explanation(
    `
    The text is not a URL, or has a scheme that its place does not accept: requests go to \`http:\` and \`https:\`, and
    connection strings name \`sqlite:\`, \`postgres:\`, \`mysql:\` or \`mariadb:\`. An address without a scheme is not a URL:
    flowc does not guess whether it is encrypted. Only the literal text is checked, up to the first expression.
    `,
    `
    actionId: load
    httpClient:
      url: example.org/items
      timeout: 10s
    `,
    `
    actionId: load
    httpClient:
      url: https://example.org/items
      timeout: 10s
    `,
  ),
  "invalid-path": explanation(
    `
    No request can have this path, or it does not mean what it seems to: the path of a route begins with \`/\`,
    parameters are whole segments, as in \`/items/:id\`, and there are no wildcards. For a file of a resource, such as
    \`scriptFile\`: this path, which starts at the workflow's folder, has no readable file.
    `,
    `
    settings:
      targetActionId: item
      apiServer:
        routes: [{ path: "/items/{id}", methods: [GET] }]
    resources:
      - actionId: item
        apiResponse: { response: "an item" }
    `,
    `
    settings:
      targetActionId: item
      apiServer:
        routes: [{ path: "/items/:id", methods: [GET] }]
    resources:
      - actionId: item
        apiResponse: { response: "an item" }
    `,
  ),
  "invalid-http": explanation(
    `
    HTTP does not allow this in a request or a response: the status of an answer is from 200 to 599, a method is one of
    HTTP's own, and a header is one line. Headers that follow from the body or belong to the server cannot be set by
    hand.
    `,
    `
    actionId: answer
    apiResponse:
      statusCode: 99
      response: done
    `,
    `
    actionId: answer
    apiResponse:
      statusCode: 201
      response: done
    `,
  ),
  "invalid-package": explanation(
    `
    The text is not the name of a package, with or without a version: options of an installer and shell commands
    are never passed on. An image also cannot install from a file of this machine or with its SSH keys, and its
    history would show a password in an address.
    `,
    `
    settings: { targetActionId: tools, agentSettings: { osPackages: ["curl jq"] } }
    resources:
      - actionId: tools
        apiResponse: { response: ready }
    `,
    `
    settings: { targetActionId: tools, agentSettings: { osPackages: [curl, jq] } }
    resources:
      - actionId: tools
        apiResponse: { response: ready }
    `,
  ),
  "invalid-name": explanation(
    `
    The name cannot be used here: it has characters that are not allowed, another tool of the chat has it, the
    component's folder has another name, or what the workflow is built for, such as an action of GitHub, does not accept it
    or confuses it with another.
    `,
    `
    actionId: look
    apiResponse: { response: "a result" }
    ---
    actionId: ask
    chat:
      model: llama3.2
      prompt: What is new?
      tools:
        - { name: look, script: look, description: Looks }
        - { name: look, script: look, description: Looks closer }
      timeout: 1m
    `,
    `
    actionId: look
    apiResponse: { response: "a result" }
    ---
    actionId: ask
    chat:
      model: llama3.2
      prompt: What is new?
      tools:
        - { name: look, script: look, description: Looks }
        - { name: look_closer, script: look, description: Looks closer }
      timeout: 1m
    `,
  ),
  "conflicting-keys": explanation(
    `
    Two settings that exclude each other: two bodies of one request, a script and its file, two names of one resource.
    The workflow does not say which one wins: keep one.
    `,
    `
    actionId: send
    httpClient:
      method: POST
      url: https://example.org/items
      data: { name: lamp }
      form: { name: lamp }
      timeout: 10s
    `,
    `
    actionId: send
    httpClient:
      method: POST
      url: https://example.org/items
      data: { name: lamp }
      timeout: 10s
    `,
  ),
  "unused-setting": explanation(
    `
    Another setting makes this one useless: what \`onError\` says about attempts and delays counts
    only if its action is \`retry\`, and a \`fallback\` only if a failure does not end the run.
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    onError:
      action: continue
      maxRetries: 3
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    onError:
      action: retry
      maxRetries: 3
    `,
  ),
};

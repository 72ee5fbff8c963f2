import { explanation } from "./explanation.ts";

/** Codes about values of the right shape that cannot be what they stand for, and settings that do not go together. */
export const valueExplanations = {
  "invalid-url": explanation(
    `
    The text is not a URL, or one of a scheme that is not known in its place: requests go to \`http:\` and \`https:\`, and
    connection strings name \`sqlite:\`, \`postgres:\`, \`mysql:\` or \`mariadb:\`. An address without a scheme is none:
    whether it is encrypted is not guessed. Only what is written out is looked at, up to the first expression.
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
    The path of a route that no request can have, or that would be read otherwise than it looks: it begins with \`/\`,
    parameters are whole segments, as in \`/items/:id\`, and there are no wildcards. Of a file of a resource, such as
    \`scriptFile\`: there is none that can be read at this path, which starts at the workflow's folder.
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
    HTTP does not allow this of a request or a response: a status of an answer is from 200 to 599, a method is one of
    those that exist, and a header is one line. Headers that follow from the body or belong to the server are not set by
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
    The text is not the name of a package, with a version or without: options of an installer and commands of a shell
    are never passed on. An image, moreover, cannot install from a file of this machine or with its SSH keys, and its
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
    The name cannot be used in its place: it has characters that are not allowed there, another tool of the chat has it, a
    component's folder has another one, or what the workflow is built for, such as an action of GitHub, does not take it
    or takes it for another.
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
    Two settings that cannot both hold: two bodies of one request, a script and a file of it, two names of one resource.
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
    A setting that another one keeps from ever being looked at: what \`onError\` says about attempts and delays counts
    only where its action is \`retry\`, and a \`fallback\` only where a failure does not end the run.
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

import { explanation } from "./explanation.ts";

/** Codes about names in expressions and what stands behind them. */
export const nameExplanations = {
  "unknown-action": explanation(
    `
    \`output\`, \`exec.exitCode\` and their like read a resource by its actionId, and no resource has this one.
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: answer
    requires: [fetch]
    apiResponse:
      response: "{{ output('fecth') }}"
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: answer
    requires: [fetch]
    apiResponse:
      response: "{{ output('fetch') }}"
    `,
  ),
  "unknown-name": explanation(
    `
    \`get\` reads a resource, a name that \`set\` stored, a part of the request, or an input. If \`settings.inputs\`
    is given, it lists all inputs, and any other name is an error. If not, any name may be an input of the run,
    and names of more than five letters that are one letter away from a known one get a warning.
    `,
    `
    settings:
      targetActionId: answer
      inputs:
        city: { type: string, required: true }
    resources:
      - actionId: answer
        apiResponse:
          response: "{{ get('ctiy') }}"
    `,
    `
    settings:
      targetActionId: answer
      inputs:
        city: { type: string, required: true }
    resources:
      - actionId: answer
        apiResponse:
          response: "{{ get('city') }}"
    `,
  ),
  "missing-requires": explanation(
    `
    A resource reads the value of another, or a name that another one stores, without requiring it, directly or through
    others. The two would run at the same time, and the value might or might not exist yet. Or it reads a name that
    it stores itself, only later: \`before\`, \`skip\`, \`check\`, the executor, \`after\` and \`apiResponse\` come in this order.
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: login
    exec: { command: ./login.sh, timeout: 10s }
    ---
    actionId: answer
    requires: [login]
    apiResponse:
      response: "{{ get('fetch') }}"
    `,
    `
    actionId: login
    exec: { command: ./login.sh, timeout: 10s }
    ---
    actionId: fetch
    requires: [login]
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: answer
    requires: [fetch]
    apiResponse:
      response: "{{ get('fetch') }}"
    `,
  ),
  "wrong-executor": explanation(
    `
    An accessor of one executor reads a resource that runs another: a component, for example, has no exit code.
    \`output('<id>')\` reads the result of any.
    `,
    `
    actionId: last
    component:
      name: memory
      with: { action: retrieve, key: last }
    ---
    actionId: answer
    requires: [last]
    apiResponse:
      response: "{{ exec.stdout('last') }}"
    `,
    `
    actionId: last
    component:
      name: memory
      with: { action: retrieve, key: last }
    ---
    actionId: answer
    requires: [last]
    apiResponse:
      response: "{{ output('last').value }}"
    `,
  ),
  "unknown-field": explanation(
    `
    The value has no field of this name. The fields of a result are known from its executor or from the manifest of its
    component; an exec result has \`stdout\`, \`stderr\`, \`exitCode\` and \`success\`.
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: answer
    requires: [fetch]
    apiResponse:
      response: "{{ get('fetch').sucess }}"
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: answer
    requires: [fetch]
    apiResponse:
      response: "{{ get('fetch').success }}"
    `,
  ),
  "ambiguous-name": explanation(
    `
    One name would mean two things. A name that \`set\` stores is also an actionId, so \`get('<name>')\` could mean
    either; or a \`let\` takes the name of a function or of another variable. Use another name.
    `,
    `
    actionId: total
    before: ["set('total', 2)"]
    apiResponse: { response: done }
    `,
    `
    actionId: total
    before: ["set('sum', 2)"]
    apiResponse: { response: done }
    `,
  ),
  "set-race": explanation(
    `
    Two resources store one name and neither is upstream of the other. Which value remains depends
    on which of the two happens to end last. Let one require the other, or use two names.
    `,
    `
    actionId: north
    after: ["set('best', 1)"]
    ---
    actionId: south
    after: ["set('best', 2)"]
    ---
    actionId: answer
    requires: [north, south]
    apiResponse:
      response: "{{ get('best') }}"
    `,
    `
    actionId: north
    after: ["set('bestNorth', 1)"]
    ---
    actionId: south
    after: ["set('bestSouth', 2)"]
    ---
    actionId: answer
    requires: [north, south]
    apiResponse:
      response: "{{ max(get('bestNorth'), get('bestSouth')) }}"
    `,
  ),
};

import { explanation } from "./explanation.ts";

/** Codes about the graph that `requires` makes. */
export const graphExplanations = {
  "unknown-dependency": explanation(
    `
    \`requires\` names something that is not a resource of this workflow. Its entries are actionIds, those of other files
    included; their order does not matter.
    `,
    `
    actionId: login
    exec: { command: ./login.sh, timeout: 10s }
    ---
    actionId: fetch
    requires: [login, logni]
    exec: { command: ./fetch.sh, timeout: 1m }
    `,
    `
    actionId: login
    exec: { command: ./login.sh, timeout: 10s }
    ---
    actionId: fetch
    requires: [login]
    exec: { command: ./fetch.sh, timeout: 1m }
    `,
  ),
  "dependency-cycle": explanation(
    `
    Each of these resources waits for another one of them, so none could ever start. The notes show every edge of the
    cycle; remove one. If two resources need each other's values, split one in two.
    `,
    `
    actionId: fetch
    requires: [check]
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: check
    requires: [fetch]
    exec: { command: ./check.sh, timeout: 1m }
    `,
    `
    actionId: fetch
    exec: { command: ./fetch.sh, timeout: 1m }
    ---
    actionId: check
    requires: [fetch]
    exec: { command: ./check.sh, timeout: 1m }
    `,
  ),
  "unreachable-resource": explanation(
    `
    No run reaches this resource: the target does not require it, directly or through others, and in a server workflow no
    route is bound to it either. Most often an entry of \`requires\` is missing. \`set\` and \`get\` alone do not order resources.
    `,
    `
    actionId: notify
    requires: [build]
    exec: { command: ./notify.sh, timeout: 1m }
    ---
    actionId: build
    exec: { command: make, timeout: 10m }
    `,
    `
    actionId: build
    exec: { command: make, timeout: 10m }
    ---
    actionId: notify
    requires: [build]
    exec: { command: ./notify.sh, timeout: 1m }
    `,
  ),
};

import { explanation } from "./explanation.ts";

/** Codes about components, what they are given, and databases. */
export const componentExplanations = {
  "unknown-component": explanation(
    `
    There is no component of this name: neither built in, nor in \`components/<name>/component.yaml\` beside the
    workflow. \`flowc component list\` shows those there are.
    `,
    `
    actionId: last
    component:
      name: memroy
      with: { action: retrieve, key: last }
    `,
    `
    actionId: last
    component:
      name: memory
      with: { action: retrieve, key: last }
    `,
  ),
  "outside-component": explanation(
    `
    A component is self-contained, but one of its scripts, a component that it uses, or the target of a link in its folder
    lies outside that folder. Put it inside: components that it uses into \`components/\` in its own folder.
    `,
  ),
  "component-input": explanation(
    `
    What is given under \`with\` does not fit the inputs that the component's manifest declares: one is missing, unknown,
    of another type, or not one of the values allowed.
    `,
    `
    actionId: remember
    component:
      name: memory
      with: { key: last }
    `,
    `
    actionId: remember
    component:
      name: memory
      with: { key: last, value: "42" }
    `,
  ),
  "unknown-connection": explanation(
    `
    \`connectionName\` is not in \`settings.sqlConnections\`, where the databases of the workflow are named.
    `,
    `
    settings:
      targetActionId: ids
      sqlConnections:
        shop: { connection: "{{ env('SHOP_DATABASE') }}" }
    resources:
      - actionId: ids
        sql:
          connectionName: shops
          query: SELECT id FROM orders
          timeout: 10s
    `,
    `
    settings:
      targetActionId: ids
      sqlConnections:
        shop: { connection: "{{ env('SHOP_DATABASE') }}" }
    resources:
      - actionId: ids
        sql:
          connectionName: shop
          query: SELECT id FROM orders
          timeout: 10s
    `,
  ),
};

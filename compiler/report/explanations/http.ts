import { explanation } from "./explanation.ts";

/** Codes about routes of a server workflow and the resources bound to them. */
export const httpExplanations = {
  "unknown-route": explanation(
    `
    A resource is bound to a path that \`settings.apiServer.routes\` does not declare: no request would ever reach it.
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET] }]
    resources:
      - actionId: items
        validations: { routes: [/item] }
        apiResponse: { response: [] }
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET] }]
    resources:
      - actionId: items
        validations: { routes: [/items] }
        apiResponse: { response: [] }
    `,
  ),
  "method-not-declared": explanation(
    `
    A resource is bound to a method that none of its routes declares: a request with it is answered 405 before any
    resource runs.
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET] }]
    resources:
      - actionId: items
        validations: { routes: [/items], methods: [GET, PUT] }
        apiResponse: { response: [] }
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET, PUT] }]
    resources:
      - actionId: items
        validations: { routes: [/items], methods: [GET, PUT] }
        apiResponse: { response: [] }
    `,
  ),
  "duplicate-route": explanation(
    `
    One method of one path is declared twice. A route that names no methods has them all.
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes:
          - { path: /items, methods: [GET] }
          - { path: /items, methods: [POST, GET] }
    resources:
      - actionId: items
        apiResponse: { response: [] }
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes:
          - { path: /items, methods: [GET, POST] }
    resources:
      - actionId: items
        apiResponse: { response: [] }
    `,
  ),
  "unbound-route": explanation(
    `
    A declared route that no resource answers: the target is bound to other requests, and no other resource is bound to
    this one. A target without \`validations.routes\` and \`methods\` answers every request.
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET, POST] }]
    resources:
      - actionId: items
        validations: { routes: [/items], methods: [GET] }
        apiResponse: { response: [] }
    `,
    `
    settings:
      targetActionId: items
      apiServer:
        routes: [{ path: /items, methods: [GET, POST] }]
    resources:
      - actionId: items
        validations: { routes: [/items], methods: [GET] }
        apiResponse: { response: [] }
      - actionId: create
        validations: { routes: [/items], methods: [POST] }
        apiResponse: { response: created }
    `,
  ),
};

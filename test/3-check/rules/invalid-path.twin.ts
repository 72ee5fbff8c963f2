import type { Twin } from "../../support/twin.ts";

const server = (path: string) =>
  `settings: { targetActionId: a, apiServer: { routes: [{ path: ${path}, methods: [GET] }] } }\n---\nactionId: a\napiResponse: { response: x }\n`;

export const twin: Twin = {
  bad: [
    server("▸'/items/{id}'"),
    server("▸'/items/*'"),
    "actionId: a\npython: { scriptFile: ▸gone.py, timeout: 1s }\n",
  ],
  good: [server("'/items/:id'"), server("/items"), "actionId: a\npython: { script: print(1), timeout: 1s }\n"],
};

import { inCommand, type Twin } from "../../support/twin.ts";

const served = (path: string, expression: string) =>
  `settings: { targetActionId: a, timeout: 1m, apiServerMode: true, apiServer: { routes: [{ path: "${path}", methods: [GET] }] } }\n---\nactionId: a\napiResponse: { response: "{{ ${expression} }}" }\n`;

export const twin: Twin = {
  bad: [
    served("/a/:article", "get(▸'artcle', 'param')"),
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get(▸'town')")}`,
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("input(▸'ctiy')")}`,
    inCommand("▸nothing + 1"),
    "actionId: a\npython: { script: \"print(inputs[▸'nmae'])\", inputs: { name: x } }\n",
    'actionId: a\npython: { script: "print(f\'{inputs[▸\\"n\\"]}\')" }\n',
  ],
  good: [
    served("/a/:article", "get('article', 'param')"),
    served("/a/:article", "get('author', 'param')"),
    "actionId: a\npython: { script: \"print(inputs['name'], inputs[k], inputs['a' 'b'])\", inputs: { name: x } }\n",
    "actionId: a\npython: { script: \"inputs['n'] = 1; print(inputs['n'])\" }\n",
    "actionId: a\npython: { script: \"def f(inputs): return inputs['n']\" }\n",
    "actionId: a\npython: { script: \"print(inputs['{{ env('A') }}'])\" }\n",
    "actionId: a\npython: { script: \"print(inputs['n'])\", inputs: \"{{ fromJSON(env('A')) }}\" }\n",
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get('city')")}`,
    inCommand("quote(get('town'))"),
    `before: ["set('n', 1)"]\n${inCommand("get('n')")}`,
  ],
};

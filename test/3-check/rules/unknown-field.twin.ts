import { behind, inCommand, type Twin } from "../../support/twin.ts";

const stored = "before: \"set('size', {width: 1, inner: {height: 2}})\"";
const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    behind(list, "get('b').▸code"),
    behind(list, "get('b').▸stdot"),
    behind(list, "output('b').▸status"),
    behind("apiResponse: { response: { total: 3, parts: { low: 1 } } }", "output('b').response.▸totel"),
    behind("apiResponse: { response: { total: 3, parts: { low: 1 } } }", "output('b').response.parts.▸high"),
    behind(stored, "get('size').▸heigth"),
    "actionId: a\nitems: [{ name: x }, { name: y, size: 1 }]\nexec: { command: echo, args: ['{{ item.▸nam }}'] }\n",
    behind(stored, "get('size').inner.▸heigth"),
    `before: "set('size', {width: 1})"\n${inCommand("get('size').▸widht")}`,
    behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').▸succes"),
  ],
  good: [
    "actionId: a\nitems: [{ name: x }, { name: y, size: 1 }]\nexec: { command: echo, args: ['{{ item.size }}'] }\n",
    behind(list, "get('b').exitCode"),
    behind("apiResponse: { response: { parts: { low: 1 } } }", "output('b').response.parts.low"),
    behind("apiResponse: { response: \"{{ input('all') }}\" }", "json(output('b').response.anything)"),
    behind(stored, "get('size').width"),
    behind("before: \"set('size', {(env('A')): 1})\"", "json(get('size').anything)"),
    behind("before: [\"set('size', {width: 1})\", \"set('size', {height: 1})\"]", "json(get('size').height)"),
    `after: "set('size', {width: 1})"\n${inCommand("1")}`,
    behind("httpClient: { url: https://example.com }", "len(get('b').anything)"),
    behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').success"),
  ],
};

import { expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
/** Whether a check of this kind leaves nothing of the value; `stores` stand in a resource upstream. */
const isHeld = (check: string, ...stores: readonly string[]) =>
  reported(
    `${head}actionId: b\nbefore: ${JSON.stringify(["set('one', 'a')", ...stores])}\napiResponse: { response: ok }\n---\n` +
      `actionId: a\nrequires: [b]\nvalidations: { check: [${JSON.stringify(check)}] }\nexec: { command: "echo {{ get('x') }}" }\n`,
    "shell-injection",
  ).length === 0;

test.each([
  ["get('x') in get('list')", "set('list', ['a', 'b'])"],
  ["get('x') in get('keys')", "set('keys', {a: 1, b: 2})"],
  ["get('x') == get('one')"],
  ["get('x') in split('a,b', ',')"],
  ["get('x') in get('list')", "set('list', ['a', 'b'])", "set('list', ['c'])"],
])("a check with what is written out holds: %s", (check, ...stores) => {
  expect(isHeld(check, ...stores)).toBe(true);
});

test.each([
  ["get('x') in get('list')", "set('list', ['a', get('y')])"],
  ["get('x') in get('list')", "set('list', ['a'])", "get('y') != '' ? set('list', [get('y')]) : nil"],
  ["get('x') in values(get('map'))", "set('map', {a: get('y')})"],
  ["get('x') in values({a: get('y')})"],
  ["get('x') in split(get('y'), ',')"],
])("a check with what comes from outside does not: %s", (check, ...stores) => {
  expect(isHeld(check, ...stores)).toBe(false);
});

import { inCommand, type Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get(▸'town')")}`,
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("input(▸'ctiy')")}`,
    inCommand("▸nothing + 1"),
  ],
  good: [
    `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get('city')")}`,
    inCommand("quote(get('town'))"),
    `before: ["set('n', 1)"]\n${inCommand("get('n')")}`,
  ],
};

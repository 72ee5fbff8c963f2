import type { Twin } from "../../support/twin.ts";

const input = (schema: string) =>
  `settings: { targetActionId: a, timeout: 1m, inputs: { n: ${schema} } }\n---\nactionId: a\nexec: { command: "echo {{ len(json(get('n'))) }}" }\n`;

export const twin: Twin = {
  bad: [
    input("{ type: integer, default: ▸many }"),
    input("{ type: string, format: date, default: ▸soon }"),
    input("{ type: array, items: { type: string }, default: [a, ▸1] }"),
    "actionId: a\nvalidations: { properties: { n: { type: string, default: ▸5 } } }\nexec: { command: ls }\n",
  ],
  good: [
    input("{ anyOf: [{ type: string }, { type: integer }], default: 3 }"),
    input("{ type: integer, default: 3 }"),
    input("{ type: string, format: date, default: '2026-01-31' }"),
    input("{ type: array, items: { type: string }, default: [a] }"),
  ],
};

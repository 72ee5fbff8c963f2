import type { Twin } from "../../support/twin.ts";

const chat = (reference: string, more: string) =>
  `actionId: a\nchat: { model: m, prompt: p, jsonSchema: { type: object, not: { $ref: ${reference} }${more} } }\n`;

export const twin: Twin = {
  bad: [chat("▸'#/$defs/x'", ""), chat("▸'other.json'", ""), chat("▸'#/$defs/y'", ", $defs: { x: { type: string } }")],
  good: [
    chat("'#/$defs/x'", ", $defs: { x: { type: string } }"),
    chat("'#/properties/b'", ", properties: { b: { type: string } }"),
    chat("'#'", ""),
  ],
};

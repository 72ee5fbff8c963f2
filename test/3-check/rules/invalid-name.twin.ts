import type { Twin } from "../../support/twin.ts";

const chat = (tools: string) =>
  `actionId: b\napiResponse: { response: x }\n---\nactionId: a\nchat: { model: m, prompt: p, timeout: 1m, tools: [${tools}] }\n`;

export const twin: Twin = {
  bad: [
    chat("{ name: x, script: b, description: d }, { name: ▸x, script: b, description: e }"),
    chat("{ name: x, script: b }, { name: y, script: b }, { name: ▸x, script: b }"),
    chat("{ name: look_up, script: b }, { name: ▸'look_up', script: b }"),
  ],
  good: [
    chat("{ name: x, script: b, description: d }"),
    chat("{ name: x, script: b }, { name: X, script: b }"),
    chat("{ name: b, script: b }"),
  ],
};

import type { Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    `before: ["set(▸'a', 1)"]\nactionId: a\n${list}\n`,
    `actionId: b\n${list}\n---\nrequires: [b]\nafter: ["set(▸'b', 1)"]\nactionId: a\n${list}\n`,
    `actionId: b\nonError: { action: continue, expr: ["set(▸'a', 1)"] }\n${list}\n---\nactionId: a\nrequires: [b]\n${list}\n`,
  ],
  good: [
    `before: ["set('x', 1)"]\nactionId: a\n${list}\n`,
    `after: ["set('A', 1)"]\nactionId: a\n${list}\n`,
    `actionId: b\nafter: ["set('bee', get('b'))"]\n${list}\n---\nactionId: a\nrequires: [b]\n${list}\n`,
  ],
};

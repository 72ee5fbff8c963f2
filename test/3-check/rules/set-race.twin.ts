import type { Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nafter: ["set(▸'n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    `actionId: d\n${list}\n---\nactionId: b\nrequires: [d]\nafter: ["set('n', 1)"]\n---\nactionId: c\nrequires: [d]\nbefore: ["set(▸'n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: d\nrequires: [b]\nafter: ["set('n', 2)"]\n---\nactionId: c\nafter: ["set(▸'n', 3)"]\n---\nactionId: a\nrequires: [d, c]\n${list}\n`,
  ],
  good: [
    `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nrequires: [b]\nafter: ["set('n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nafter: ["set('m', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    `actionId: c\nrequires: [d]\nafter: ["set('n', 3)"]\n---\nactionId: b\nafter: ["set('n', 1)", "set('n', 2)"]\n---\nactionId: d\nrequires: [b]\n${list}\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
  ],
};

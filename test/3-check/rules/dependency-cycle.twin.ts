import type { Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    `actionId: a\nrequires: [▸a]\n${list}\n`,
    `actionId: ▸a\nrequires: [b]\n${list}\n---\nactionId: b\nrequires: [a]\n${list}\n`,
    `actionId: a\nrequires: [b]\n${list}\n---\nactionId: ▸b\nrequires: [c]\n${list}\n---\nactionId: c\nrequires: [b]\n${list}\n`,
  ],
  good: [
    `actionId: a\nrequires: [b]\n${list}\n---\nactionId: b\n${list}\n`,
    `actionId: a\nrequires: [b, c]\n${list}\n---\nactionId: b\nrequires: [d]\n${list}\n---\nactionId: c\nrequires: [d]\n${list}\n---\nactionId: d\n${list}\n`,
    `actionId: a\nrequires: [b, c]\n${list}\n---\nactionId: b\nrequires: [c]\n${list}\n---\nactionId: c\n${list}\n`,
  ],
};

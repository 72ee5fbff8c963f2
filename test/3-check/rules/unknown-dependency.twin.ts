import type { Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    `actionId: a\nrequires: [▸b]\n${list}\n`,
    `actionId: build\n${list}\n---\nactionId: a\nrequires: [▸buidl]\n${list}\n`,
    `actionId: b\n${list}\n---\nactionId: a\nrequires: [b, ▸see]\n${list}\n`,
  ],
  good: [
    `actionId: a\nrequires: [b]\n${list}\n---\nactionId: b\n${list}\n`,
    `actionId: b\n${list}\n---\nactionId: a\nrequires: [b, b]\n${list}\n`,
    `actionId: a\nrequires: []\n${list}\n`,
  ],
};

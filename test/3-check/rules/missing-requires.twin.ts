import { inCommand, type Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";
const requiring = (ids: string, expression: string) => `actionId: b\n${list}\n---\n${ids}${inCommand(expression)}`;

export const twin: Twin = {
  bad: [
    requiring("", "exec.exitCode(▸'b')"),
    `actionId: b\nafter: ["set('n', 1)"]\n---\n${inCommand("get(▸'n')")}`,
    `actionId: c\nrequires: [b]\n${list}\n---\n${requiring("", "exec.exitCode(▸'b')")}`,
    // The type of a result that does not exist yet is not wrong as well.
    inCommand("get(▸'a') - 1"),
  ],
  good: [
    requiring("requires: [b]\n", "exec.exitCode('b')"),
    `actionId: b\nafter: ["set('n', 1)"]\n---\nrequires: [b]\n${inCommand("get('n')")}`,
    `actionId: c\nrequires: [b]\n${list}\n---\n${requiring("requires: [c]\n", "exec.exitCode('b')")}`,
  ],
};

import type { Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    `actionId: a\n# flowc-ignore ▸schema -- once it was\n${list}\n`,
    `# flowc-ignore ▸no-executor\nactionId: a\n${list}\n`,
    `actionId: a\nexec:\n  # flowc-ignore ▸shell-injection -- it is quoted\n  command: echo {{ quote(get('x')) }}\n`,
  ],
  good: [
    `actionId: a\nexec:\n  # flowc-ignore shell-injection -- only I run it\n  command: echo {{ get('x') }}\n`,
    `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\n# flowc-ignore set-race -- either will do\nafter: ["set('n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    `actionId: a\n# a comment about ignoring\n${list}\n`,
  ],
};

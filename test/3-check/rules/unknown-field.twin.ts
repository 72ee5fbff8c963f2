import { behind, type Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    behind(list, "get('b').▸code"),
    behind(list, "get('b').▸stdot"),
    behind(list, "output('b').▸status"),
    behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').▸succes"),
  ],
  good: [
    behind(list, "get('b').exitCode"),
    behind("httpClient: { url: https://example.com }", "len(get('b').anything)"),
    behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').success"),
  ],
};

import { behind, type Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    behind(list, "output(▸'c')"),
    behind(list, "exec.exitCode(▸'bb')"),
    behind("httpClient: { url: https://example.com }", "http.status(▸'web')"),
  ],
  good: [
    behind(list, "quote(output('b'))"),
    behind(list, "exec.exitCode('b')"),
    behind("httpClient: { url: https://example.com }", "http.status('b')"),
  ],
};

import { behind, type Twin } from "../../support/twin.ts";

const list = "exec: { command: ls }";

export const twin: Twin = {
  bad: [
    behind(list, "http.status(▸'b')"),
    behind("httpClient: { url: https://example.com }", "exec.exitCode(▸'b')"),
    behind("chat: { model: m, prompt: p }", "quote(exec.stderr(▸'b'))"),
  ],
  good: [
    behind(list, "exec.exitCode('b')"),
    behind("httpClient: { url: https://example.com }", "http.status('b')"),
    behind("python: { script: print(1) }", "get('b').exitCode"),
  ],
};

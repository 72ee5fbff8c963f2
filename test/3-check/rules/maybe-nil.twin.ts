import { behind, type Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    behind("validations: { skip: [\"get('x') == 1\"] }\nexec: { command: ls }", "len(▸get('b'))"),
    behind("onError: { action: continue }\nexec: { command: ls }", "len(▸get('b'))"),
    behind(
      "validations: { skip: [\"get('x') == 1\"] }\ncomponent: { name: memory, with: { action: retrieve, key: k } }",
      "▸output('b').success",
    ),
  ],
  good: [
    behind("validations: { skip: [\"get('x') == 1\"] }\nexec: { command: ls }", "len(get('b') ?? '')"),
    behind("exec: { command: ls }", "len(get('b'))"),
    behind(
      "validations: { skip: [\"get('x') == 1\"] }\ncomponent: { name: memory, with: { action: retrieve, key: k } }",
      "output('b')?.success",
    ),
  ],
};

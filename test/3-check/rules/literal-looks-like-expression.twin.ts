import type { Twin } from "../../support/twin.ts";

const response = (value: string) => `actionId: a\napiResponse:\n  success: true\n  response:\n    x: ${value}\n`;

export const twin: Twin = {
  bad: [response("the sum is ▸get('x')"), response("\"so ▸get('x')\""), response("as ▸output('b') says")],
  good: [
    response("get('x')"),
    response("\"get('x')\""),
    response("\"{{ get('x') }}\""),
    response("call me (maybe)"),
    response("f(x) = x + 1"),
  ],
};

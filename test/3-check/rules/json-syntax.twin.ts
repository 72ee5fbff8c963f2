import type { Twin } from "../../support/twin.ts";

const request = (body: string, type = "application/json") =>
  `actionId: a\nhttpClient:\n  method: POST\n  url: https://api.example.com/users\n  headers: { Content-Type: ${type} }\n  body: ${body}\n`;

export const twin: Twin = {
  bad: [
    request(`'{"name": "Ada", ▸}'`),
    request("'{▸name: 1}'", "application/problem+json; charset=utf-8"),
    request(`|\n    {\n      "name": "{{ json(1) }}"\n      ▸"born": 1815\n    }`),
    request(`"{▸'name': 1}"`),
    request(`'{"a": {{ json(env("A")) }}, ▸b: 2}'`),
  ],
  good: [
    request(`'{"a": {{ json(env("A")) }}, "b": "x{{ json(1) }}"}'`),
    request(`'{"name": "Ada"}'`),
    request(`'{"name": "Ada", }'`, "text/plain"),
    request(`'{"born": {{ 1815 + 0 }}, "name": "{{ 1 + 1 }}"}'`),
    // A template beside strings may be any part of the text.
    request(`'{ {{ join(["a"], ",") }} ]'`),
  ],
};

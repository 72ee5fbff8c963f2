import type { Twin } from "../../support/twin.ts";

const python = (script: string) => `actionId: a\npython:\n  timeout: 1m\n  script: ${script}\n`;

export const twin: Twin = {
  bad: [
    `actionId: a\nexec: { command: python3, args: ["-c", "print▸(1"] }\n`,
    python('print▸("hello"'),
    python("|\n    for x in inputs['y']▸\n        print(x)"),
    python("|\n    if True:\n    ▸print(1)"),
    python("|\n    x = 1\n      ▸y = 2"),
    python("|\n    x = ▸'never\n    closed"),
    python('"x = [\\"a\\", \\"b\\"▸)"'),
    python("'x = ''it▸''s'' '"),
    python(">\n    x = 1\n\n    y = a ▸b"),
    python("|\n    name = '{{ upper('x') }}'\n    ▸print name"),
    python("|\n    x = {{ 1 }}\n    ▸else:\n        pass"),
    python("|\n    ▸return 1"),
  ],
  good: [
    `actionId: a\nexec: { command: python3, args: [tool.py, "print(1"] }\n`,
    python("|\n    print('{{ upper('x') }}')"),
    python("|\n    def f():\n        return {{ 1 }}\n    print(f())"),
    // What a template puts there as code is not known.
    python("|\n    x = [1 {{ upper('x') }} 2]"),
    python("|\n    {{ upper('x') }}"),
    python("\"{{ upper('x') }}\""),
    python("|\n    x = f\"{{ upper('x') }} {1}\""),
    python("|\n    match = {{ 1 }}\n    print(match)"),
  ],
};

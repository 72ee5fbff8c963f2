import { behind, inCommand, type Twin } from "./twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;
const response = (value: string) => `actionId: a\napiResponse:\n  success: true\n  response:\n    x: ${value}\n`;
const memory = (inputs: string) => `actionId: a\ncomponent: { name: memory, with: { ${inputs} } }\n`;
const sql = (name: string) =>
  `settings: { targetActionId: a, timeout: 1m, sqlConnections: { main: { connection: "sqlite://x.db" } } }\n---\nactionId: a\nsql: { connectionName: ${name}, query: SELECT 1 }\n`;

/** Codes about expressions, components and connections. */
export const expressionTwins = {
  "expression-syntax": {
    bad: [inCommand("(1 + ▸) * 2"), inCommand("get('x'▸]"), check("1 ▸= 1"), check("len('a'▸"), inCommand("1 ▸=== 1")],
    good: [inCommand("1 + 1"), inCommand("[1, 2][0]"), check("get('n') == 1"), inCommand("{a: 1}.a")],
  },
  "unterminated-template": {
    bad: [
      "actionId: a\nexec:\n  command: echo ▸{{ 1 + 1\n",
      'actionId: a\nexec:\n  command: "▸{{ 1 }"\n',
      "actionId: a\nexec:\n  command: echo {{ 1 }} ▸{{ 2 and on\n",
    ],
    good: [
      "actionId: a\nexec:\n  command: echo {{ 1 + 1 }}\n",
      "actionId: a\nexec:\n  command: echo {{ len('}}') }}\n",
      "actionId: a\nexec:\n  command: echo { { }\n",
    ],
  },
  "unknown-function": {
    bad: [inCommand("▸lenght('a')"), inCommand("▸nothing(1)"), check("▸Upper('a') == 'A'")],
    good: [inCommand("len('a')"), check("upper(get('x')) == 'A'"), inCommand("let f = 1; f")],
  },
  "wrong-arguments": {
    bad: [inCommand("len(▸1)"), inCommand("▸len()"), inCommand("info(▸'tmiestamp')"), inCommand("split('a,b', ▸3)[0]")],
    good: [inCommand("len('a')"), inCommand("quote(info('timestamp'))"), inCommand("split('a,b', ',')[0]")],
  },
  "type-mismatch": {
    bad: [inCommand("▸'a' - 1"), check("▸1 + 1"), inCommand("▸not 3"), inCommand("▸1 + 'a'")],
    good: [inCommand("3 - 1"), check("get('n') + 1 > 2"), inCommand("not true"), inCommand("'1' + 'a'")],
  },
  "invalid-regex": {
    bad: [check("get('x') matches '^▸(a'"), check("get('x') matches '▸(?=a)'"), check("get('x') matches '[▸z-a]'")],
    good: [
      check("get('x') matches '^(a)$'"),
      check("get('x') matches '(?i)^a$'"),
      check("get('x') matches '^[[:alpha:]]+$'"),
    ],
  },
  "constant-condition": {
    bad: [check("▸1 == 1"), check("▸true"), check("▸1 > 2"), check("▸false")],
    good: [
      check("get('x') == 1"),
      check("get('x') in ['a']"),
      check("env('CI') == 'true'"),
      check("len(get('x')) > 1"),
    ],
  },
  "literal-looks-like-expression": {
    bad: [response("the sum is ▸get('x')"), response("\"so ▸get('x')\""), response("as ▸output('b') says")],
    good: [
      response("get('x')"),
      response("\"get('x')\""),
      response("\"{{ get('x') }}\""),
      response("call me (maybe)"),
      response("f(x) = x + 1"),
    ],
  },
  "maybe-nil": {
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
  },
  "unknown-component": {
    bad: [
      "actionId: a\ncomponent: { name: ▸memori, with: { key: k } }\n",
      "actionId: a\ncomponent: { name: ▸greet }\n",
      "actionId: a\ncomponent: { name: ▸Memory, with: { action: retrieve, key: k } }\n",
    ],
    good: [
      memory("action: retrieve, key: k"),
      memory("key: k, value: v"),
      memory("key: k, value: \"{{ get('v') }}\", dbPath: ./x.db"),
    ],
  },
  "component-input": {
    bad: [
      memory("action: retrieve, ▸kye: k"),
      memory("action: ▸delete, key: k"),
      memory("action: retrieve, key: ▸[1]"),
      "actionId: a\n▸component: { name: memory, with: { action: retrieve } }\n",
    ],
    good: [
      memory("action: retrieve, key: k"),
      memory("action: \"{{ get('what') }}\", key: k, value: v"),
      memory("action: store, key: k, value: ''"),
    ],
  },
  "unknown-connection": {
    bad: [sql("▸mian"), sql("▸other"), "actionId: a\nsql: { connectionName: ▸main, query: SELECT 1 }\n"],
    good: [sql("main"), sql("'main'"), sql('"main"')],
  },
} as const satisfies Record<string, Twin>;

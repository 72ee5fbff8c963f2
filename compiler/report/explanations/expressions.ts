import { explanation } from "./explanation.ts";

/** Codes about expressions: how they read, and whether types go together. */
export const expressionExplanations = {
  "expression-syntax": explanation(
    `
    The expression cannot be parsed. The message says what was expected where parsing stopped. The language is Expr: \`==\`
    compares, \`&&\` or \`and\` joins, \`condition ? a : b\` chooses.
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ upper('hello' }}"
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ upper('hello') }}"
    `,
  ),
  "unterminated-template": explanation(
    `
    A template opens with \`{{\` and no \`}}\` follows. One inside a string literal of the expression does not count.
    Braces that are meant as text are written \`{{ "{{" }}\`.
    `,
    `
    actionId: answer
    apiResponse:
      response: "hello {{ get('name') }"
    `,
    `
    actionId: answer
    apiResponse:
      response: "hello {{ get('name') }}"
    `,
  ),
  "unknown-function": explanation(
    `
    There is no function of this name. All of them are listed in docs/expressions.md and in dist/functions.json. Names
    are case-sensitive. Only dates, durations and time zones have methods: what others write as
    \`name.trim()\` is \`trim(name)\` or \`name | trim()\` here.
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ toUpper('hello') }}"
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ upper('hello') }}"
    `,
  ),
  "wrong-arguments": explanation(
    `
    A call has too few or too many arguments, one of the wrong type, or is not allowed there: \`set\` stores names in
    \`before\`, \`after\` and \`onError.expr\` only. The first argument of \`get\` and other accessors is a text in quotes,
    because names are resolved when the workflow is built.
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ split('a,b,c') }}"
    `,
    `
    actionId: answer
    apiResponse:
      response: "{{ split('a,b,c', ',') }}"
    `,
  ),
  "type-mismatch": explanation(
    `
    The operator or the place does not accept values of these types, so the run would fail. The usual case is
    the output of a command: it is text, and must be converted to a number before it is compared with one.
    `,
    `
    actionId: count
    exec: { command: wc -l < notes.txt, timeout: 10s }
    ---
    actionId: answer
    requires: [count]
    apiResponse:
      response: "{{ get('count') > 100 }}"
    `,
    `
    actionId: count
    exec: { command: wc -l < notes.txt, timeout: 10s }
    ---
    actionId: answer
    requires: [count]
    apiResponse:
      response: "{{ int(get('count')) > 100 }}"
    `,
  ),
  "invalid-regex": explanation(
    `
    The pattern after \`matches\` is not a regular expression in RE2's syntax. Look-around and back-references are not part
    of it: matching then takes time in proportion to the text, whatever the pattern is.
    `,
    `
    actionId: answer
    validations:
      check: ["get('city') matches '^(?!x)[a-z]+$'"]
    apiResponse: { response: fine }
    `,
    `
    actionId: answer
    validations:
      check: ["get('city') matches '^[a-wyz][a-z]*$'"]
    apiResponse: { response: fine }
    `,
  ),
  "constant-condition": explanation(
    `
    The condition is the same in every run: a check that lets everything pass, or a resource that is always skipped. Or
    a part of it is: comparisons that no value meets, as \`x > 5 and x < 3\`, a text that the other side never is, as in
    \`lower(x) == 'ABC'\`, or a default of a value that is never nil.
    `,
    `
    actionId: answer
    validations:
      check: ["1 < 2"]
    apiResponse: { response: fine }
    `,
    `
    actionId: answer
    validations:
      check: ["len(get('city')) < 20"]
    apiResponse: { response: fine }
    `,
  ),
  "literal-looks-like-expression": explanation(
    `
    A text contains what looks like a call such as \`get('name')\`, but it stays text: in \`apiResponse\` and the like a
    text is an expression only if it starts with a call and is one as a whole; in most fields no text is. Write the call
    as a template. A template of one text, \`{{ "get('name')" }}\`, is that text and is not reported.
    `,
    `
    actionId: answer
    apiResponse:
      response: hello get('name')
    `,
    `
    actionId: answer
    apiResponse:
      response: hello {{ get('name') }}
    `,
  ),
  "maybe-nil": explanation(
    `
    The value may be nil, and what is done with it fails on nil. A skipped resource has no value and
    stores no names; an input that is neither required nor has a default may be missing. Give a default, or check first.
    `,
    `
    settings:
      targetActionId: answer
      inputs:
        days: { type: integer }
    resources:
      - actionId: answer
        apiResponse:
          response: "{{ get('days') + 1 }}"
    `,
    `
    settings:
      targetActionId: answer
      inputs:
        days: { type: integer }
    resources:
      - actionId: answer
        apiResponse:
          response: "{{ (get('days') ?? 0) + 1 }}"
    `,
  ),
};

import { describe, expect, test } from "vitest";
import { compileExpression } from "../../compiler/compile-expression.ts";
import { scope } from "./evaluate.ts";

/** The help of the first finding in an expression. */
function helpOn(text: string): string | undefined {
  const compiled = compileExpression(text, scope);
  return compiled.kind === "problems" ? compiled.diagnostics[0]?.help : "it compiles";
}

const text = "both sides are texts: string(…) makes one of any value";
const times = 'write date("2026-12-31") and duration("1h30m") for dates and durations; string(…) makes text of one';

describe("what to write instead", () => {
  test.each([
    // constants of other languages
    ["null", "write nil"],
    ["undefined", "write nil"],
    ["None", "write nil"],
    ["ok == True", "write true"],
    ["FALSE", "write false"],
    // values that other tools keep in variables
    ["inputs.name", "read an input with get('…')"],
    ["process.env.HOME", "read an environment variable with env('…')"],
    ["steps.build.outputs.tag", "read the value of a resource with get('…') and its actionId"],
    ["request.body", "read the request with get('body'), get('query') and get('headers')"],
    // functions and methods of other languages
    ["toUpper(str)", "write upper(…)"],
    ["str.toUpperCase()", "write upper(…)"],
    ["str.trim()", "write trim(…)"],
    ["length(str)", "write len(…)"],
    ["str.length", "write len(…)"],
    ["array.length", "write len(…)"],
    ["parseInt(str)", "write int(…)"],
    ["JSON.parse(str)", "write fromJSON(…)"],
    ["str.contains('s')", "write text contains part, or element in array"],
    ["contains(str, 's')", "it goes between the two: write a contains b"],
    ["uper(str)", 'did you mean "upper"?'],
    ["array.first", "an element is read by its number, [0]"],
    ["len", "it is a function: len(value)"],
    ["foo.missing()", "only dates, durations and time zones have methods"],
    ["Math.max(1, 2)", "write max(…)"],
    ["strings.ToUpper(str)", "write upper(…)"],
    // variables
    ["strr", 'did you mean "str"?'],
    ["$env.strr", 'did you mean "str"?'],
    ["i(1)", "write i alone"],
    ["str | i()", undefined],
    ["let len = 1; len", "give it another name"],
    // operators
    ["i = 1", "write =="],
    ["i === 1", "write =="],
    ["str + i", "convert one side: string(…), or the text: int(…) or float(…)"],
    ["str * i", "convert the text: int(…) or float(…)"],
    ["i == str", "convert the text: int(…) or float(…)"],
    ["i contains str", text],
    ["str matches i", text],
    ["str contains array", "for an element of an array: element in array"],
    ["str in str", "whether a text is part of another: text contains part"],
    ["str and i", undefined],
    ["str + nil", undefined],
    ["array + str", undefined],
    ["str or 'default'", "for a value in place of nil write value ?? other, or default(value, other)"],
    ["i += 1", "expressions assign nothing: let x = …; … names a value"],
    ["{a = 1}", "write a colon between key and value"],
    ["if ok", "write if <condition> { … } else { … }"],
    // dates
    ["now() + 1", times],
    ["now() > '2026-01-01'", times],
    ["'at ' + now()", times],
    ["now() + now()", undefined],
    ["now().year", "write .Year()"],
    ["now()['Year']", "write .Year()"],
    ["now().format('2006')", 'did you mean "Format"?'],
    ["now().Add(1)", "Add(duration)"],
    ["duration('1h').Year()", /^methods: Hours, Minutes, /],
    ["timezone('UTC').name", "methods: String"],
  ])("of %s", (expression, help) => {
    if (help instanceof RegExp) expect(helpOn(expression)).toMatch(help);
    else expect(helpOn(expression)).toBe(help);
  });
});

import fc from "fast-check";
import type { FunctionSpec } from "../../compiler/functions/spec.ts";
import { functions } from "../../compiler/functions/table.ts";

type Text = fc.Arbitrary<string>;
type Kind = "bool" | "int" | "float" | "string" | "array" | "map" | "date" | "duration" | "timezone";
type Tie = (name: Kind | "any" | "predicate") => Text;

const kinds: readonly Kind[] = ["bool", "int", "float", "string", "array", "map", "date", "duration", "timezone"];
/** Stand for what a predicate's element and a `let` variable are, until the text around them says. */
const element = "\ue000";
const variable = "\ue001";

const integers = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 12 }).map((value) => (value < 0 ? `(${value})` : `${value}`)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("i", "#index", "0x1F", "0b101", "0o17", "1_000", "2147483648", "4294967296"),
  },
  { weight: 1, arbitrary: fc.constantFrom("9007199254740991", "(-9007199254740991)", "len(array)", "array[0]") },
);
const floats = fc.constantFrom("f64", "0.5", "1.0", ".25", "1e3", "2.5e-3", "1e308", "(-0.0)", "(1 / 0)");
const texts = fc.constantFrom(
  ..."str 'str' \"\" 'a' \"b,c\" `raw` '1' '0.5' '😀é' '\\u0000' \"\\n\" foo.Bar list[0].Bar 'asc' 'desc' '[1,2]' '=?'".split(
    " ",
  ),
  "' a '",
  "'{\"a\": 1}'",
);
const patterns = fc.constantFrom(
  "'^s'",
  "'(?i)STR'",
  "'[[:alpha:]]+'",
  "'\\\\d{2,3}'",
  "'(a|b)*$'",
  "`\\pL`",
  "str",
  "'a.*?b'",
);
const arrays = fc.constantFrom(
  "array",
  "list",
  "[]",
  "[1, 2.5]",
  "['a', 'b']",
  "[nil]",
  "[[1], [2, 3]]",
  "1..3",
  "list[:1]",
);
const maps = fc.constantFrom("foo", "list[0]", "{}", "{a: 1, 'b c': nil}", "{1: 2}", "{(str): 1}", "{__proto__: 1}");
const times = fc.constantFrom("date('2024-01-31T03:04:05Z')", "duration('90m')", "timezone('UTC')", "date('nope')");
const names = fc.constantFrom(
  "x",
  "y",
  "z",
  "size",
  "item",
  "flow",
  "scope",
  "class",
  "arguments",
  "é",
  "$",
  "__proto__",
);
const methods = fc.constantFrom("Year", "Weekday", "Hours", "Format", "String", "Unix", "missing");
const fields = fc.constantFrom("Bar", "a", "missing", "length", "constructor", "__proto__", "toString");

/** The texts one after the other. */
function sequence(parts: TemplateStringsArray, ...texts: readonly Text[]): Text {
  return fc.tuple(...texts).map((values) => String.raw({ raw: parts }, ...values));
}

/**
 * Expressions of all of Expr's syntax over the variables of the conformance environment. Most operands have a type that
 * fits, so that many compile; some have any.
 */
export const expressions: Text = fc
  .letrec((tie) => rules(tie as Tie))
  .any.map((text) => text.replaceAll(element, "i").replaceAll(variable, "array"));

function rules(tie: Tie) {
  const any = tie("any");
  const slot = (kind: Kind): Text => fc.oneof({ weight: 14, arbitrary: tie(kind) }, { weight: 1, arbitrary: any });
  const [bool, int, float, string, array, map] = kinds.map(slot) as [Text, Text, Text, Text, Text, Text];
  const [date, duration, timezone] = [slot("date"), slot("duration"), slot("timezone")];
  return {
    bool: rule(fc.constantFrom("ok", "true", "false", element), [
      sequence`(${bool} ${fc.constantFrom("and", "or", "&&", "||", "==", "!=")} ${bool})`,
      sequence`(${float} ${fc.constantFrom("<", "<=", ">", ">=", "==", "!=")} ${int})`,
      sequence`(${int} < ${int} <= ${float})`,
      sequence`(${string} ${fc.constantFrom("contains", "startsWith", "not endsWith", "<", "==")} ${string})`,
      sequence`(${string} ${fc.constantFrom("matches", "not matches")} ${patterns})`,
      sequence`(${any} ${fc.constantFrom("in", "not in")} ${array})`,
      sequence`(${string} in ${map})`,
      sequence`(${array} == ${array})`,
      sequence`(${map} != ${map})`,
      sequence`(${date} ${fc.constantFrom("<", ">=", "==", "!=")} ${date})`,
      sequence`(${duration} ${fc.constantFrom("<", ">=", "==", "!=")} ${duration})`,
      sequence`${date}.${fc.constantFrom("Before", "After", "Equal")}(${date})`,
      sequence`(${any} ${fc.constantFrom("==", "!=")} ${any})`,
      sequence`${fc.constantFrom("not ", "!")}${bool}`,
      calls("bool", tie),
    ]),
    int: rule(fc.oneof(integers, fc.constant(element)), [
      sequence`(${int} ${fc.constantFrom("+", "-", "*", "%")} ${int})`,
      sequence`(${fc.constantFrom("-", "+")}${int})`,
      sequence`${array}[${int}]`,
      sequence`${date}.${fc.constantFrom("Year", "Month", "Day", "Hour", "YearDay", "Unix", "UnixMilli")}()`,
      sequence`${duration}.${fc.constantFrom("Milliseconds", "Nanoseconds")}()`,
      calls("int", tie),
    ]),
    float: rule(fc.oneof(floats, integers, fc.constant(element)), [
      sequence`(${float} ${fc.constantFrom("+", "-", "*", "/", "**", "^")} ${float})`,
      sequence`(-${float})`,
      sequence`${duration}.${fc.constantFrom("Hours", "Minutes", "Seconds")}()`,
      calls("float", tie),
    ]),
    string: rule(fc.oneof(texts, fc.constant(element)), [
      sequence`(${string} + ${string})`,
      sequence`${string}[${int}:${int}]`,
      sequence`${map}.${fields}`,
      sequence`(${string} | ${fc.constantFrom("upper", "trim", "toJSON", "len")}())`,
      sequence`${date}.Format(${fc.oneof(fc.constantFrom("'2006-01-02'", "'15:04 Monday'"), string)})`,
      sequence`${fc.oneof(date, duration, timezone)}.String()`,
      calls("string", tie),
    ]),
    array: rule(fc.oneof(arrays, fc.constant(element)), [
      sequence`[${any}, ${any}]`,
      sequence`[${int}, ${int}, ${float}]`,
      sequence`(${int}..${int})`,
      sequence`${array}[${int}:]`,
      sequence`${array}[:${int}]`,
      calls("array", tie),
    ]),
    map: rule(fc.oneof(maps, fc.constant(element)), [
      sequence`{a: ${any}, "b": ${any}}`,
      sequence`{(${string}): ${any}}`,
      sequence`{a: ${int}, a: ${string}}`,
      calls("map", tie),
    ]),
    date: seldom(fc.constantFrom("date('2024-01-31T03:04:05Z')", "now()", "date('nope')"), [
      sequence`(${date} ${fc.constantFrom("+", "-")} ${duration})`,
      sequence`(${duration} + ${date})`,
      sequence`${date}.${fc.constantFrom("Add", "Truncate", "Round")}(${duration})`,
      sequence`${date}.AddDate(${int}, ${int}, ${int})`,
      sequence`${date}.In(${timezone})`,
      calls("date", tie),
    ]),
    duration: seldom(fc.constantFrom("duration('90m')", "duration('-1.5s')", "duration('nope')"), [
      sequence`(${date} - ${date})`,
      sequence`(${duration} ${fc.constantFrom("+", "-", "*")} ${duration})`,
      sequence`(${duration} * ${float})`,
      sequence`(${int} * ${duration})`,
      sequence`${date}.Sub(${date})`,
      sequence`${duration}.${fc.constantFrom("Abs()", "Round(duration('1m'))")}`,
      calls("duration", tie),
    ]),
    timezone: seldom(fc.constantFrom("timezone('UTC')", "timezone('Europe/Berlin')"), [
      sequence`${date}.Location()`,
      calls("timezone", tie),
    ]),
    any: rule(fc.oneof(fc.constantFrom("nil", element, variable, "ok"), integers, floats, texts, arrays, maps, times), [
      ...kinds.slice(0, 6).map(tie),
      fc.oneof(date, duration, timezone),
      sequence`(${bool} ? ${any} : ${any})`,
      sequence`(${bool} ?: ${any})`,
      sequence`(${any} ?? ${any})`,
      sequence`${any}?.${fields}`,
      sequence`${any}.${fields}`,
      sequence`${any}?.[${any}]`,
      sequence`${any}[${any}]`,
      sequence`(if ${bool} { ${any} } else { ${any} })`,
      sequence`(if ${bool} { ${any} } else if ${bool} { 1 } else { ${any} })`,
      sequence`(${any}; ${any})`,
      sequence`(${any} ${fc.constantFrom("+", "-", "*", "/", "%", "<", "and", "..", "matches")} ${any})`,
      sequence`${fc.oneof(times, any)}.${methods}()`,
      sequence`(${fc.oneof(times, any)} ${fc.constantFrom("+", "-", "*", "<", "==")} ${times})`,
      sequence`(${array} | ${fc.constantFrom("filter", "map", "groupBy", "sortBy", "find", "any")}(${tie("predicate")}))`,
      fc
        .tuple(names, any, any)
        .map(([name, value, body]) => `(let ${name} = ${value}; ${body.replaceAll(variable, name)})`),
      calls("any", tie),
    ]),
    predicate: fc
      .tuple(fc.oneof(bool, any), fc.constantFrom("#", "#", "#index", "#acc", ".Bar", "#?.Bar", "#[0]"), fc.boolean())
      .map(([body, pointer, braces]) => {
        const text = body.replaceAll(element, pointer);
        return braces ? `{${text}}` : text;
      }),
  };
}

function rule(leaf: Text, rest: readonly Text[]): Text {
  return fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, ...rest);
}

/** Mostly the leaf, so that dates do not crowd out the rest. */
function seldom(leaf: Text, rest: readonly Text[]): Text {
  return fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6 * rest.length, arbitrary: leaf },
    ...rest.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/** Calls of the functions whose result can be of the kind, with arguments of the kinds that they take. */
function calls(kind: Kind | "any", tie: Tie): Text {
  const fitting = functions.filter(
    ({ implementation, result }) =>
      implementation.kind !== "accessor" && (typeof result === "function" || kind === "any" || result.kind === kind),
  );
  return fc.oneof(...fitting.map((spec) => callOf(spec, tie)));
}

function callOf(spec: FunctionSpec, tie: Tie): Text {
  const all = spec.parameters.map(({ name, types }) => {
    if (name === "predicate") return tie("predicate");
    const fitting = types.map((type) => tie(type.kind === "nil" ? "any" : type.kind));
    return fc.oneof({ weight: 14, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: tie("any") });
  });
  const least = spec.parameters.filter(({ optional }) => !optional).length;
  const last = all.at(-1) ?? tie("any");
  const lists = [
    all.slice(0, least),
    all,
    ...(spec.variadic
      ? [
          [...all, last],
          [...all, last, last],
        ]
      : []),
  ];
  return fc.oneof(...lists.map((list) => fc.tuple(...list).map((written) => `${spec.name}(${written.join(", ")})`)));
}

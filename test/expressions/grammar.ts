import fc from "fast-check";
import { functions } from "../../compiler/functions/table.ts";

type Text = fc.Arbitrary<string>;
type Kind = "bool" | "int" | "float" | "string" | "array" | "map";

const kinds: readonly Kind[] = ["bool", "int", "float", "string", "array", "map"];
/** Stand for what a predicate's element and a `let` variable are, until the text around them says. */
const element = "\ue000";
const variable = "\ue001";

const integers = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 12 }).map((value) => (value < 0 ? `(${value})` : `${value}`)) },
  { weight: 2, arbitrary: fc.constantFrom("i", "#index", "0x1F", "0b101", "0o17", "1_000", "2147483648", "4294967296") },
  { weight: 1, arbitrary: fc.constantFrom("9007199254740991", "(-9007199254740991)", "len(array)", "array[0]") },
);
const floats = fc.constantFrom("f64", "0.5", "1.0", ".25", "1e3", "2.5e-3", "1e308", "(-0.0)", "(1 / 0)");
const texts = fc.constantFrom(
  ..."str 'str' \"\" 'a' \"b,c\" `raw` '1' '0.5' '😀é' '\\u0000' \"\\n\" foo.Bar list[0].Bar 'asc' 'desc' '[1,2]' '=?'".split(" "),
  "' a '",
  "'{\"a\": 1}'",
);
const patterns = fc.constantFrom("'^s'", "'(?i)STR'", "'[[:alpha:]]+'", "'\\\\d{2,3}'", "'(a|b)*$'", "`\\pL`", "str", "'a.*?b'");
const arrays = fc.constantFrom("array", "list", "[]", "[1, 2.5]", "['a', 'b']", "[nil]", "[[1], [2, 3]]", "1..3", "list[:1]");
const maps = fc.constantFrom("foo", "list[0]", "{}", "{a: 1, 'b c': nil}", "{1: 2}", "{(str): 1}", "{__proto__: 1}");
const names = fc.constantFrom("x", "y", "z", "len", "item", "flow", "scope", "class", "arguments", "é", "$", "__proto__");
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
  .letrec<Record<Kind | "any" | "predicate", string>>((tie) => ({
    bool: choice(fc.constantFrom("ok", "true", "false", element), [
      sequence`${slot("bool")} ${fc.constantFrom("and", "or", "&&", "||", "==", "!=")} ${slot("bool")}`,
      sequence`(${slot("float")} ${fc.constantFrom("<", "<=", ">", ">=", "==", "!=")} ${slot("int")})`,
      sequence`(${slot("int")} < ${slot("int")} <= ${slot("float")})`,
      sequence`(${slot("string")} ${fc.constantFrom("contains", "startsWith", "not endsWith", "<", "==")} ${slot("string")})`,
      sequence`(${slot("string")} ${fc.constantFrom("matches", "not matches")} ${patterns})`,
      sequence`(${tie("any")} ${fc.constantFrom("in", "not in")} ${slot("array")})`,
      sequence`(${slot("string")} in ${slot("map")})`,
      sequence`(${slot("array")} == ${slot("array")})`,
      sequence`(${slot("map")} != ${slot("map")})`,
      sequence`(${tie("any")} ${fc.constantFrom("==", "!=")} ${tie("any")})`,
      sequence`${fc.constantFrom("not ", "!")}${slot("bool")}`,
      ...calls("bool"),
    ]),
    int: choice(fc.oneof(integers, fc.constant(element)), [
      sequence`(${slot("int")} ${fc.constantFrom("+", "-", "*", "%")} ${slot("int")})`,
      sequence`${fc.constantFrom("-", "+")}${slot("int")}`,
      sequence`${slot("array")}[${slot("int")}]`,
      ...calls("int"),
    ]),
    float: choice(fc.oneof(floats, integers, fc.constant(element)), [
      sequence`(${slot("float")} ${fc.constantFrom("+", "-", "*", "/", "**", "^")} ${slot("float")})`,
      sequence`-${slot("float")}`,
      ...calls("float"),
    ]),
    string: choice(fc.oneof(texts, fc.constant(element)), [
      sequence`(${slot("string")} + ${slot("string")})`,
      sequence`${slot("string")}[${slot("int")}:${slot("int")}]`,
      sequence`${slot("map")}.${fields}`,
      sequence`(${slot("string")} | ${fc.constantFrom("upper", "trim", "toJSON", "len")}())`,
      ...calls("string"),
    ]),
    array: choice(fc.oneof(arrays, fc.constant(element)), [
      sequence`[${tie("any")}, ${tie("any")}]`,
      sequence`[${slot("int")}, ${slot("int")}, ${slot("float")}]`,
      sequence`(${slot("int")}..${slot("int")})`,
      sequence`${slot("array")}[${slot("int")}:]`,
      sequence`${slot("array")}[:${slot("int")}]`,
      ...calls("array"),
    ]),
    map: choice(fc.oneof(maps, fc.constant(element)), [
      sequence`{a: ${tie("any")}, "b": ${tie("any")}}`,
      sequence`{(${tie("any")}): ${tie("any")}}`,
      sequence`{a: ${slot("int")}, a: ${slot("string")}}`,
      ...calls("map"),
    ]),
    any: choice(
      fc.oneof(
        fc.constantFrom("nil", element, variable, "$env", "unknown"),
        integers,
        floats,
        texts,
        arrays,
        maps,
        fc.constantFrom("ok", "true"),
      ),
      [
        ...kinds.map((kind) => tie(kind)),
        sequence`(${slot("bool")} ? ${tie("any")} : ${tie("any")})`,
        sequence`(${slot("bool")} ?: ${tie("any")})`,
        sequence`(${tie("any")} ?? ${tie("any")})`,
        sequence`${tie("any")}?.${fields}`,
        sequence`${tie("any")}.${fields}`,
        sequence`${tie("any")}?.[${tie("any")}]`,
        sequence`${tie("any")}[${tie("any")}]`,
        sequence`(if ${slot("bool")} { ${tie("any")} } else { ${tie("any")} })`,
        sequence`(if ${slot("bool")} { ${tie("any")} } else if ${slot("bool")} { 1 } else { ${tie("any")} })`,
        sequence`(${tie("any")}; ${tie("any")})`,
        fc
          .tuple(names, tie("any"), tie("any"))
          .map(([name, value, body]) => `(let ${name} = ${value}; ${body.replaceAll(variable, name)})`),
        ...calls("any"),
      ],
    ),
    predicate: fc
      .tuple(
        fc.oneof({ weight: 2, arbitrary: slot("bool") }, { weight: 1, arbitrary: tie("any") }),
        fc.constantFrom("#", "#", "#", "#index", "#acc", ".Bar", "#.Bar", "#?.Bar", "#[0]"),
        fc.boolean(),
      )
      .map(([body, pointer, braces]) => {
        const text = body.replaceAll(element, pointer);
        return braces ? `{${text}}` : text;
      }),
  }))
  .any.map((text) => text.replaceAll(element, "i").replaceAll(variable, "array"));

/** References by name are resolved in the letrec that is being built. */
function slot(kind: Kind): Text {
  throw new Error(kind);
}

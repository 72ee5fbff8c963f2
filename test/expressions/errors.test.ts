import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CompiledExpression, compileExpression } from "../../compiler/compile-expression.ts";
import type { FunctionSpec } from "../../compiler/functions/spec.ts";
import { functions } from "../../compiler/functions/table.ts";
import { scope } from "./evaluate.ts";

// UPDATE=1 rewrites the messages of errors.ndjson; read the difference before you commit it.
const table = join(import.meta.dirname, "errors.ndjson");

interface Row {
  readonly expr: string;
  /** What compiling says, in its order: column, code and message. */
  readonly errors: readonly string[];
}

const rows = readFileSync(table, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

describe("expressions that do not compile", () => {
  test("at least 300, each once", () => {
    expect(new Set(rows.map(({ expr }) => expr)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(300);
  });

  test("have the errors of the table, with their columns", () => {
    const found = rows.map(({ expr }) => ({ expr, errors: errorsOf(expr) }));
    if (process.env["UPDATE"] === "1") {
      writeFileSync(table, `${found.map((row) => JSON.stringify(row)).join("\n")}\n`);
    }
    const wrong = found.filter(({ errors }, index) => JSON.stringify(errors) !== JSON.stringify(rows[index]?.errors));
    expect(wrong).toEqual(rows.filter(({ expr }) => wrong.some((row) => row.expr === expr)));
  });

  test("none of them is without an error", () => {
    expect(rows.filter(({ errors }) => errors.length === 0)).toEqual([]);
  });
});

const values = { bool: "ok", int: "i", float: "f64", string: "str", array: "array", map: "foo", nil: "nil" } as const;
type Kind = keyof typeof values;
const kinds = Object.keys(values) as Kind[];

function isNumber(kind: Kind): boolean {
  return kind === "int" || kind === "float";
}

function both(test: (kind: Kind) => boolean) {
  return (left: Kind, right: Kind) => test(left) && test(right);
}

const equality = (left: Kind, right: Kind) =>
  left === "nil" || right === "nil" || left === right || both(isNumber)(left, right);
const order = (left: Kind, right: Kind) =>
  both(isNumber)(left, right) || both((kind) => kind === "string")(left, right);
/** The elements of the array may be anything; the keys of the map are texts, and nil is never one. */
const membership = (left: Kind, right: Kind) =>
  right === "array" || (right === "map" && (left === "string" || left === "nil"));
const texts = both((kind) => kind === "string");
const bools = both((kind) => kind === "bool");
const ints = both((kind) => kind === "int");
const numbers = both(isNumber);

/** The pairs of types that Expr's checker lets pass, in its words and not in those of flowc's. */
const operators: Readonly<Record<string, (left: Kind, right: Kind) => boolean>> = {
  or: bools,
  "||": bools,
  and: bools,
  "&&": bools,
  "==": equality,
  "!=": equality,
  "<": order,
  "<=": order,
  ">": order,
  ">=": order,
  in: membership,
  "not in": membership,
  matches: texts,
  "not matches": texts,
  contains: texts,
  startsWith: texts,
  endsWith: texts,
  "+": (left, right) => numbers(left, right) || texts(left, right),
  "-": numbers,
  "*": numbers,
  "/": numbers,
  "**": numbers,
  "^": numbers,
  "%": ints,
  "..": ints,
};
const spelledOut: Readonly<Record<string, string>> = { "||": "or", "&&": "and", "^": "**" };

describe("operators with operands of every pair of types", () => {
  test.each(Object.entries(operators))("%s", (operator, fits) => {
    const wrong = kinds.flatMap((left) =>
      kinds.flatMap((right) => {
        const text = `${values[left]} ${operator} ${values[right]}`;
        const name = (spelledOut[operator] ?? operator).replace(/^not /, "");
        const mismatch = `1 type-mismatch: "${name}" does not go with ${typeName(left)} and ${typeName(right)}`;
        const expected = fits(left, right) ? [] : [mismatch];
        const found = errorsOf(text);
        return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ text, found, expected }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["not ", "not", "bool", (kind: Kind) => kind === "bool"],
    ["!", "not", "bool", (kind: Kind) => kind === "bool"],
    ["-", "-", "number", isNumber],
    ["+", "+", "number", isNumber],
  ] as const)("%s", (written, name, wanted, fits) => {
    for (const kind of kinds) {
      const expected = fits(kind) ? [] : [`1 type-mismatch: "${name}" takes a ${wanted}, found ${typeName(kind)}`];
      expect(errorsOf(`${written}${values[kind]}`)).toEqual(expected);
    }
  });
});

describe("functions with arguments that do not fit", () => {
  const called = functions.filter(({ implementation }) => implementation.kind === "runtime");

  test.each(called.map((spec) => [spec.name, spec] as const))("%s", (name, spec) => {
    const fitting = spec.parameters.map(({ types }) => values[(types[0]?.kind ?? "any") as Kind] ?? "i");
    const least = spec.parameters.filter(({ optional }) => !optional).length;
    if (least > 0) expect(errorsOf(`${name}()`)).toEqual([expect.stringMatching(/^1 wrong-arguments: .* found 0$/)]);
    if (!spec.variadic) {
      const count = fitting.length + 1;
      const tooMany = `${name}(${[...fitting, "1"].join(", ")})`;
      expect(errorsOf(tooMany)).toEqual([expect.stringMatching(new RegExp(`^1 wrong-arguments: .* found ${count}$`))]);
    }
    const wrong = spec.parameters.flatMap((_parameter, index) => wrongCalls(spec, index, fitting));
    expect(wrong.map(({ text }) => ({ text, errors: errorsOf(text) }))).toEqual(wrong);
  });
});

/** Calls with one argument of each type that the parameter does not take, and what is to be said of them. */
function wrongCalls(spec: FunctionSpec, index: number, fitting: readonly string[]) {
  const { types = [], name: parameter } = spec.parameters[index] ?? {};
  const taken = new Set<string>(types.flatMap(({ kind }) => (kind === "float" ? ["int", "float"] : [kind])));
  const refused = taken.has("any") ? [] : kinds.filter((kind) => kind !== "nil" && !taken.has(kind));
  const least = spec.parameters.filter(({ optional }) => !optional).length;
  const before = fitting.slice(0, index).map((argument) => `${argument}, `);
  const after = fitting.slice(index + 1, Math.max(least, index + 1));
  const wanted = types.map((type) => type.kind).join(" or ");
  return refused.map((kind) => {
    const head = `${spec.name}(${before.join("")}`;
    const message = `${spec.name} takes ${wanted} as "${parameter}", found ${typeName(kind)}`;
    return {
      text: `${head}${[values[kind], ...after].join(", ")})`,
      errors: [`${head.length + 1} wrong-arguments: ${message}`],
    };
  });
}

describe("hostile text gives one diagnostic, at once", () => {
  const deep = 10_000;
  const megabyte = 1 << 20;
  const hostile: readonly (readonly [string, string])[] = [
    ["parentheses", `${"(".repeat(deep)}1${")".repeat(deep)}`],
    ["parentheses that stay open", "(".repeat(deep)],
    ["closing parentheses", ")".repeat(deep)],
    ["arrays", "[".repeat(deep) + "]".repeat(deep)],
    ["maps", `${"{a: ".repeat(deep)}1${"}".repeat(deep)}`],
    ["calls", "len(".repeat(deep) + ")".repeat(deep)],
    ["indexes", `${"array[".repeat(deep)}0${"]".repeat(deep)}`],
    ["signs", `${"-".repeat(deep)}ok`],
    ["nots", `${"not ".repeat(deep)}i`],
    ["sums", `${"1 + ".repeat(deep)}ok`],
    ["powers", `${"2 ** ".repeat(deep)}ok`],
    ["members", `i${".a".repeat(deep)} + unknown`],
    ["optional members", `i${"?.a".repeat(deep)} + unknown`],
    ["pipes", `i${" | len()".repeat(deep / 2)}`],
    ["conditionals", `${"ok ? 1 : ".repeat(deep / 2)}unknown`],
    ["elvis operators", `${"ok ?: ".repeat(deep / 2)}unknown`],
    ["comparisons", `${"1 < ".repeat(deep)}ok`],
    ["lets", `${"let a = 1; ".repeat(deep / 2)}unknown`],
    ["ifs", `${"if ok {1} else ".repeat(deep / 4)}{unknown}`],
    ["predicates", `${"map(array, ".repeat(deep / 4)}#${")".repeat(deep / 4)}`],
    ["a megabyte of sums", "1+".repeat(megabyte / 2)],
    ["a megabyte of one string", `"${"x".repeat(megabyte)}"`],
    ["a megabyte of digits", "1".repeat(megabyte)],
    ["a megabyte of white space", " ".repeat(megabyte)],
    ["a megabyte of quotes", '"'.repeat(megabyte)],
    ["a megabyte of open comments", "/*".repeat(megabyte / 2)],
    ["60 KB of quotes that do not match", `${"'\"".repeat(30_000)}'`],
    ["60 KB of operators", "+".repeat(60_000)],
    ["60 KB of dots", `i${".".repeat(60_000)}`],
    ["60 KB of a name", "x".repeat(60_000)],
    ["60 KB of backslashes in a string", `"${"\\".repeat(60_001)}`],
    ["a pattern of 5,000 groups", `str matches '${"(".repeat(5_000)}'`],
    ["NUL", "i + \0"],
    ["NUL in a string", '"a\0b"'],
    ["half a surrogate pair", "i + \ud83d"],
    ["half a surrogate pair in a string", '"\udc00"'],
    ["the halves in the wrong order", "'\ude00\ud83d'"],
    ["a right-to-left mark", "i +\u200f 1"],
    ["a right-to-left override", "i \u202e== 1"],
    ["a zero-width space", "i\u200b+ 1"],
    ["a byte order mark", "\ufeffi"],
    ["a soft hyphen", "fo\u00ado.Bar"],
    ["an emoji", "i + 😀"],
    ["conditionals without their colons", `${"ok?i?i:".repeat(20)}i`],
    ["conditionals, every other without its first half", `${"ok ? i ?: ".repeat(20)}i`],
    ["nothing", ""],
  ];

  test.each(hostile)("%s", (_title, text) => {
    const start = performance.now();
    const compiled = compileExpression(text, scope);
    const ms = performance.now() - start;
    expect(compiled.kind).toBe("problems");
    for (const { message, span } of diagnosticsOf(compiled)) {
      expect(message.length).toBeGreaterThan(0);
      expect(message.length).toBeLessThan(250);
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(text.length);
    }
    expect(diagnosticsOf(compiled)).toHaveLength(1);
    expect(ms).toBeLessThan(1000);
  });
});

function errorsOf(text: string): readonly string[] {
  return diagnosticsOf(compileExpression(text, scope)).map(
    ({ code, message, span }) => `${span.start + 1} ${code}: ${message}`,
  );
}

function diagnosticsOf(compiled: CompiledExpression) {
  return compiled.kind === "problems" ? compiled.diagnostics : [];
}

function typeName(kind: Kind): string {
  return kind === "array" ? "array<any>" : kind;
}

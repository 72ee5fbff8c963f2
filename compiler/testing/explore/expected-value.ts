import * as fc from "fast-check";
import { unreachable } from "../../nouns/unreachable.ts";
import type { ValueType } from "../../nouns/value-type.ts";
import { Expected, type ExpectedKind } from "./expected.ts";
import { dateTexts, durationTexts, matchingTexts, numbers, texts, wholeNumbers } from "./texts.ts";

type Values = fc.Arbitrary<unknown>;

/** Values of a type that are what the workflow expects, as far as it shows. */
export function expectedValues(type: ValueType, expected: Expected = new Expected()): Values {
  const isOptional = "optional" in type && type.optional === true;
  const values = valuesOf(type, expected);
  return isOptional ? fc.option(values, { freq: 4 }) : values;
}

function valuesOf(type: ValueType, expected: Expected): Values {
  switch (type.kind) {
    case "any":
      return untyped(expected);
    case "nil":
      return fc.constant(null);
    case "bool":
      return fc.boolean();
    case "int":
      return among(expected, "number", wholeNumbers);
    case "float":
      return among(expected, "number", numbers);
    case "string":
      return type.values === undefined || type.values.length === 0
        ? textsFor(expected)
        : fc.constantFrom(...type.values);
    case "date":
      return dateTexts;
    case "duration":
      return durationTexts;
    case "timezone":
      return fc.constant("UTC");
    case "array":
      return fc.array(expectedValues(type.element, expected.element), { maxLength: 3 });
    case "map":
      return mapsOf(type.fields ?? {}, expected);
    default:
      return unreachable(type);
  }
}

/** What is read of a map is there, unless somebody has thought of its absence, or its type has. */
function mapsOf(types: Readonly<Record<string, ValueType>>, expected: Expected): Values {
  const names = [...new Set([...Object.keys(types), ...expected.fields.keys()])];
  const fields = names.map((name) => {
    const field = expected.fields.get(name) ?? new Expected();
    const type = types[name] ?? field.type ?? { kind: "any" };
    const values = expectedValues(type, field);
    const mayLack = field.mayBeNil || ("optional" in type && type.optional === true);
    return { name, values, mayLack };
  });
  return fc.record(Object.fromEntries(fields.map(({ name, values }) => [name, values])), {
    requiredKeys: fields.filter(({ mayLack }) => !mayLack).map(({ name }) => name),
    noNullPrototype: true,
  });
}

function untyped(expected: Expected): Values {
  const { type, kinds, mayBeNil } = expected;
  const values = type === undefined || type.kind === "any" ? byKinds(expected, kinds) : valuesOf(type, expected);
  return mayBeNil ? fc.option(values, { freq: 4 }) : values;
}

function byKinds(expected: Expected, kinds: ReadonlySet<ExpectedKind>): Values {
  if (kinds.has("map")) return mapsOf({}, expected);
  if (kinds.has("array")) return fc.array(untyped(expected.element ?? new Expected()), { maxLength: 3 });
  if (kinds.has("int") || kinds.has("intText")) return among(expected, "number", wholeNumbers);
  if (kinds.has("number") || kinds.has("numberText")) return among(expected, "number", numbers);
  if (kinds.has("bool")) return fc.boolean();
  if (kinds.size > 0) return textsFor(expected);
  return fc.oneof(among(expected, "string", texts()), wholeNumbers, fc.boolean());
}

/** Text that stands for what the workflow reads in it. */
export function textsFor(expected: Expected): fc.Arbitrary<string> {
  const { kinds, content, parts } = expected;
  if (parts?.each.isUsed && parts.delimiter !== "") {
    const each = textsFor(parts.each).map((text) => text.replaceAll(parts.delimiter, "") || "a");
    return fc.array(each, { minLength: 1, maxLength: 3 }).map((made) => made.join(parts.delimiter));
  }
  if (kinds.has("jsonText")) return untyped(content ?? new Expected()).map((value) => JSON.stringify(value));
  if (kinds.has("intText")) return wholeNumbers.map(String);
  if (kinds.has("numberText")) return numbers.map(String);
  if (kinds.has("dateText")) return dateTexts;
  if (kinds.has("durationText")) return durationTexts;
  return fc.oneof(
    among(expected, "string", texts()) as fc.Arbitrary<string>,
    ...expected.patterns.flatMap((pattern) => matchingTexts(pattern) ?? []),
  );
}

/** The constants that a value is compared with are more likely than others. */
function among(expected: Expected, kind: "string" | "number", others: Values): Values {
  const fitting = expected.values.filter((value) => typeof value === kind);
  return fitting.length === 0 ? others : fc.oneof(fc.constantFrom(...fitting), others);
}

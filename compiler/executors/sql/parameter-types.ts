import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { SqlStatement } from "../../nouns/sql.ts";
import { type ValueType, withArticle } from "../../nouns/value-type.ts";

/**
 * Reports values that PostgreSQL cannot read as what the statement wants of them. Values travel as text, so a string fits
 * wherever its text does, and a number where a text is wanted.
 */
export function checkTypes(
  values: readonly PlanValue[],
  { parameterTypes = [] }: Pick<SqlStatement, "parameterTypes">,
  { typeOf, report }: Pick<PlanTools, "typeOf" | "report">,
): void {
  for (const [index, value] of values.entries()) {
    const wanted = parameterTypes[index] ?? "";
    const why = unfit(value, wanted, typeOf(value));
    const at = value.kind === "expression" ? value.expression.span : value.span;
    if (why !== undefined) report("sql-parameters", at, `$${index + 1} is ${article(wanted)}, ${why}`);
  }
}

/** Why no run can read the value as what is wanted; undefined where one may. */
function unfit(value: PlanValue, wanted: string, type: ValueType): string | undefined {
  if (Object.hasOwn(unfitFor, wanted) && unfitFor[wanted]?.includes(type.kind)) return `found ${withArticle(type)}`;
  const pattern = Object.hasOwn(texts, wanted) ? texts[wanted] : undefined;
  const text = value.kind === "constant" && typeof value.value === "string" ? value.value : undefined;
  return text === undefined || pattern === undefined || pattern.test(text) ? undefined : `which "${text}" is not`;
}

function article(name: string): string {
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

type Kind = ValueType["kind"];

const forNumbers: readonly Kind[] = ["bool", "array", "map", "date", "duration"];
const forTimes: readonly Kind[] = ["bool", "int", "float", "array", "map"];

/** Kinds of values that no text of theirs can be read as. */
const unfitFor: Readonly<Record<string, readonly Kind[]>> = {
  smallint: [...forNumbers],
  integer: [...forNumbers],
  bigint: [...forNumbers],
  real: [...forNumbers],
  "double precision": [...forNumbers],
  numeric: [...forNumbers],
  boolean: ["float", "array", "map", "date", "duration"],
  uuid: [...forTimes, "date", "duration"],
  date: forTimes,
  "timestamp without time zone": forTimes,
  "timestamp with time zone": forTimes,
};

const whole = /^\s*[+-]?[\d_]+\s*$|^\s*[+-]?0[xob][\da-f_]+\s*$/i;
const decimal = /^\s*[+-]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:e[+-]?\d+)?\s*$|^\s*[+-]?(?:nan|inf|infinity)\s*$/i;

/** What a text must be to be read as a value of the type. */
const texts: Readonly<Record<string, RegExp>> = {
  smallint: whole,
  integer: whole,
  bigint: whole,
  real: decimal,
  "double precision": decimal,
  numeric: decimal,
  uuid: /^\s*\{?[\da-f]{4}(?:-?[\da-f]{4}){7}\}?\s*$/i,
};

import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { Span } from "../../nouns/source.ts";
import type { SqlDialect, SqlPlaceholders, SqlStatement } from "../../nouns/sql.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { nearest } from "../../spelling/nearest.ts";
import { checkTypes } from "./parameter-types.ts";

type Tools = Pick<PlanTools, "statements" | "typeOf" | "report">;

/** Reports values that do not fit a statement's placeholders: their number, their names, a list where a map must be. */
export function checkParameters(
  text: ValueSyntax | undefined,
  entries: readonly PlanEntry[],
  { statements, typeOf, report }: Tools,
): void {
  const statement = text && statements.get(text);
  const { placeholders } = statement ?? {};
  if (text === undefined || statement === undefined || placeholders === undefined) return;
  if (statement.problems.some(({ code }) => code === "sql-syntax")) return;
  const check = new Check({ ...statement, placeholders }, { at: text.span, typeOf, report });
  const given = (key: string) => entries.find((entry) => entry.key === key)?.value;
  const batch = given("paramsBatch");
  if (check.placeholdersAreWrong()) return;
  // A key that is unknown, which is reported, may be what params should be.
  if (!entries.every(({ key }) => keys.has(key))) return;
  if (batch === undefined) check.params(given("params"));
  else check.batch(batch);
}

/** The options beside a statement. */
const keys: ReadonlySet<string> = new Set([
  "query",
  "params",
  "paramsBatch",
  "queries",
  "transaction",
  "format",
  "maxRows",
  "timeoutMs",
]);

interface Known extends SqlStatement {
  readonly placeholders: SqlPlaceholders;
}

interface Surroundings extends Omit<Tools, "statements"> {
  /** Where the statement stands. */
  readonly at: Span;
}

const names: Readonly<Record<SqlDialect, string>> = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MySQL" };
const placeholderOf: Readonly<Record<SqlDialect, string>> = { sqlite: "?", postgres: "$1, $2, …", mysql: "?" };
const code = "sql-parameters";

/** The values of one statement. */
class Check {
  readonly #statement: Known;
  readonly #around: Surroundings;

  constructor(statement: Known, around: Surroundings) {
    this.#statement = statement;
    this.#around = around;
  }

  placeholdersAreWrong(): boolean {
    const { dialect, placeholders } = this.#statement;
    const { report } = this.#around;
    const { foreign, spans, names: named } = placeholders;
    if (foreign !== undefined) {
      const help = `write ${placeholderOf[dialect]} where the values of params belong, in their order`;
      report(code, foreign.span, `"${foreign.text}" is not a placeholder of ${names[dialect]}`, { help });
      return true;
    }
    const [first] = named;
    if (first === undefined || spans.length === 0) return false;
    const [name, span] = first;
    const message = `the statement takes a list for "?" and a map for "${written(name, span)}"; params can be one of them`;
    report(code, span, message);
    return true;
  }

  /** One value of `params`; undefined where there is none. */
  params(value: PlanValue | undefined): void {
    if (value === undefined || (value.kind === "constant" && value.value === null)) this.#nothing();
    else if (value.kind === "list") this.#list(value);
    else if (value.kind === "map") this.#map(value);
    else this.#unknown(value);
  }

  /** A list of such values. */
  batch(value: PlanValue): void {
    const { typeOf, report } = this.#around;
    const wrong = (at: Span, found: string) => {
      const help = "for a single run of the statement write params";
      report(code, at, `paramsBatch takes a list or a map for each run of the statement, found ${found}`, { help });
    };
    if (value.kind === "list") {
      const scalar = value.items.find((item) => scalars.has(typeOf(item).kind));
      if (scalar !== undefined) wrong(spanOf(scalar), `a ${typeOf(scalar).kind}`);
      else for (const item of value.items) this.params(item);
      return;
    }
    const type = typeOf(value);
    if (type.kind === "array" && scalars.has(type.element.kind))
      wrong(spanOf(value), `a list of ${type.element.kind}s`);
  }

  /** What only a run knows: whether it is a list or a map, its type may say. */
  #unknown(value: PlanValue): void {
    const { kind } = this.#around.typeOf(value);
    const takesNames = this.#statement.placeholders.names.size > 0;
    if (kind === "array" && takesNames) this.#mapWanted(spanOf(value));
    if (kind === "map" && !takesNames) this.#listWanted(spanOf(value));
  }

  #nothing(): void {
    const { spans, names: named } = this.#statement.placeholders;
    const first = spans.find((span) => span !== undefined) ?? [...named.values()][0];
    if (first === undefined) return;
    const help = named.size > 0 ? `write params: { ${[...named.keys()].join(": …, ")}: … }` : "write them under params";
    this.#around.report(code, first, "the statement has placeholders, but no params", { help });
  }

  #list(list: Extract<PlanValue, { kind: "list" }>): void {
    const { positions, names: named } = this.#statement.placeholders;
    const found = list.items.length;
    if (named.size > 0) this.#mapWanted(list.span);
    if (found === positions) checkTypes(list.items, this.#statement, this.#around);
    if (named.size > 0 || found === positions) return;
    const isRows =
      list.items.length > 0 && list.items.every((item) => item.kind === "list" && item.items.length === positions);
    const help = isRows ? "for one run of the statement with each of these lists write paramsBatch" : undefined;
    const message = `the statement has ${count(positions, "placeholder")}, but params has ${count(found, "value")}`;
    this.#around.report(code, list.span, message, { help });
  }

  #map(map: Extract<PlanValue, { kind: "map" }>): void {
    const { names: named } = this.#statement.placeholders;
    if (named.size === 0) this.#listWanted(map.span);
    const given = map.entries.map(({ key }) => key);
    const [missing] = [...named].filter(([name]) => !given.includes(name));
    if (missing === undefined) return;
    const [name, span] = missing;
    const unused = given.filter((key) => !named.has(key));
    const near = nearest(name, unused);
    const help =
      near === undefined ? `write ${name} under params` : `params has "${near}"; one of the two is misspelled`;
    this.#around.report(code, span, `params has no value for "${written(name, span)}"`, { help });
  }

  #mapWanted(at: Span): void {
    const [name = "", span = at] = [...this.#statement.placeholders.names][0] ?? [];
    const isNumber = /^\d+$/.test(name);
    const help = isNumber ? 'write "?" for the values of a list' : `write a map: { ${name}: … }`;
    const message = `"${written(name, span)}" takes its value from a map, but params is a list`;
    this.#around.report(code, isNumber ? span : at, message, { help });
  }

  #listWanted(at: Span): void {
    const { dialect, placeholders } = this.#statement;
    const own = dialect === "sqlite" && placeholders.positions === 0;
    const message = own
      ? "the statement has no placeholders, but params is a map"
      : `params must be a list: ${names[dialect]} takes the values of ${placeholderOf[dialect]} in their order`;
    if (!own) this.#around.report(code, at, message);
  }
}

const scalars: ReadonlySet<string> = new Set(["bool", "int", "float", "string", "date", "duration"]);

function written(name: string, { source, start, end }: Span): string {
  const text = source.text.slice(start, end);
  return text.endsWith(name) ? text : `:${name}`;
}

function count(number: number, noun: string): string {
  return `${number === 0 ? "no" : number} ${noun}${number === 1 ? "" : "s"}`;
}

function spanOf(value: PlanValue): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
}

import { mayGive } from "../../functions/table.ts";
import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Located } from "../../nouns/source.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { hole } from "../../nouns/written-text.ts";
import { spelling } from "../../spelling/fixes.ts";
import { nearest } from "../../spelling/nearest.ts";
import { checkSchemaValue } from "./check-schema-value.ts";
import type { Operation, Parameter } from "./openapi.ts";

const code = "openapi-mismatch";

type Tools = Pick<PlanTools, "options" | "typeOf" | "report">;

/** What of the URL, of `query` and of `headers` does not fit the parameters of the operation. */
export function checkParameters(operation: Operation, block: ExecutorSyntax, tools: Tools): void {
  checkPath(operation, block, tools);
  checkQuery(operation, block, tools);
  checkHeaders(operation, block, tools);
}

/** Parameters may stand in the URL too: where it has some, nothing is missed. */
function checkQuery({ name, parameters }: Operation, block: ExecutorSyntax, tools: Tools): void {
  const { report } = tools;
  const query = optionOf("query", tools);
  const written = block.fields.get("query");
  if (query !== undefined && query.kind !== "map") return;
  const known = parameters.filter((parameter) => parameter.in === "query");
  const names = known.map((parameter) => parameter.name);
  // An array may be written `ids[]`, an object `filter[name]`.
  const strays = keysOf(written).filter(({ value }) => !names.includes(value) && !value.includes("["));
  for (const { value, span } of strays) {
    const help = names.length === 0 ? "it takes none" : `parameters: ${names.join(", ")}`;
    const extras = { help, ...spelling(value, names, span) };
    report(code, span, `"${name}" has no query parameter "${value}"`, extras);
  }
  checkValues(known, { what: "the query parameter", written, planned: query?.entries ?? [] }, tools);
  // A misspelled name counts as the one that was meant: that it is missing is not a second mistake.
  const given = keysOf(written).flatMap(({ value }) => [value, nearest(value, names)]);
  const missing = known.find((parameter) => parameter.required && !given.includes(parameter.name));
  if (missing === undefined || textOf(optionOf("url", tools))?.includes("?") !== false) return;
  report(code, (written ?? placeOf(block)).span, `"${name}" needs the query parameter "${missing.name}"`);
}

/** Requests may have any header beside those of the operation; OpenAPI leaves these three to other parts of it. */
const notParameters = new Set(["accept", "authorization", "content-type"]);

function checkHeaders({ name, parameters }: Operation, block: ExecutorSyntax, tools: Tools): void {
  const headers = optionOf("headers", tools);
  const written = block.fields.get("headers");
  if (headers !== undefined && headers.kind !== "map") return;
  const known = parameters.filter((one) => one.in === "header" && !notParameters.has(one.name.toLowerCase()));
  const names = known.map((parameter) => parameter.name);
  const isKnown = (value: string) => names.some((one) => one.toLowerCase() === value.toLowerCase());
  const strays = keysOf(written).filter(({ value }) => !isKnown(value) && nearest(value, names) !== undefined);
  for (const { value, span } of strays)
    tools.report(code, span, `"${name}" has no header "${value}"`, spelling(value, names, span));
  checkValues(known, { what: "the header", written, planned: headers?.entries ?? [] }, tools);
  const given = keysOf(written).map(({ value }) => (isKnown(value) ? value : (nearest(value, names) ?? value)));
  const missing = known.find(
    (one) => one.required && !given.some((value) => value.toLowerCase() === one.name.toLowerCase()),
  );
  if (missing === undefined) return;
  tools.report(code, (written ?? placeOf(block)).span, `"${name}" needs the header "${missing.name}"`);
}

interface Values {
  readonly what: string;
  readonly written: ValueSyntax | undefined;
  readonly planned: readonly PlanEntry[];
}

function checkValues(known: readonly Parameter[], { what, written, planned }: Values, tools: Tools): void {
  if (written?.kind !== "map") return;
  for (const [index, { key, value: syntax }] of written.entries.entries()) {
    const isNamed = (one: Parameter) =>
      one.name === key.value || (one.in === "header" && one.name.toLowerCase() === key.value.toLowerCase());
    const schema = known.find(isNamed)?.schema;
    const value = planned[index]?.value;
    if (schema === undefined || value === undefined) continue;
    checkSchemaValue({ what: `${what} "${key.value}"`, syntax, value, schema, isText: true }, tools);
  }
}

/** Holds the end of the URL's path against the operation's, up to where a template may bring more than one part of it. */
function checkPath({ name, method, path, parameters }: Operation, block: ExecutorSyntax, tools: Tools): void {
  const url = block.fields.get("url");
  const text = textOf(optionOf("url", tools));
  if (url === undefined || text === undefined) return;
  const wanted = partsOf(path);
  const given = partsOf(text.replace(/[?#].*$/s, "").replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, ""));
  for (let from = 1; from <= wanted.length; from += 1) {
    const [part = "", found] = [wanted.at(-from), given.at(-from)];
    const parameter = /^\{(.+)\}$/.exec(part)?.[1];
    if (found?.includes(hole)) return;
    if (found === undefined || (!part.includes("{") && part !== found.replaceAll(single, ""))) {
      const shown = given.join("/").replaceAll(single, "{{ … }}");
      const help = `write its path behind the address of the server: ${path}`;
      tools.report(code, url.span, `"${name}" is ${method} ${path}, but the path of url is /${shown}`, { help });
      return;
    }
    const schema = parameters.find((one) => one.in === "path" && one.name === parameter)?.schema;
    if (schema === undefined || found.includes(single)) continue;
    const value = { kind: "constant", value: decoded(found), span: url.span } as const;
    checkSchemaValue({ what: `the path parameter "${parameter}"`, syntax: url, value, schema, isText: true }, tools);
  }
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Stands for a template whose value has no slash in it. */
const single = "\ue001";

/** The text with a character for each template: `hole`, or `single`. Undefined for what is not text. */
function textOf(value: PlanValue | undefined): string | undefined {
  if (value?.kind === "constant") return String(value.value);
  if (value?.kind !== "template") return undefined;
  return value.parts.map((part) => (typeof part === "string" ? part : isSingle(part) ? single : hole)).join("");
}

function isSingle(part: PlanExpression): boolean {
  const { kind } = part.type;
  return kind === "int" || kind === "float" || kind === "bool" || (part.kind === "call" && !mayGive(part.runtime, "/"));
}

function optionOf(name: string, { options }: Tools): PlanValue | undefined {
  return options.find(({ key }) => key === name)?.value;
}

function placeOf(block: ExecutorSyntax): Pick<ValueSyntax, "span"> {
  return block.fields.get("openapi") ?? { span: block.keySpan };
}

function keysOf(value: ValueSyntax | undefined): readonly Located<string>[] {
  return value?.kind === "map" ? value.entries.map(({ key }) => key) : [];
}

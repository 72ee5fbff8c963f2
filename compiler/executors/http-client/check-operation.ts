import type { CheckTools, PlanTools } from "../../nouns/executor.ts";
import type { PlanValue } from "../../nouns/plan.ts";
import type { Located } from "../../nouns/source.ts";
import type { ExecutorSyntax, ValueSyntax } from "../../nouns/syntax.ts";
import { guess, spelling } from "../../spelling/fixes.ts";
import { nearest } from "../../spelling/nearest.ts";
import { asMap } from "../../tree/plain-data.ts";
import { isReadable } from "../schema-file.ts";
import { type Operation, operationsIn, wantedOperation } from "./openapi.ts";
import type { Schema } from "./openapi-schema.ts";

const code = "openapi-mismatch";

/** An OpenAPI description that cannot be read, or that has no such operation; schemas in it that cannot be used. */
export function checkOpenapi(block: ExecutorSyntax, tools: CheckTools): void {
  const { scripts, report, checkSchema } = tools;
  const openapi = block.fields.get("openapi");
  const wanted = wantedOperation(openapi, scripts);
  if (openapi === undefined || wanted === undefined) return;
  const { file, operation: name, fileSpan, span, node } = wanted;
  if (!isReadable(file, { key: "openapi", at: fileSpan }, tools) || node === undefined) return;
  const operations = operationsIn(node);
  const operation = operations.get(name);
  if (operation === undefined) {
    const known = [...new Set([...operations.values()].map((other) => other.name))];
    const { help = `operations: ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", …" : ""}`, ...changes } =
      guess(name, operations.keys(), span);
    report(code, span, `"${file}" has no operation "${name}"`, { help, ...changes });
    return;
  }
  if (operation.response !== undefined)
    checkSchema({ schema: operation.response, at: span, of: "none", what: `the answer of "${name}"` });
}

/** What of a request does not fit the operation: its method, the names in `query` and `data`, what must be there. */
export function checkOperation(operation: Operation, block: ExecutorSyntax, { options, report }: PlanTools): void {
  const optionOf = (key: string) => options.find((option) => option.key === key)?.value;
  const at = block.fields.get("openapi")?.span ?? block.keySpan;
  const method = optionOf("method");
  if (method?.kind === "constant" && String(method.value).toUpperCase() !== operation.method) {
    report(
      code,
      method.span,
      `"${operation.name}" is ${operation.method} ${operation.path}, but method is ${method.value}`,
    );
  }
  if (method === undefined && operation.method !== (hasBody(block) ? "POST" : "GET")) {
    const help = `write method: ${operation.method}`;
    report(code, at, `"${operation.name}" is ${operation.method} ${operation.path}, and no method is given`, { help });
  }
  checkQuery(operation, block, { query: optionOf("query"), url: optionOf("url"), report });
  const { request } = operation;
  const data = block.fields.get("data");
  if (request?.required && !hasBody(block)) report(code, at, `"${operation.name}" takes a body: write it under data`);
  if (request !== undefined && data?.kind === "map") checkBody(data, request.schema, report);
}

function hasBody({ fields }: ExecutorSyntax): boolean {
  return ["data", "form", "body"].some((key) => fields.has(key));
}

interface Query {
  readonly query: PlanValue | undefined;
  readonly url: PlanValue | undefined;
  readonly report: PlanTools["report"];
}

/** Parameters may stand in the URL too: where it has some, nothing is missed. */
function checkQuery({ name, parameters }: Operation, block: ExecutorSyntax, { query, url, report }: Query): void {
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
  const given = [...keysOf(written), ...strays.map((stray) => meant(stray, names))].map(({ value }) => value);
  const missing = known.find((parameter) => parameter.required && !given.includes(parameter.name));
  if (missing === undefined || !isWithoutQuery(url)) return;
  const at = written?.span ?? block.fields.get("openapi")?.span ?? block.keySpan;
  report(code, at, `"${name}" needs the query parameter "${missing.name}"`);
}

function keysOf(value: ValueSyntax | undefined): readonly Located<string>[] {
  return value?.kind === "map" ? value.entries.map(({ key }) => key) : [];
}

/** A misspelled name counts as the one that was meant: that it is missing is not a second mistake. */
function meant(stray: Located<string>, names: readonly string[]): Located<string> {
  return { ...stray, value: nearest(stray.value, names) ?? stray.value };
}

function isWithoutQuery(url: PlanValue | undefined): boolean {
  if (url?.kind === "constant") return !String(url.value).includes("?");
  return url?.kind === "template" && !url.parts.some((part) => typeof part === "string" && part.includes("?"));
}

/** The keys of a body that is written out. */
function checkBody(data: ValueSyntax, schema: Schema, report: PlanTools["report"]): void {
  const shape = objectIn(schema, schema);
  const properties = asMap(shape?.["properties"]);
  if (shape === undefined || properties === undefined) return;
  const names = Object.keys(properties);
  const strays = keysOf(data).filter(({ value }) => !names.includes(value));
  const isClosed = shape["additionalProperties"] === false;
  for (const { value, span } of isClosed ? strays : []) {
    const extras = { help: `fields: ${names.join(", ")}`, ...spelling(value, names, span) };
    report(code, span, `the body has no field "${value}"`, extras);
  }
  const given = [...keysOf(data), ...(isClosed ? strays.map((stray) => meant(stray, names)) : [])];
  const required = [shape["required"] ?? []].flat().map(String);
  const missing = required.find((name) => !given.some(({ value }) => value === name));
  if (missing !== undefined) report(code, data.span, `the body lacks "${missing}"`);
}

/** The schema of an object, behind a reference to a named one. */
function objectIn(schema: Schema, root: Schema): Schema | undefined {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema["type"] === "object" ? schema : undefined;
  const named = asMap(asMap(root["components"])?.["schemas"]);
  const target = asMap(named?.[reference.split("/").at(-1) ?? ""]);
  return target?.["type"] === "object" ? target : undefined;
}

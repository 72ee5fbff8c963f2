import type { CheckTools, PlanTools } from "../../nouns/executor.ts";
import type { PlanValue } from "../../nouns/plan.ts";
import type { ExecutorSyntax } from "../../nouns/syntax.ts";
import { guess, spelling } from "../../spelling/fixes.ts";
import { asMap } from "../../tree/plain-data.ts";
import { isReadable } from "../schema-file.ts";
import { type Operation, operationsIn, wantedOperation } from "./openapi.ts";

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
  const data = optionOf("data");
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
  const known = parameters.filter((parameter) => parameter.in === "query");
  if (query !== undefined && query.kind !== "map") return;
  const given = query?.entries.map(({ key }) => key) ?? [];
  for (const { key } of written?.kind === "map" ? written.entries : []) {
    const names = known.map((parameter) => parameter.name);
    // An array may be written `ids[]`, an object `filter[name]`.
    if (names.includes(key.value) || key.value.includes("[")) continue;
    const help = names.length === 0 ? "it takes none" : `parameters: ${names.join(", ")}`;
    report(code, key.span, `"${name}" has no query parameter "${key.value}"`, {
      help,
      ...spelling(key.value, names, key.span),
    });
  }
  const missing = known.find((parameter) => parameter.required && !given.includes(parameter.name));
  if (missing === undefined || !isWithoutQuery(url)) return;
  report(
    code,
    written?.span ?? block.fields.get("openapi")?.span ?? block.keySpan,
    `"${name}" needs the query parameter "${missing.name}"`,
  );
}

function isWithoutQuery(url: PlanValue | undefined): boolean {
  if (url?.kind === "constant") return !String(url.value).includes("?");
  return url?.kind === "template" && !url.parts.some((part) => typeof part === "string" && part.includes("?"));
}

/** The keys of a body that is written out; references are not followed into what they name twice. */
function checkBody(
  data: Extract<PlanValue, { kind: "map" }>,
  schema: Readonly<Record<string, unknown>>,
  report: PlanTools["report"],
): void {
  const shape = objectIn(schema, schema);
  const properties = asMap(shape?.["properties"]);
  if (shape === undefined || properties === undefined) return;
  const given = data.entries.map(({ key }) => key);
  const required = [shape["required"] ?? []].flat().map(String);
  const missing = required.find((name) => !given.includes(name));
  if (missing !== undefined) report(code, data.span, `the body lacks "${missing}"`);
  const stray = given.find((key) => !Object.hasOwn(properties, key));
  if (stray === undefined || shape["additionalProperties"] !== false) return;
  const help = `fields: ${Object.keys(properties).join(", ")}`;
  report(code, data.span, `the body has no field "${stray}"`, { help });
}

/** The schema of an object, behind a reference to a named one. */
function objectIn(schema: Readonly<Record<string, unknown>>, root: Readonly<Record<string, unknown>>) {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema["type"] === "object" ? schema : undefined;
  const named = asMap(asMap(root["components"])?.["schemas"]);
  const target = asMap(named?.[reference.split("/").at(-1) ?? ""]);
  return target?.["type"] === "object" ? target : undefined;
}

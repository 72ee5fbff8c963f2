import type { CheckTools, PlanTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { guess } from "../../spelling/fixes.ts";
import { isReadable } from "../schema-file.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkSchemaValue } from "./check-schema-value.ts";
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

/** What of a request does not fit the operation: its method, URL, query, headers and body, as far as they are known. */
export function checkOperation(operation: Operation, block: ExecutorSyntax, tools: PlanTools): void {
  const { options, report } = tools;
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
  checkParameters(operation, block, tools);
  const { request } = operation;
  if (request?.required && !hasBody(block)) report(code, at, `"${operation.name}" takes a body: write it under data`);
  const [syntax, value] = [block.fields.get("data"), optionOf("data")];
  if (request !== undefined && syntax !== undefined && value !== undefined)
    checkSchemaValue({ what: "the body", syntax, value, schema: request.schema }, tools);
}

function hasBody({ fields }: ExecutorSyntax): boolean {
  return ["data", "form", "body"].some((key) => fields.has(key));
}

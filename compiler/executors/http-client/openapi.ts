import type { Node } from "../../nouns/node.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { entryOf } from "../../tree/literal-field.ts";
import { asMap, plainNode } from "../../tree/plain-data.ts";
import { nodeIn } from "../schema-file.ts";
import { jsonSchemaOf, type Schema } from "./openapi-schema.ts";

/** An operation of an OpenAPI description, as far as a request and its answer hang on it. */
export interface Operation {
  /** `operationId`, else method and path. */
  readonly name: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The JSON of its body; undefined where it takes none. */
  readonly request: { readonly schema: Schema; readonly required: boolean } | undefined;
  /** The JSON of an answer that is a success; undefined where there is none. */
  readonly response: Schema | undefined;
  /** The schemas of that answer's headers, by their names. */
  readonly responseHeaders: ReadonlyMap<string, Schema>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Undefined where it is described in another way. */
  readonly schema: Schema | undefined;
}

/** What an `openapi` block names. */
export interface Wanted {
  readonly file: string;
  readonly operation: string;
  readonly fileSpan: Span;
  readonly span: Span;
  /** The description; undefined where it cannot be read. */
  readonly node: Node | undefined;
}

/** The file and the operation of the block; undefined where there is no such block. */
export function wantedOperation(block: ValueSyntax | undefined, scripts: Scripts): Wanted | undefined {
  const [file, operation] = ["file", "operation"].map((key) => entryOf(block, key));
  if (file?.kind !== "literal" || operation?.kind !== "literal") return undefined;
  const name = String(file.value);
  const node = nodeIn(scripts.get(name));
  return { file: name, operation: String(operation.value), fileSpan: file.span, span: operation.span, node };
}

/** All operations of a description, by their names and by method and path. */
export function operationsIn(node: Node): ReadonlyMap<string, Operation> {
  const document = asMap(plainNode(node)) ?? {};
  const found = new Map<string, Operation>();
  for (const [path, item] of Object.entries(asMap(document["paths"]) ?? {})) {
    const shared = asMap(item) ?? {};
    for (const method of methods) {
      const written = asMap(shared[method]);
      if (written === undefined) continue;
      const operation = operationOf(written, { document, shared, path, method: method.toUpperCase() });
      found.set(operation.name, operation);
      found.set(`${operation.method} ${path}`, operation);
    }
  }
  return found;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface Place {
  readonly document: Schema;
  /** Of all operations of the path. */
  readonly shared: Schema;
  readonly path: string;
  readonly method: string;
}

function operationOf(written: Schema, { document, shared, path, method }: Place): Operation {
  const id = written["operationId"];
  const body = resolved(written["requestBody"], document);
  const request = body && jsonOf(body, document);
  const success = successOf(asMap(written["responses"]) ?? {}, document);
  return {
    name: typeof id === "string" ? id : `${method} ${path}`,
    method,
    path,
    parameters: parametersOf([shared["parameters"], written["parameters"]], document),
    request: request && { schema: request, required: body?.["required"] === true },
    response: success && jsonOf(success, document),
    responseHeaders: headersOf(success, document),
  };
}

/** Those of an operation count instead of those of its path. */
function parametersOf(lists: readonly unknown[], document: Schema): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const written of lists.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))) {
    const parameter = resolved(written, document);
    const [name, place] = [parameter?.["name"], parameter?.["in"]];
    if (typeof name !== "string" || typeof place !== "string") continue;
    const schema = asMap(parameter?.["schema"]);
    found.set(`${place} ${name}`, {
      name,
      in: place,
      required: parameter?.["required"] === true,
      schema: schema && jsonSchemaOf(schema, document),
    });
  }
  return [...found.values()];
}

/** The first answer that is a success. */
function successOf(responses: Schema, document: Schema): Schema | undefined {
  const status = Object.keys(responses)
    .sort()
    .find((key) => /^2(?:\d\d|XX)$/i.test(key));
  return resolved(responses[status ?? "default"], document);
}

function headersOf(response: Schema | undefined, document: Schema): ReadonlyMap<string, Schema> {
  const headers = Object.entries(asMap(response?.["headers"]) ?? {});
  return new Map(
    headers.map(([name, written]) => {
      const schema = asMap(resolved(written, document)?.["schema"]) ?? {};
      return [name, jsonSchemaOf(schema, document)] as const;
    }),
  );
}

/** The schema of the JSON among the media types of a body. */
function jsonOf(body: Schema, document: Schema): Schema | undefined {
  const content = Object.entries(asMap(body["content"]) ?? {});
  const json = content.find(([type]) => /[/+]json\b/i.test(type))?.[1];
  const schema = asMap(asMap(json)?.["schema"]);
  return schema && jsonSchemaOf(schema, document);
}

/** What a reference leads to, for parts of the description that are not schemas. */
function resolved(part: unknown, document: Schema): Schema | undefined {
  const map = asMap(part);
  const reference = map?.["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return map;
  const steps = reference.slice(2).split("/");
  return asMap(
    steps.reduce<unknown>((at, step) => asMap(at)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], document),
  );
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { configSchema } from "./config-schema.ts";
import { durationPattern } from "./duration.ts";
import { codeKeyword } from "./mismatch.ts";
import { resourceSchema } from "./resource-schema.ts";

const names = ["workflow", "resource", "component", "config", "test"] as const;
const folder = new URL("./schemas/", import.meta.url);
const generated = new URL("./generated/", import.meta.url);

const options = { allErrors: true, verbose: true, code: { source: true, esm: true } } as const;

/**
 * Compiles the JSON Schemas to plain functions, so that flowc starts without a schema compiler, and the schema of schemas,
 * which ajv would compile anew for each schema of a workflow (build time only).
 */
export function generateValidators(): void {
  mkdirSync(generated, { recursive: true });
  const documents = new Ajv({
    ...options,
    schemas: Object.values(documentSchemas()),
    formats: { duration: durationPattern },
    allowUnionTypes: true,
    strict: true,
    keywords: [codeKeyword],
  });
  generate("validators", documents, Object.fromEntries(names.map((name) => [name, `${name}.schema.json`])));
  const schemas = new Ajv({ ...options, strict: false, validateFormats: false });
  generate("schema-validator", schemas, { schema: "http://json-schema.org/draft-07/schema" });
}

/** Writes a module of validators and its types; `ids` are those of their schemas by the validators' names. */
function generate(file: string, ajv: Ajv, ids: Readonly<Record<string, string>>): void {
  const text = standalone.default(ajv, ids);
  // ajv writes `require` for its two runtime helpers even in ESM; as imports they are bundled like the rest.
  const imports: string[] = [];
  const code = text.replaceAll(/const (\w+) = require\("([^"]+)"\)\.default;/g, (_all, name: string, path: string) => {
    imports.push(`import ${name}Module from "${path}.js";`, `const ${name} = ${name}Module.default ?? ${name}Module;`);
    return "";
  });
  writeFileSync(new URL(`${file}.js`, generated), `${imports.join("\n")}\n${code}`);
  const types = Object.keys(ids)
    .map((name) => `export const ${name}: import("ajv").ValidateFunction;\n`)
    .join("");
  writeFileSync(new URL(`${file}.d.ts`, generated), types);
}

/** The JSON Schemas of all documents, by the kind of document: written by hand, or made from flowc's tables. */
export function documentSchemas(): Readonly<Record<(typeof names)[number], object>> {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), "utf8"));
  return {
    workflow: read("workflow"),
    resource: resourceSchema(read("resource")),
    component: read("component"),
    config: configSchema(),
    test: read("test"),
  };
}

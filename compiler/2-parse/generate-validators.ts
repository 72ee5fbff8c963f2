import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { configSchema } from "./config-schema.ts";
import { durationPattern } from "./duration.ts";
import { codeKeyword } from "./mismatch.ts";
import { resourceSchema } from "./resource-schema.ts";

const names = ["workflow", "resource", "component", "config", "test"] as const;
const folder = new URL("./schemas/", import.meta.url);
const output = new URL("./generated/validators.js", import.meta.url);

/** Compiles the JSON Schemas to plain functions, so that flowc starts without a schema compiler (build time only). */
export function generateValidators(): void {
  const ajv = new Ajv({
    schemas: Object.values(documentSchemas()),
    formats: { duration: durationPattern },
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict: true,
    keywords: [codeKeyword],
    code: { source: true, esm: true },
  });
  const text = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, `${name}.schema.json`])));
  mkdirSync(new URL("./generated/", import.meta.url), { recursive: true });
  // ajv writes `require` for its two runtime helpers even in ESM; as imports they are bundled like the rest.
  const imports: string[] = [];
  const code = text.replaceAll(/const (\w+) = require\("([^"]+)"\)\.default;/g, (_all, name: string, path: string) => {
    imports.push(`import ${name}Module from "${path}.js";`, `const ${name} = ${name}Module.default ?? ${name}Module;`);
    return "";
  });
  writeFileSync(output, `${imports.join("\n")}\n${code}`);
  const types = names.map((name) => `export const ${name}: import("ajv").ValidateFunction;\n`).join("");
  writeFileSync(new URL("./generated/validators.d.ts", import.meta.url), types);
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

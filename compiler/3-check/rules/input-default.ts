import { createRequire } from "node:module";
import type { Ajv as AjvClass } from "ajv";
import type { Rule } from "./rule.ts";

/** A schema of an input that cannot be compiled, such as a broken pattern, and a default that its own schema refuses. */
export const inputDefault: Rule = ({ workflow, report }) => {
  if (workflow.broken || workflow.inputs === undefined || workflow.inputs.length === 0) return;
  // ajv takes 15 ms to load: only workflows that declare inputs pay for it.
  const { Ajv } = createRequire(import.meta.url)("ajv") as { readonly Ajv: typeof AjvClass };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { name, span, schema, default: fallback, defaultSpan } of workflow.inputs) {
    try {
      const validate = ajv.compile(schema);
      if (fallback === undefined || validate(fallback)) continue;
      const why = validate.errors?.[0]?.message ?? "is not allowed";
      report("schema", defaultSpan, `the default of the input "${name}" ${why}, found ${JSON.stringify(fallback)}`);
    } catch (error) {
      report("schema", span, `the schema of the input "${name}" cannot be used: ${(error as Error).message}`);
    }
  }
};

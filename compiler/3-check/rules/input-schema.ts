import { createRequire } from "node:module";
import type { Ajv as AjvClass } from "ajv";
import { pattern, translatePattern } from "../../../runtime-lib/regex.ts";
import { inputFormats } from "../../input-formats.ts";
import type { InputSyntax } from "../../syntax.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Schemas of inputs that cannot be compiled, such as one with a broken pattern, and defaults that they refuse. */
export const inputSchema: Rule = ({ workflow, report }) => {
  const declared = workflow.broken ? [] : (workflow.inputs ?? []);
  const resources = workflow.resources.filter(({ broken }) => !broken);
  const inputs = [...declared, ...resources.flatMap(({ validations }) => validations.properties)];
  if (inputs.length === 0) return;
  // ajv takes 15 ms to load: only workflows that describe inputs pay for it.
  const { Ajv } = createRequire(import.meta.url)("ajv") as { readonly Ajv: typeof AjvClass };
  for (const input of inputs) checkInput(input, Ajv, report);
};

function checkInput(input: InputSyntax, Ajv: typeof AjvClass, report: RuleContext["report"]): void {
  const { name, span, schema, default: fallback, defaultSpan } = input;
  const broken: string[] = [];
  const regExp = Object.assign(
    (source: string) => {
      const translated = translatePattern(source);
      if (translated.kind === "problem")
        broken.push(`the pattern "${source}" of the input "${name}": ${translated.message}`);
      return translated.kind === "problem" ? /(?:)/ : pattern(source);
    },
    { code: "" },
  );
  try {
    const validate = new Ajv({ strict: false, formats: inputFormats, code: { regExp } }).compile(schema);
    for (const message of broken) report("invalid-regex", span, message);
    if (broken.length > 0 || fallback === undefined || validate(fallback)) return;
    const why = validate.errors?.[0]?.message ?? "is not allowed";
    report("schema", defaultSpan, `the default of the input "${name}" ${why}, found ${JSON.stringify(fallback)}`);
  } catch (error) {
    report("schema", span, `the schema of the input "${name}" cannot be used: ${(error as Error).message}`);
  }
}

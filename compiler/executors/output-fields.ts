import type { BlockResult, CheckTools, ExecutorFields, PlanTools, ResultTools } from "../nouns/executor.ts";
import type { PlanEntry } from "../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../nouns/resource-syntax.ts";
import { anyType, arrayOf, boolType, intType, mapOf, stringType, type ValueType } from "../nouns/value-type.ts";
import { literalField } from "../tree/literal-field.ts";
import { checkGivenSchema, givenSchema, planSchema } from "./schema-file.ts";

/** The keys that say what the output of a process is. */
export const outputFields = {
  output: {
    kind: "name",
    description:
      "What stdout is read as: json is parsed, lines is a list of its lines, text is the text. Output that is not what it should be is a failure (class tool_runtime).",
    schema: { enum: ["json", "lines", "text"] },
  },
  outputSchema: {
    kind: "data",
    names: "data",
    description:
      "JSON Schema of the output, or the name of a file with it: the output is then JSON, is validated against it, and typed by it.",
    schema: { type: ["object", "string"], minLength: 1 },
  },
} as const satisfies ExecutorFields;

/** How a block wants its output: `outputSchema` alone means JSON. */
export function outputOf(block: ExecutorSyntax): string | undefined {
  return literalField(block, "output") ?? (block.fields.has("outputSchema") ? "json" : undefined);
}

/** What a block gives that says what its output is: that is its value. Undefined for one that does not. */
export function processResult(
  block: ExecutorSyntax,
  { scripts, schemaType }: ResultTools,
  names: Pick<BlockResult, "typeName" | "fallbackName">,
): BlockResult | undefined {
  const output = outputOf(block);
  if (output === undefined) return undefined;
  const given = givenSchema(block.fields.get("outputSchema"), scripts);
  const types: Readonly<Record<string, ValueType>> = {
    json: given === undefined ? anyType : schemaType(given.schema, "closed"),
    lines: arrayOf(stringType),
    text: stringType,
  };
  const fields = { value: types[output] ?? anyType, stdout: stringType, stderr: stringType };
  return { main: "value", type: mapOf({ ...fields, exitCode: intType, success: boolType }), ...names };
}

/** The options with the schema as a validator. */
export function withOutput(
  block: ExecutorSyntax,
  { options, resource, scripts }: Pick<PlanTools, "options" | "resource" | "scripts">,
): readonly PlanEntry[] {
  const output = outputOf(block);
  const others = options.filter(({ key }) => key !== "output" && key !== "outputSchema");
  if (output === undefined) return others;
  const given = givenSchema(block.fields.get("outputSchema"), scripts);
  const schema = given && { key: "outputSchema", value: planSchema(`${resource}#output`, given) };
  const wanted = { key: "output", value: { kind: "constant", value: output, span: block.keySpan } } as const;
  return [...others, wanted, ...(schema === undefined ? [] : [schema])];
}

/** A schema that cannot be used, or that stands beside an output that is not JSON. */
export function checkOutput(block: ExecutorSyntax, tools: CheckTools): void {
  const schema = block.fields.get("outputSchema");
  const output = literalField(block, "output");
  checkGivenSchema("outputSchema", schema, tools);
  if (schema === undefined || output === undefined || output === "json") return;
  const message = `an outputSchema is for JSON, but output is "${output}"`;
  tools.report("conflicting-keys", schema.span, message, { help: "remove one of the two" });
}

import type { InputDefinition, WorkflowDefinition } from "../run/definition.ts";
import { listed } from "../run/input-problems.ts";
import { toolOf } from "../run/tool.ts";
import { type Flag, flags } from "./flags.ts";
import { optionMeaning, optionText } from "./option.ts";

type Row = readonly [left: string, right: string];

/** What `--help` of a bundle prints: what the workflow is, its inputs, and the options that it has, `added` ones too. */
export function helpOf(definition: WorkflowDefinition, added: Readonly<Record<string, Flag>>): string {
  const { name, description = "a workflow compiled by flowc", server, tool, closedInputs } = definition;
  const inputs = inputRows(definition);
  const has = {
    input: inputs.length > 0 || !closedInputs,
    file: tool.file === true || definition.inputs.some(isFile),
    server,
  };
  const optionRows = Object.entries<Flag>({ ...flags, ...added }).flatMap(([option, flag]): Row[] =>
    flag.of === undefined || has[flag.of] ? [[optionText(option, flag), optionMeaning(flag)]] : [],
  );
  const width = Math.max(...[...inputs, ...optionRows].map(([left]) => left.length));
  const sections = [
    `${name}: ${description}`,
    ...(inputs.length === 0 ? [] : [`inputs:\n${lines(inputs, width)}`]),
    `options:\n${lines(optionRows, width)}`,
  ];
  return sections.join("\n\n");
}

function inputRows(definition: WorkflowDefinition): readonly Row[] {
  const { properties, required = [] } = toolOf(definition).inputSchema as Partial<InputSchema>;
  const shown = definition.inputs.filter((input) => !isFile(input));
  return shown.map(({ name }) => {
    const schema = properties?.[name] ?? {};
    const { description, default: fallback } = schema;
    const facts = [
      typeText(schema),
      ...(required.includes(name) ? ["required"] : []),
      ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
    ].join(", ");
    const about = typeof description === "string" ? description.trim().replace(/\s+/g, " ") : "";
    return [name, about === "" ? facts : `${about} (${facts})`];
  });
}

/** What `validations.required: [file]` asks for: `--file` gives it. */
function isFile({ name, schema }: InputDefinition): boolean {
  return name === "file" && schema === undefined;
}

interface InputSchema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
}

function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { enum: allowed, const: only, type } = schema;
  if (Array.isArray(allowed))
    return listed(
      allowed.map((value) => JSON.stringify(value)),
      " or ",
    );
  if (only !== undefined) return JSON.stringify(only);
  return type === undefined ? "any" : listed([type].flat().map(String), " or ");
}

function lines(rows: readonly Row[], width: number): string {
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

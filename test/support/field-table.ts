import type { Executor, ExecutorField, ExecutorFields, FieldKind } from "../../compiler/nouns/executor.ts";

/** The keys of an executor's block as a table of Markdown: what each takes, and what it means. */
export function fieldTable({ fields }: Pick<Executor, "fields">): string {
  return `| key | takes | |\n|---|---|---|\n${rows(fields, "").join("")}`;
}

/** Keys of maps further in stand below, by their path. */
function rows(fields: ExecutorFields, before: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const { required, description, fields: inside = {}, kind } = field;
    const takes = `${takesOf(field)}${required ? ", required" : ""}`;
    const row = `| \`${path}\` | ${takes} | ${description.replaceAll("|", "\\|").replaceAll("<", "\\<")} |\n`;
    return [row, ...rows(inside, kind === "settings-list" ? `${path}[].` : `${path}.`)];
  });
}

function takesOf({ kind, schema = {} }: ExecutorField): string {
  const { type, enum: allowed } = schema;
  if (Array.isArray(allowed)) return listed(allowed.map((value) => `\`${value}\``));
  const written =
    type === undefined || kind === "text-map" ? [] : [type].flat().map((one) => ofType[String(one)] ?? "");
  return written.length > 0 ? listed(written) : ofKind[kind];
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]+$)/, " or ");
}

const ofType: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "bool",
  object: "map",
  array: "list",
};

const ofKind: Readonly<Record<FieldKind, string>> = {
  text: "text",
  texts: "list of texts",
  "text-map": "map of texts",
  value: "any value",
  template: "any value",
  name: "text",
  data: "any value",
  duration: "duration",
  integer: "whole number",
  boolean: "bool",
  settings: "map",
  "settings-list": "list of maps",
};

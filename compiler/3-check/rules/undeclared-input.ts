import { didYouMean } from "../../spelling/nearest.ts";
import { isUnread } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/**
 * An input that `validations` ask for, and that `settings.inputs` does not declare: it can never be given. `file` in
 * `required` is the given file, which nobody declares.
 */
export const undeclaredInput: Rule = ({ workflow, arguments: parameters, report }) => {
  if (isUnread(workflow, "/settings/inputs") || workflow.inputs === undefined) return;
  const declared = workflow.inputs.map(({ name }) => name);
  for (const { id, validations } of workflow.resources) {
    const properties = validations.properties.map(({ name, span }) => ({ value: name, span }));
    const required = validations.required.filter(({ value }) => value !== "file");
    const asked = new Map([...required, ...properties].map((input) => [input.span.start, input]));
    for (const { value, span } of asked.values()) {
      if (declared.includes(value) || parameters.get(id)?.has(value)) continue;
      const help = didYouMean(value, declared) ?? `declared inputs: ${declared.join(", ") || "none"}`;
      report("unknown-name", span, `"${value}" is not a declared input`, { help });
    }
  }
};

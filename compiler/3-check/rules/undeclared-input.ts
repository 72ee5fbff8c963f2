import { didYouMean } from "../../nearest.ts";
import type { Rule } from "./rule.ts";

/** An input that `validations` ask for, and that `settings.inputs` does not declare: it can never be given. */
export const undeclaredInput: Rule = ({ workflow, arguments: parameters, report }) => {
  if (workflow.broken || workflow.inputs === undefined) return;
  const declared = workflow.inputs.map(({ name }) => name);
  for (const { id, validations } of workflow.resources) {
    const properties = validations.properties.map(({ name, span }) => ({ value: name, span }));
    const asked = new Map([...validations.required, ...properties].map((input) => [input.span.start, input]));
    for (const { value, span } of asked.values()) {
      if (declared.includes(value) || parameters.get(id)?.has(value)) continue;
      const help = didYouMean(value, declared) ?? `declared inputs: ${declared.join(", ") || "none"}`;
      report("unknown-name", span, `"${value}" is no declared input`, { help });
    }
  }
};

import { isInside } from "../../1-load/find-components.ts";
import { literalField } from "../../tree/literal-field.ts";
import type { Rule } from "./rule.ts";

/** A script of a component that does not lie in its folder. Links are looked at when the files are found. */
export const outsideComponent: Rule = ({ workflow, report }) => {
  if (workflow.kind !== "component") return;
  for (const executor of workflow.resources.flatMap(({ executors }) => executors)) {
    const file = literalField(executor, "scriptFile");
    if (file === undefined || isInside(file)) continue;
    const at = executor.fields.get("scriptFile")?.span ?? executor.keySpan;
    const message = `"${file}" lies outside of the folder of the component "${workflow.name.value}"`;
    report("outside-component", at, message, { help: "put the script into the component's folder" });
  }
};

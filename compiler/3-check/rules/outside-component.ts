import { isInside } from "../../1-load/find-components.ts";
import { filesNamedBy } from "../../executors/names-in.ts";
import type { Rule } from "./rule.ts";

/** A file of a component that does not lie in its folder, such as a script. Links are looked at when the files are found. */
export const outsideComponent: Rule = ({ workflow, report }) => {
  if (workflow.kind !== "component") return;
  for (const executor of workflow.resources.flatMap(({ executors }) => executors)) {
    for (const { value: file, span } of filesNamedBy(executor)) {
      if (isInside(file)) continue;
      const message = `"${file}" lies outside of the folder of the component "${workflow.name.value}"`;
      report("outside-component", span, message, { help: "put the file into the component's folder" });
    }
  }
};

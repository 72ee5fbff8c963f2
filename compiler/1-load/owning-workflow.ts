import { basename, dirname } from "node:path";
import { isComponentPath } from "./find-components.ts";
import { workflowIn } from "./find-files.ts";

/**
 * The folder of the workflow that a file below `resources/` or `components/` belongs to, the outermost one; of a component
 * without a workflow around it, the component's own. Undefined for other files. The file itself need not be there.
 */
export function owningWorkflow(file: string): string | undefined {
  let owner: string | undefined;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return owner;
    const isPart = basename(folder) === "resources" || basename(folder) === "components";
    if (isPart && workflowIn(parent) !== undefined) return parent;
    if (basename(folder) === "resources" && isComponentPath(parent)) owner = parent;
  }
}

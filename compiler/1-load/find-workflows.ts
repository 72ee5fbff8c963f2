import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders that hold other people's files, or what was built. */
const skipped: ReadonlySet<string> = new Set(["node_modules", "dist"]);
/** Folders of a workflow itself. */
const parts: ReadonlySet<string> = new Set(["resources", "components"]);

/**
 * The folders below `folder` that hold a workflow.yaml or workflow.yml, sorted. Hidden folders, node_modules, dist and
 * the parts of a workflow are not searched; links to folders are not followed.
 */
export function findWorkflows(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isWorkflow = entries.some((entry) => /^workflow\.ya?ml$/.test(entry.name) && !entry.isDirectory());
  const searched = entries.filter((entry) => isSearched(entry, isWorkflow));
  const below = searched.flatMap(({ name }) => findWorkflows(join(folder, name)));
  return [...(isWorkflow ? [folder] : []), ...below].sort();
}

function isSearched(entry: Dirent, besideWorkflow: boolean): boolean {
  const { name } = entry;
  return entry.isDirectory() && !name.startsWith(".") && !skipped.has(name) && !(besideWorkflow && parts.has(name));
}

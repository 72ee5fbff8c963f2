/** The name of a workflow as a file name: letters, digits, `.`, `_` and `-`; all else becomes `-`. */
export function bundleName(workflowName: string): string {
  const name = workflowName
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return name === "" ? "workflow" : name;
}

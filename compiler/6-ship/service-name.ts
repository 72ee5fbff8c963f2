import { bundleName } from "../5-bundle/bundle-name.ts";

/** Names of objects of Kubernetes have that many characters at most, and those of a CronJob are the shortest. */
const longest = 52;

/**
 * The name of a workflow as a label of DNS (RFC 1123), which services and objects are called by: small letters, digits
 * and dashes, beginning with a letter.
 */
export function serviceName(workflowName: string): string {
  const name = bundleName(workflowName)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, longest)
    .replace(/-$/, "");
  return name === "" ? "workflow" : name;
}

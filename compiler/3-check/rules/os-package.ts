import { isOsPackage } from "../../nouns/package-names.ts";
import type { Rule } from "./rule.ts";

/** What `agentSettings.osPackages` holds are names of packages, with a version or without: nothing a shell could take for more. */
export const osPackage: Rule = ({ workflow, report }) => {
  for (const { value, span } of workflow.osPackages) {
    if (isOsPackage(value)) continue;
    const help =
      'write the name of a package as Debian has it, with a version if you like: "curl", "libpq5", "jq=1.7.1-6"';
    report("invalid-package", span, `"${value}" is not a valid operating system package`, { help });
  }
};

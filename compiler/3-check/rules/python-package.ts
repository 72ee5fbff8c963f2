import { isPythonPackage } from "../../nouns/package-names.ts";
import type { Rule } from "./rule.ts";

/** What `agentSettings.pythonPackages` holds are requirements as pip reads them (PEP 508), and never its options. */
export const pythonPackage: Rule = ({ workflow, report }) => {
  for (const { value, span } of workflow.python.packages) {
    if (isPythonPackage(value)) continue;
    const help =
      'write a name, with a version if you like: "requests", "requests>=2.31,<3", "name @ file:///path/to.whl"';
    report("invalid-package", span, `"${value}" is not a valid Python package`, { help });
  }
};

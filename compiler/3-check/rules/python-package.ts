import type { Rule } from "./rule.ts";

/** What `agentSettings.pythonPackages` holds are requirements as pip reads them (PEP 508), and never its options. */
export const pythonPackage: Rule = ({ workflow, report }) => {
  for (const { value, span } of workflow.python.packages) {
    if (requirement.test(value)) continue;
    const help =
      'write a name, with a version if you like: "requests", "requests>=2.31,<3", "name @ file:///path/to.whl"';
    report("schema", span, `"${value}" is no Python package`, { help });
  }
};

const requirement = new RegExp(
  [
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/, // name
    /(?:\[[A-Za-z0-9._-]+(?:,\s?[A-Za-z0-9._-]+)*\])?\s*/, // extras
    /(?:@\s*(?:https?|file|git\+https|git\+ssh):\/\/[^\s;]+\s*|(?:(?:===?|~=|!=|<=?|>=?)\s*[A-Za-z0-9._*+!-]+\s*(?:,\s*(?!;|$)|(?=;|$)))*)/, // version or URL
    /(?:;\s*(?=[^;]*(?:[<>=!~]=|[<>]|\bin\b))[\w\s.'"<>=!()~,*+-]+)?$/, // environment marker
  ]
    .map(({ source }) => source)
    .join(""),
);

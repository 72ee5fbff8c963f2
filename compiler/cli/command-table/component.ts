import type { CommandSpec, GroupSpec } from "./spec.ts";

const dir = { value: "FOLDER", default: ".", description: "the workflow's folder" } as const;

export const componentListSpec = {
  name: "component list",
  summary: "show the components that a workflow can use",
  description:
    "Shows the components that are built in and those in components/ beside the workflow, with their inputs.",
  options: {
    dir,
    format: { values: ["text", "json"], default: "text", description: "how to print the list" },
  },
  exitCodes: [
    ["0", "listed"],
    ["2", "bad usage"],
  ],
} as const satisfies CommandSpec;

export const componentInstallSpec = {
  name: "component install",
  summary: "copy a component into components/ beside the workflow",
  description: "Checks a component and copies it into components/NAME beside the workflow.",
  argument: {
    name: "NAME|PATH|npm:PACKAGE",
    count: "one",
    needs: "the name of a component, a folder or npm:PACKAGE",
    noun: "component",
    completes: "component",
    forms: [
      ["NAME", "a component that is built in: there is nothing to install for it"],
      ["PATH", "a folder with a component.yaml, such as ./greet"],
      ["npm:PACKAGE[@VERSION]", "a package with a component.yaml, fetched by npm; none of its scripts run"],
    ],
  },
  options: { dir, force: { description: "replace a component of the same name" } },
  exitCodes: [
    ["0", "installed, or built in"],
    ["1", "not found, or not a valid component"],
    ["2", "bad usage"],
  ],
  examples: [["flowc component install ./greet --dir demo", "from a folder"]],
} as const satisfies CommandSpec;

export const componentSpec = {
  name: "component",
  summary: "install or list components",
  commands: [componentListSpec, componentInstallSpec],
} as const satisfies GroupSpec;

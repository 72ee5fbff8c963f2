import type { Executor } from "../../nouns/executor.ts";
import { isMemory, memoryEffects, memoryFiles, memoryFormats, memoryOnlyReads } from "./memory.ts";
import { planComponent } from "./plan.ts";
import { componentResult } from "./result.ts";
import { callSimulation, memorySimulation } from "./simulation.ts";

/** `component`: a capability with a manifest, such as memory; the manifest types `with` and the result. */
export const component: Executor = {
  key: "component",
  resourceType: "component",
  runtime: "component",
  description: "Runs a component.",
  fields: {
    name: {
      kind: "name",
      names: "component",
      required: true,
      description: "Name of the component, such as memory.",
      schema: { minLength: 1 },
    },
    with: {
      kind: "value",
      description: "Inputs of the component. Templates allowed; a text that is a call is an expression.",
      schema: { type: "object" },
    },
  },
  result: undefined,
  resultOf: componentResult,
  plan: planComponent,
  effects: memoryEffects,
  formats: memoryFormats,
  onlyReads: memoryOnlyReads,
  leavesMachine: () => false,
  machine: (action) => (isMemory(action) ? "checkSqlite" : undefined),
  dataFiles: memoryFiles,
  simulations: [callSimulation, memorySimulation],
  picture: { fill: "#dcfce7", stroke: "#15803d", mermaid: ["[/", "\\]"], dot: "trapezium" },
};

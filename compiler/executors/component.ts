import type { Executor } from "../executor.ts";

/** `component`: a capability with a manifest, such as memory; the manifest types `with` and the result. */
export const component: Executor = {
  key: "component",
  resourceType: "component",
  runtime: "component",
  fields: { name: { kind: "name" }, with: { kind: "value" } },
  result: undefined,
};

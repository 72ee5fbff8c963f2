import type { NodeKind } from "./view.ts";

/** Fill and stroke of each kind, the same in every format; text on them is black. */
export const colors: Readonly<Record<NodeKind | "entry", { readonly fill: string; readonly stroke: string }>> = {
  exec: { fill: "#dbeafe", stroke: "#1d4ed8" },
  chat: { fill: "#ede9fe", stroke: "#6d28d9" },
  httpClient: { fill: "#ffedd5", stroke: "#c2410c" },
  python: { fill: "#fef9c3", stroke: "#a16207" },
  sql: { fill: "#ccfbf1", stroke: "#0f766e" },
  component: { fill: "#dcfce7", stroke: "#15803d" },
  apiResponse: { fill: "#fce7f3", stroke: "#be185d" },
  expression: { fill: "#f3f4f6", stroke: "#4b5563" },
  entry: { fill: "#ffffff", stroke: "#111827" },
};

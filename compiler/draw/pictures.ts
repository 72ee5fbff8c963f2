import { executors } from "../executors/list.ts";
import type { Picture } from "../nouns/executor.ts";

/** A box of each kind: each executor's, the others', and that of a way in, the same in every format. */
export const pictures: ReadonlyMap<string, Picture> = new Map([
  ...executors.map(({ key, picture }) => [key, picture] as const),
  ["apiResponse", { fill: "#fce7f3", stroke: "#be185d", mermaid: ["[/", "/]"], dot: "parallelogram" }],
  ["expression", { fill: "#f3f4f6", stroke: "#4b5563", mermaid: ["(", ")"], dot: "oval" }],
  ["entry", { fill: "#ffffff", stroke: "#111827", mermaid: [">", "]"], dot: "cds" }],
]);

/** The box of a kind. */
export function pictureOf(kind: string): Picture {
  const picture = pictures.get(kind);
  if (picture === undefined) throw new Error(`nothing draws ${kind}`);
  return picture;
}

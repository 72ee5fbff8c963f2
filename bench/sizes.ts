import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Place, root } from "./place.ts";
import { row, type Section } from "./report.ts";

/** How large the bundles of the examples are; a native addon beside one is not counted. */
export async function measureSizes(place: Place): Promise<Section> {
  const examples = join(root, "examples");
  const kilobytes = (path: string): string => (statSync(path).size / 1024).toFixed(1);
  const rows = readdirSync(examples)
    .sort()
    .map((name) => {
      const sizes = [[], ["--minify"]].map((flags) => kilobytes(place.build(join(examples, name), name, ...flags)));
      return row([name, ...sizes]);
    });
  return {
    title: "Size of bundles",
    text: "The bundles of examples/: only what a workflow uses is inside.",
    limits: [],
    table: ["| example | KB | KB, minified |", "|---|--:|--:|", ...rows].join("\n"),
  };
}

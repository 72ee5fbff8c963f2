import { resolve } from "node:path";
import type { Program } from "./run-rows.ts";

/** What runs: the workflow that `flowc run` was given, by its absolute path, or the bundle itself. */
export function programOf(workflow: string | undefined): Pick<Program, "kind" | "path"> {
  return workflow === undefined
    ? { kind: "bundle", path: resolve(process.argv[1] ?? "") }
    : { kind: "workflow", path: workflow };
}

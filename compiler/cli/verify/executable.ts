import { readFileSync } from "node:fs";
import type { Provenance } from "../../5-bundle/provenance.ts";
import { sha256 } from "../../5-bundle/seal.ts";
import { withExecutables } from "../build/executables.ts";
import type { Context } from "../shared/context.ts";
import { type Origin, optionsOf } from "./sources.ts";

/**
 * The SHA-256 (hex) of the executable that this flowc makes of the workflow under the Node that runs it, with the options
 * of the provenance; undefined where it makes none.
 */
export async function rebuildExecutable(
  { plan }: Origin,
  provenance: Provenance,
  context: Context,
): Promise<string | undefined> {
  const options = optionsOf(provenance, context);
  if (plan === undefined || options === undefined) return undefined;
  let hash: string | undefined;
  await withExecutables([plan], { options, beside: [] }, ([program]) => {
    if (program?.kind === "copy") hash = sha256(readFileSync(program.from));
  });
  return hash;
}

import { everything } from "../../../runtime-lib/regex/char-set.ts";
import type { PlanExpression } from "../../nouns/plan.ts";
import type { Inflow } from "./inflow.ts";
import { keyOf } from "./key.ts";
import type { Path } from "./path.ts";
import { placeIn } from "./place.ts";

/** What `info` tells that the client chooses; the method is one of those that the route has. */
export const requestFacts: ReadonlyMap<string, string> = new Map([
  ["path", "the path of the request"],
  ["ip", "the address of the client"],
]);

/** The parts of a file that `get` reads, in words. */
export const fileParts = {
  content: "content of the file",
  filepath: "path of the file",
  filetype: "type of the file",
} as const;

/** What comes in at this very expression. */
export function source(node: PlanExpression, path: Path, what: string, place = placeIn("", "run")): readonly Inflow[] {
  const { span } = node;
  const key = keyOf(node, path, place);
  const note = { message: `${what} comes in here`, span };
  return [{ what, path: [note], key, chars: everything, form: "plain", conditions: [] }];
}

import { everything } from "../../../runtime-lib/regex/char-set.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { keyOf, type Path } from "../../tree/value-key.ts";
import { placeIn } from "./place.ts";
import type { Taint } from "./taint.ts";

/**
 * All that `info` gives, with what the client has chosen of it, in words. Undefined: the run's own; the method is one of
 * those that the route has.
 */
export const facts: Readonly<Record<string, string | undefined>> = {
  timestamp: undefined,
  id: undefined,
  runId: undefined,
  dir: undefined,
  workflowId: undefined,
  version: undefined,
  method: undefined,
  path: "the path of the request",
  ip: "the address of the client",
};

/** The parts of a file that `get` reads, in words. */
export const fileParts = {
  content: "content of the file",
  filepath: "path of the file",
  filetype: "type of the file",
} as const;

/** The taint of this very expression: it reads a source. */
export function source(node: PlanExpression, path: Path, what: string, place = placeIn("", "run")): readonly Taint[] {
  const { span } = node;
  const key = keyOf(node, path, place);
  const note = { message: `${what} comes in here`, span };
  return [{ source: what, path: [note], key, chars: everything, starts: everything, form: "plain", conditions: [] }];
}

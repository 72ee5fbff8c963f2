import type { Places } from "./definition.ts";
import { FlowError } from "./errors.ts";
import { placeText } from "./place-text.ts";

/**
 * The failure of the expression with this number, with its place: `total.yaml:9:14: len(get('row')): …`. Of class
 * validation, where it read what the caller gave before anything was done with it.
 */
export function expressionFailure(error: FlowError, at: number, places: Places | undefined): FlowError {
  const place = places?.expressions[at - 1];
  if (place === undefined) return error;
  const [start = ""] = /^\d+:\d+:\d+/.exec(place) ?? [];
  // The stack of the first leads into the module, and through a source map to the documents.
  const more = { plain: error.plain, place: placeText(start, places), cause: error };
  const placed = error.behind(`${placeText(place, places)}: `, more);
  if (places?.given?.includes(at) !== true || error.failureClass !== "tool_runtime") return placed;
  const forClients = "a value in the request has the wrong type for this workflow";
  return new FlowError("validation", placed.message, { ...placed.details, cause: error, public: forClients });
}

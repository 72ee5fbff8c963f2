import type { WorkflowSyntax } from "../../nouns/syntax.ts";

/** True where what stands at one of these places (JSON Pointers) of the workflow's document could not be read. */
export function isUnread({ unread }: Pick<WorkflowSyntax, "unread">, ...places: readonly string[]): boolean {
  return places.some((place) => unread.some((path) => isWithin(place, path)));
}

/** The same where something inside of it could not be read. */
export function isPartlyUnread(workflow: Pick<WorkflowSyntax, "unread">, ...places: readonly string[]): boolean {
  return isUnread(workflow, ...places) || workflow.unread.some((path) => places.some((place) => isWithin(path, place)));
}

/** Where the names of all routes and methods stand, and whether they count. */
export const routePlaces: readonly string[] = ["/settings/apiServer/routes", "/settings/apiServerMode"];
/** Where a workflow may name its target. */
export const targetPlaces: readonly string[] = ["/settings/targetActionId", "/metadata/targetActionId"];

/** A key as a step of a JSON Pointer (RFC 6901). */
export function pointerStep(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isWithin(place: string, path: string): boolean {
  return `${place}/`.startsWith(`${path}/`);
}

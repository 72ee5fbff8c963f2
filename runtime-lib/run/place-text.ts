import type { Places } from "./definition.ts";

/** A place as people read it: `resources/total.yaml:9` of `1:9`, where the number is that of a file. */
export function placeText(place: string, places: Places | undefined): string {
  const colon = place.indexOf(":");
  return `${places?.files[Number(place.slice(0, colon))] ?? ""}${place.slice(colon)}`;
}

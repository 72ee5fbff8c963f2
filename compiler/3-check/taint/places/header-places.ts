import { charactersIn } from "../characters.ts";
import type { FindPlaces, TextPlace } from "./text-place.ts";

const quoted: TextPlace = { kind: "header-parameter", special: charactersIn('"\\') };
const bare: TextPlace = { kind: "header-parameter", special: charactersIn(";,") };

/**
 * Where templates stand in a header of parameters, as `theme={{ … }}; lang=en`. In others a value has nothing beside it
 * that it could change; line breaks are refused by every run.
 */
export const headerPlaces: FindPlaces = (parts) => {
  const hasParameters = parts.some((part) => part !== undefined && /[=;]/.test(part));
  let before = "";
  return parts.flatMap((part) => {
    if (part === undefined) return [hasParameters ? (isQuoted(before) ? quoted : bare) : undefined];
    before += part;
    return [];
  });
};

function isQuoted(before: string): boolean {
  return before.replaceAll(/\\./g, "").split('"').length % 2 === 0;
}

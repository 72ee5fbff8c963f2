import { charactersIn } from "../characters.ts";
import type { FindPlaces, TextPlace } from "./text-place.ts";

const inName: TextPlace = { kind: "form-field", special: charactersIn("&=") };
const inValue: TextPlace = { kind: "form-field", special: charactersIn("&") };

/** Where templates stand in the fields of a form, as `name={{ … }}&page=1`. */
export const formPlaces: FindPlaces = (parts) => {
  let before = "";
  return parts.flatMap((part) => {
    if (part === undefined) return [isInName(before) ? inName : inValue];
    before += part;
    return [];
  });
};

/** Whether what follows this much of a query or of a form is a part of a name. */
export function isInName(before: string): boolean {
  return !before.slice(before.search(/[?&][^?&]*$/) + 1).includes("=");
}

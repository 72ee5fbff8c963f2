import { charactersIn } from "../characters.ts";
import type { FindPlaces, TextPlace } from "./text-place.ts";

const inString: TextPlace = { kind: "json-string", special: charactersIn('"\\') };
/** Without these there is but one number or word. */
const asValue: TextPlace = { kind: "json-value", special: charactersIn('{}[],:"') };

/** Where templates stand in a JSON text that is written out, but for them; of one that is all a template nothing is known. */
export const jsonPlaces: FindPlaces = (parts) => {
  if (parts.every((part) => part === undefined || part.trim() === "")) return [];
  let isString = false;
  return parts.flatMap((part) => {
    if (part === undefined) return [isString ? inString : asValue];
    isString = endsInString(part, isString);
    return [];
  });
};

function endsInString(text: string, startsInString: boolean): boolean {
  let isString = startsInString;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isString = !isString;
    else if (text[index] === "\\" && isString) index += 1;
  }
  return isString;
}

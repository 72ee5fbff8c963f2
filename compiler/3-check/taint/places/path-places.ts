import { charactersIn } from "../characters.ts";
import type { FindPlaces, TextPlace } from "./text-place.ts";

const special = charactersIn("/\\");
const start: TextPlace = { kind: "path-start", special };
const inside: TextPlace = { kind: "path-part", special };

/** Where templates stand in the path of a file or of a folder. */
export const pathPlaces: FindPlaces = (parts) =>
  parts.flatMap((part, index) => (part === undefined ? [index === 0 ? start : inside] : []));

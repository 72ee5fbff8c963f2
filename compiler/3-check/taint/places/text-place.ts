import type { CharSet } from "../../../../runtime-lib/regex/tree.ts";

/** A text piece by piece; undefined: a template puts its value there. */
export type TextParts = readonly (string | undefined)[];

/** Where in a text with a format of its own a template puts its value. */
export interface TextPlace {
  readonly kind: PlaceKind;
  /** The characters that lead out of the place: a value without them stays in it. */
  readonly special: CharSet;
}

export type PlaceKind =
  /** In a string of a JSON text, or anywhere else in it. */
  | "json-string"
  | "json-value"
  | "form-field"
  /** All that comes before the path of a URL, with what comes after it; or a part of that. */
  | "url-start"
  | "url-host"
  | "url-path"
  | "url-query"
  | "header-parameter"
  /** The beginning of a path, which says where it starts; or a part below a folder. */
  | "path-start"
  | "path-part";

/** The places of the templates in a text, in order; undefined where no character leads anywhere. */
export type FindPlaces = (parts: TextParts) => readonly (TextPlace | undefined)[];

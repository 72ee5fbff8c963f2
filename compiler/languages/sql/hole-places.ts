import type { SqlDialect } from "../../nouns/sql.ts";
import { hole } from "../../nouns/written-text.ts";
import type { ScriptParts } from "../script-text.ts";
import { type SqlToken, sqlTokens } from "./tokens.ts";

/** Where in a statement a template stands: in code, in one of two comments, or in quotes of this kind. */
export type SqlHolePlace = "code" | "line" | "block" | "'" | '"' | "`";

const dialects: readonly SqlDialect[] = ["sqlite", "postgres", "mysql"];

/**
 * The places of a statement's templates, one for each part that is undefined. Databases differ in what quotes, escapes and
 * comments are: where they do not agree, the place is code.
 */
export function sqlHolePlaces(parts: ScriptParts): readonly SqlHolePlace[] {
  const text = parts.map((part) => part ?? hole).join("");
  const [first = [], ...others] = dialects.map((dialect) => placesIn(parts, sqlTokens(text, dialect)));
  return first.map((place, index) => (others.every((other) => other[index] === place) ? place : "code"));
}

function placesIn(parts: ScriptParts, tokens: readonly SqlToken[]): readonly SqlHolePlace[] {
  const places: SqlHolePlace[] = [];
  let offset = 0;
  let index = 0;
  for (const part of parts) {
    while ((tokens[index]?.end ?? Number.POSITIVE_INFINITY) <= offset) index += 1;
    if (part === undefined) places.push(placeIn(tokens[index]));
    offset += (part ?? hole).length;
  }
  return places;
}

function placeIn(token: SqlToken | undefined): SqlHolePlace {
  if (token?.kind === "comment") return token.text.startsWith("/*") ? "block" : "line";
  const quote = token?.text.charAt(0);
  const isQuoted = token?.kind === "string" || token?.kind === "name";
  return isQuoted && (quote === "'" || quote === '"' || quote === "`") ? quote : "code";
}

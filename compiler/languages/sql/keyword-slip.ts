import { nearest } from "../../spelling/nearest.ts";
import type { SqlToken } from "./tokens.ts";

/** A word that was most likely meant as a keyword. */
export interface KeywordSlip {
  readonly token: SqlToken;
  readonly keyword: string;
}

/**
 * Looks for a misspelled keyword where a parser has stopped, or shortly before: `FORM` may be read as a name first. Only
 * one with which the statement can be read counts.
 */
export function keywordSlip(
  { text, tokens }: { readonly text: string; readonly tokens: readonly SqlToken[] },
  stopped: number,
  reads: (corrected: string) => boolean,
): KeywordSlip | undefined {
  for (const token of tokens.slice(Math.max(0, stopped - 3), stopped + 1).reverse()) {
    const keyword =
      token.kind === "word" && !keywords.has(token.text.toLowerCase())
        ? nearest(token.text.toLowerCase(), keywords)
        : undefined;
    if (keyword === undefined) continue;
    const written = token.text === token.text.toLowerCase() ? keyword : keyword.toUpperCase();
    if (reads(text.slice(0, token.start) + written + text.slice(token.end))) return { token, keyword: written };
  }
  return undefined;
}

/** What statements are mostly made of. */
const keywords: ReadonlySet<string> = new Set(
  `select from where insert into values update set delete create table alter drop join left right inner outer full cross on
using group order by having limit offset union all distinct as and or not null is in like between exists case when then
else end returning with recursive conflict do nothing primary key references default unique index view trigger asc desc
replace begin commit`.split(/\s+/),
);

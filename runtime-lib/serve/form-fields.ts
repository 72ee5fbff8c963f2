import { Refusal } from "../run/errors.ts";

/** Fields of a form and parameters of a query, at most: what is done for each of them adds up. */
export const mostFields = 1_000;

/**
 * Pairs in `application/x-www-form-urlencoded`, in their order. They are counted before they are parsed: the parser of
 * the platform takes time by the square of their number. Throws validation for more than `mostFields`.
 */
export function parsePairs(text: string, what: string): Iterable<readonly [string, string]> {
  let count = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > mostFields) throw tooMany(what);
  }
  return new URLSearchParams(text);
}

/** The parameters of a query, such as `?page=2`; of one that comes twice the first counts. */
export function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  if (search.length < 2) return query;
  for (const [name, value] of parsePairs(search.slice(1), "the query has more parameters")) query[name] ??= value;
  return query;
}

/** The failure of what has more fields or parameters than `mostFields`. */
export function tooMany(what: string): Refusal {
  return new Refusal("validation", `${what} than ${mostFields}`);
}

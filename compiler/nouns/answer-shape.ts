import type { PlanResource } from "./plan-resource.ts";
import type { PlanValue } from "./plan-value.ts";

/** What the world may answer to a call, as data: exploring makes answers of it. */
export type AnswerShape =
  | { readonly kind: "constant"; readonly value: unknown }
  /** A number of something. */
  | { readonly kind: "count" }
  | { readonly kind: "schema"; readonly schema: Readonly<Record<string, unknown>> }
  /** What expressions read there: a field of the result, and further fields and elements of it. */
  | {
      readonly kind: "read";
      readonly field: string | undefined;
      /** Names of fields, and `0` for the elements of a list. */
      readonly within?: readonly (string | 0)[];
      readonly as: ReadAs;
    }
  | { readonly kind: "map"; readonly fields: Readonly<Record<string, AnswerShape>> }
  | { readonly kind: "each"; readonly of: readonly AnswerShape[] }
  | { readonly kind: "list"; readonly of: AnswerShape; readonly least: number; readonly most: number }
  /** With how often each comes, beside the others. */
  | { readonly kind: "either"; readonly choices: readonly (readonly [often: number, AnswerShape])[] };

/**
 * `value`: anything; `map`: the same, a map where nobody reads it; `text`; `words`: what anybody may write, whatever is read
 * in it; `lines`: text of several lines; `rows`: a list of maps, none of them empty; `success`: a status of HTTP; `headers`.
 */
export type ReadAs = "value" | "map" | "text" | "words" | "lines" | "rows" | "success" | "headers";

/** How the calls of an executor are explored. */
export interface Exploration {
  /** What its calls may be answered where nothing fails. */
  readonly answers: (asked: AskedShape) => AnswerShape;
  /** The classes of failures that it may meet. */
  readonly failures: readonly string[];
  /** True where nothing but a timeout ends a call that is never answered. */
  readonly mayHang?: true;
}

/** What a resource asks, as far as it is written down. */
export interface AskedShape {
  readonly resource: PlanResource;
  readonly option: (key: string) => PlanValue | undefined;
}

/** A value that is written out; undefined for all else. */
export function constantOf(value: PlanValue | undefined): unknown {
  return value?.kind === "constant" ? value.value : undefined;
}

/** What fits a schema that is written out; undefined where there is none. */
export function schemaShape(value: PlanValue | undefined): AnswerShape | undefined {
  return value?.kind === "schema" ? { kind: "schema", schema: value.schema } : undefined;
}

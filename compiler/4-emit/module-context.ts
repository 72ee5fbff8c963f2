import type { LineIndex } from "../nouns/lines.ts";
import type { Span } from "../nouns/source.ts";
import type { Expression, Identifier } from "../nouns/typescript.ts";
import type { EmitContext } from "./expression.ts";
import type { Places } from "./places.ts";

/** What all resources of one workflow or component share. */
export type ModuleContext = Pick<
  EmitContext,
  "identifiers" | "patterns" | "hoisted" | "typed" | "stepType" | "decisions"
> & {
  readonly server: boolean;
  /** True where processes on many machines run the workflow: they share the database that keeps the runs. */
  readonly isShared: boolean;
  readonly lines: LineIndex;
  readonly places: Places;
  /** Identifiers of the resources' functions, by id. */
  readonly functions: ReadonlyMap<string, Identifier>;
  /** Validators, by id of the resource. */
  readonly validators: ReadonlyMap<string, Expression>;
  /** Identifiers of the definitions of components, by their place. */
  readonly components: ReadonlyMap<string, Identifier>;
};

/** `file:line` of a span, as comments and messages of the bundle name it. */
export function place(span: Span, lines: LineIndex): string {
  return `${span.source.name}:${lines.at(span.source, span.start).line}`;
}

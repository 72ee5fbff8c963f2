import type { Node } from "../../nouns/node.ts";

/** A part of written data that cannot be of a type. */
export interface Misfit {
  readonly node: Node;
  /** Words for behind a name: `must be int, found string`. */
  readonly message: string;
  readonly at?: Node["span"];
  /** True for a field that there is not. */
  readonly isUnknown?: true;
  readonly help?: string | undefined;
}

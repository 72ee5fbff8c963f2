import type { Span } from "./source.ts";

/** A file that a resource's script reads or writes, by a path that no run changes. */
export interface FileUse {
  /** Id of the resource. */
  readonly resource: string;
  readonly access: "read" | "write";
  /** As it is written, without `./` before it. */
  readonly path: string;
  readonly span: Span;
}

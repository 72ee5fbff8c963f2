import type { Located } from "./source.ts";

/** A resource that a chat offers to its model as a function. */
export interface Tool {
  readonly name: Located<string>;
  readonly description: string | undefined;
  /** actionId of what runs. */
  readonly script: Located<string>;
  readonly parameters: readonly ToolParameter[];
}

/** One argument; the tool's resource reads it by its name. */
export interface ToolParameter {
  readonly name: Located<string>;
  /** Without flowc's own `required: true`, which stands beside it. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

import type { Report } from "../../diagnostic.ts";
import type { WorkflowSyntax } from "../../syntax.ts";
import type { Graph } from "../graph.ts";
import type { Names } from "../names.ts";
import type { Outside } from "../outside/breaches.ts";
import type { Read } from "../resolve/context.ts";
import type { Arguments } from "../tools.ts";

/** What a rule may look at. A rule reports and never throws. */
export interface RuleContext {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly names: Names;
  /** Of resources that a chat offers as tools. */
  readonly arguments: Arguments;
  /** Every read of a result or of a stored name in any expression. */
  readonly reads: readonly Read[];
  /** What comes from outside and where it goes. */
  readonly outside: Outside;
  readonly report: Report;
}

export type Rule = (context: RuleContext) => void;

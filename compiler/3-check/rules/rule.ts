import type { Languages } from "../../languages/languages.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import type { SqlAnswers } from "../../nouns/sql.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { Graph } from "../graph/graph.ts";
import type { Names } from "../graph/names.ts";
import type { Poison } from "../graph/poison.ts";
import type { Arguments } from "../graph/tools.ts";
import type { NilUse, Read, Used } from "../resolve/context.ts";
import type { EmbeddedScripts } from "../scripts/embedded-scripts.ts";
import type { TaintAnalysis } from "../taint/taint-analysis.ts";

/** What a rule may look at. A rule reports and never throws. */
export interface RuleContext {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly names: Names;
  /** Of resources that a chat offers as tools. */
  readonly arguments: Arguments;
  /** Every read of a result or of a stored name in any expression. */
  readonly reads: readonly Read[];
  /** Every value that may be nil where nil fails. */
  readonly nilUses: readonly NilUse[];
  /** What expressions read beside results and stored names. */
  readonly used: Used;
  /** What has been reported so far, and hides what hangs on it. */
  readonly poison: Poison;
  /** What comes from sources, and which sinks it reaches. */
  readonly taint: TaintAnalysis;
  /** Readers of the workflow's scripts. */
  readonly languages: Languages;
  /** Scripts that its resources hold. */
  readonly embedded: EmbeddedScripts;
  /** Files that it names, by these names. */
  readonly scripts: Scripts;
  /** What databases say of its statements. */
  readonly sql: SqlAnswers;
  readonly report: Report;
}

export type Rule = (context: RuleContext) => void;

import type { PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { Hole } from "./hole.ts";
import type { Taint } from "./taint.ts";

/** Tainted text that a sink reads as part of a program, or as an option of one. */
export interface Flow {
  /** The language of the program. */
  readonly sink: Sink;
  /** What reads the text, where that is an argument of a command: `sh -c`; of an option, the program. */
  readonly reader: string | undefined;
  readonly resource: string;
  /** The template that lets it in. */
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
  readonly hole: Hole;
  readonly taint: Taint;
  /** True where the value says which program is started. */
  readonly isProgram: boolean;
  /** Of an option. */
  readonly option?: { readonly harm: string; readonly isWritten: boolean; readonly canEnd: boolean };
}

import type { WorkflowDefinition } from "../run/definition.ts";
import type { EventSink } from "../run/events.ts";
import type { CommandLine } from "./options.ts";
import type { Reporting } from "./reporting.ts";
import { Screen } from "./screen.ts";
import { printStepOutput } from "./step-output.ts";

/**
 * Takes what the commands and scripts of a server write: as events or, where it is asked for, on standard error, as many
 * requests may write at the same time. Undefined where nobody wants it.
 */
export function serverOutput(
  { stepOutput }: Pick<CommandLine, "stepOutput">,
  { outputSink }: Pick<Reporting, "outputSink">,
  definition: Pick<WorkflowDefinition, "resources">,
): EventSink | undefined {
  if (outputSink !== undefined || stepOutput !== "full") return outputSink;
  const print = printStepOutput(new Screen(), definition);
  return (event) => void (event.event === "resource.output" && print(event));
}

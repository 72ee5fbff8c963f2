import type { WorkflowDefinition } from "../run/definition.ts";
import type { EventSink, FlowEvent } from "../run/events.ts";
import { resourceColors } from "./palette.ts";
import type { Screen } from "./screen.ts";
import { visible } from "./visible.ts";

/** Prefixes grow no wider than this to be aligned. */
const widest = 32;

/** Prints each line of output as it comes, behind the id of its resource: `fetch[3] try 2 | 404`. */
export function printStepOutput(screen: Screen, { resources }: Pick<WorkflowDefinition, "resources">): EventSink {
  const colors = new Map<string, number>();
  let width = Math.min(widest, Math.max(0, ...resources.map(({ id }) => id.length)));
  return (event) => {
    const { actionId = "", line = "" } = event;
    const color = colors.get(actionId) ?? resourceColors[colors.size % resourceColors.length] ?? 0;
    colors.set(actionId, color);
    const label = labelOf(event);
    width = Math.min(widest, Math.max(width, label.length));
    screen.print(`${screen.color(color, `${label.padEnd(width)} |`)} ${visible(line, screen.colors)}\n`);
  };
}

/** The resource, with its item and its attempt where these say more. */
export function labelOf({ actionId = "", item, attempt }: FlowEvent): string {
  return `${actionId}${item === undefined ? "" : `[${item}]`}${attempt === undefined ? "" : ` try ${attempt}`}`;
}

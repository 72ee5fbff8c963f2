import type { Report } from "../../nouns/diagnostic.ts";
import type { Node } from "../../nouns/node.ts";
import { span } from "../../nouns/source.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import type { TestPlace } from "./places.ts";

const kinds: readonly string[] = [
  "workflow.started",
  "workflow.completed",
  "workflow.failed",
  "resource.started",
  "resource.completed",
  "resource.failed",
  "resource.skipped",
  "resource.retrying",
];

/** Looks at expected events: kinds that there are not, and resources. */
export function checkEvents(items: readonly Node[], places: ReadonlyMap<string, TestPlace>, report: Report): void {
  for (const item of items) {
    const written = item.kind === "map" ? item.entries.find(({ key }) => key === "event")?.value : item;
    if (written?.kind !== "scalar" || written.value === "…" || written.value === "...") continue;
    const [kind = "", id] = String(written.value).trim().split(/\s+/);
    if (!kinds.includes(kind)) {
      const help = didYouMean(kind, kinds) ?? `kinds: ${kinds.join(", ")}`;
      report("test-expectation", written.span, `there is no event "${kind}"`, { help });
    } else if (id !== undefined && kind.startsWith("resource.") && !places.has(placeWithoutItems(id))) {
      const help = didYouMean(id, places.keys());
      const from = String(written.value).lastIndexOf(id);
      const at = span(written.span.source, written.place(from), written.place(from + id.length));
      report("test-unknown-resource", at, `there is no resource "${id}"`, { help });
    }
  }
}

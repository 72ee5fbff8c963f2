import type { Report } from "../nouns/diagnostic.ts";
import type { Node } from "../nouns/node.ts";
import { durationPattern, parseDuration } from "./duration.ts";
import { locatedText } from "./fields.ts";

/** Reports a `timeout` of no time as `constant-failure`: it ends whatever begins. */
export function reportZeroTimeout(timeout: Node | undefined, report: Report): void {
  const written = locatedText(timeout);
  if (written === undefined || !durationPattern.test(written.value) || parseDuration(written.value) > 0) return;
  const message = `this fails in every run: a timeout of ${written.value} is over at once`;
  report("constant-failure", written.span, message, { help: "leave the timeout out for no limit" });
}

import { LineIndex } from "../../compiler/nouns/lines.ts";
import { checkText } from "./check-text.ts";

/**
 * What is found in the resources of a workflow, a line each: `severity line:column message [code]`. Lines count from the
 * first resource. That nothing reads what they store goes without saying: they are no whole workflows.
 */
export function findings(resources: string, target = "a"): readonly string[] {
  const head = `metadata: { name: test }\nsettings: { targetActionId: ${target}, timeout: 1m }\n`;
  const lines = new LineIndex();
  const { diagnostics } = checkText([head, ...resources.split("---\n")].join("---\n"));
  const whole = diagnostics.filter(({ code }) => code !== "unused-name");
  return whole.map(({ severity, message, code, span }) => {
    const { line, column } = lines.at(span.source, span.start);
    return `${severity} ${line - 3}:${column} ${message} [${code}]`;
  });
}

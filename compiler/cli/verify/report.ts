import type { Verdict } from "./bundle.ts";

/** A line for each bundle, or one JSON object of all. */
export function formatVerdicts(verdicts: readonly Verdict[], format: "text" | "json"): string {
  return format === "json" ? formatJson(verdicts) : formatText(verdicts);
}

function formatText(verdicts: readonly Verdict[]): string {
  const width = Math.max(...verdicts.map(({ status }) => status.length));
  return verdicts
    .map(({ status, file, reasons }) => {
      const why = reasons.map(({ message }) => message).join("; ");
      return `${status.padEnd(width)}  ${oneLine(file)}: ${oneLine(why)}`;
    })
    .join("\n");
}

function formatJson(verdicts: readonly Verdict[]): string {
  const bundles = verdicts.map(({ file, status, reasons, provenance }) => ({
    file,
    status,
    reasons,
    provenance: provenance ?? null,
  }));
  return JSON.stringify({ version: 1, bundles }, null, 2);
}

/** Names are what a stranger may have chosen: none of them makes a line of its own, or reaches the terminal as a command. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "?");
}

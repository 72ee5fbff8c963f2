import { type Diagnostic, diagnostic, type Report } from "./diagnostic.ts";

/** A list of findings, and the report that fills it. */
export interface Collector {
  readonly found: readonly Diagnostic[];
  readonly report: Report;
}

/** An empty list to report to. */
export function collector(): Collector {
  const found: Diagnostic[] = [];
  return { found, report: (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras)) };
}

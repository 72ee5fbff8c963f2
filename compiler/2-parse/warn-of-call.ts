import type { Report } from "../diagnostic.ts";
import { spelling } from "../fixes.ts";
import { functions, startsWithCall } from "../functions/table.ts";
import { span } from "../source.ts";
import type { ScalarNode } from "../syntax.ts";
import type { ParseResult } from "./expression.ts";

/**
 * Where a plain scalar that is a call is an expression, text that looks like one was likely meant to be one. `problem`
 * is why a text that begins with a known function is no expression.
 */
export function warnOfCall(
  node: ScalarNode,
  text: string,
  problem: Extract<ParseResult, { kind: "problem" }> | undefined,
  report: Report,
): void {
  const { source } = node.span;
  const call = accessorCall.exec(text);
  if (call !== null) {
    const at = span(source, node.place(call.index), node.place(call.index + call[0].length));
    const help = "write it as a template: {{ … }}";
    report("literal-looks-like-expression", at, `"${call[0]}" stands in text, which is not evaluated`, { help });
  } else if (problem !== undefined && isMeantAsCall(text)) {
    const at = span(source, problem.start, problem.end);
    report("literal-looks-like-expression", at, `this call cannot be read, so that it is text: ${problem.message}`, {
      help: "mend the call, or put text in quotes",
    });
  } else if (node.style === "plain" && !startsWithCall(text)) {
    warnOfMisspelledCall(node, text, report);
  }
}

const accessorCall = /\b(?:get|output|input|env|info|exec\.(?:stdout|stderr|exitCode))\(\s*(?:'[^']*'|"[^"]*")[^)]*\)/;

/** Text that begins like the read of a name, such as `get('x` or `len(get('x'`, was hardly meant to be text. */
function isMeantAsCall(text: string): boolean {
  return /^(?:[\w.]+\(\s*)*?(?:get|output|input|env|info|exec\.\w+|http\.\w+)\((?:\s*['"]|[^)\s]*['"])/.test(text);
}

/** A plain scalar that would be an expression but for a slip in the name of the function. */
function warnOfMisspelledCall(node: ScalarNode, text: string, report: Report): void {
  const name = /^([A-Za-z_][\w.]*)\(\s*['"]/.exec(text)?.[1];
  if (name === undefined) return;
  const at = span(node.span.source, node.place(0), node.place(name.length));
  const meant = spelling(
    name,
    functions.map((spec) => spec.name),
    at,
  );
  if (meant.help === undefined) return;
  report("literal-looks-like-expression", at, `"${name}" is no function, so that this is text`, meant);
}

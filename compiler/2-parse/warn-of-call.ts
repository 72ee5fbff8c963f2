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
  if (node.style === "plain" && !startsWithCall(text) && warnOfMisspelledCall(node, text, report)) return;
  const { source } = node.span;
  const call = accessorCall.exec(text) ?? indexedAccessor.exec(text);
  if (call !== null) {
    const at = span(source, node.place(call.index), node.place(call.index + call[0].length));
    const help = "write it as a template: {{ … }}";
    report("literal-looks-like-expression", at, `"${call[0]}" stands in text, which is not evaluated`, { help });
  } else if (problem !== undefined && isMeantAsCall(text)) {
    const at = span(source, problem.start, problem.end);
    report("literal-looks-like-expression", at, `this call cannot be read, so that it is text: ${problem.message}`, {
      help: "mend the call, or put text in quotes",
    });
  }
}

const accessors = String.raw`(?:get|output|input|env|info|exec\.(?:stdout|stderr|exitCode)|http\.(?:status|header|body))`;
const accessorCall = new RegExp(String.raw`\b${accessors}\(\s*(?:'[^']*'|"[^"]*")[^)]{0,500}\)`);
/** `get['x']`, at the start of a text. */
const indexedAccessor = new RegExp(String.raw`^${accessors}\[\s*(?:'[^']*'|"[^"]*")[^\]]{0,500}\]`);

/** Text that begins like the read of a name, such as `get('x` or `len(get('x'`, was hardly meant to be text. */
function isMeantAsCall(text: string): boolean {
  return meantAsCall.test(text);
}

const meantAsCall = new RegExp(String.raw`^(?:[\w.]+\(\s*)*?${accessors}\((?:\s*['"‘’“”„]|[^)\s]*['"])`);

/** A plain scalar that would be an expression but for a slip in the name of the function. True where it is one. */
function warnOfMisspelledCall(node: ScalarNode, text: string, report: Report): boolean {
  const name = /^([A-Za-z_][\w.]*)\(\s*(?:['"]|[\w.]+\(\s*['"])/.exec(text)?.[1];
  if (name === undefined) return false;
  const at = span(node.span.source, node.place(0), node.place(name.length));
  const names = functions.map((spec) => spec.name);
  const meant = spelling(name, names, at);
  if (meant.help === undefined) return false;
  report("literal-looks-like-expression", at, `"${name}" is no function, so that this is text`, meant);
  return true;
}

/** In any text, `{ get('x') }}` has lost a brace: `offset` is where this stretch of it begins. True where it has. */
export function warnOfLostBrace(node: ScalarNode, text: string, offset: number, report: Report): boolean {
  const lost = text.includes("}}") ? lostBrace.exec(text) : null;
  if (lost === null) return false;
  // Where a brace before it is open, the second one at the end closes that.
  const before = text.slice(0, lost.index);
  if (before.split("{").length !== before.split("}").length) return false;
  const { source } = node.span;
  const start = node.place(offset + lost.index);
  const at = span(source, start, node.place(offset + lost.index + lost[0].length));
  const isThere = source.text.slice(at.start, at.end) === lost[0];
  report("literal-looks-like-expression", at, `"${lost[0]}" is text: a template begins with two braces`, {
    help: `write {${lost[0]}`,
    fix: isThere ? { message: "add the brace", edits: [{ span: span(source, start, start), text: "{" }] } : undefined,
  });
  return true;
}

const lostBrace = new RegExp(String.raw`(?<!\{)\{\s*${accessors}\(\s*(?:'[^']*'|"[^"]*")[^{}]*\}\}`);

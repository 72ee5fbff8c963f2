import { functions, readers, startsWithCall } from "../functions/table.ts";
import type { Report } from "../nouns/diagnostic.ts";
import { span } from "../nouns/source.ts";
import type { ScalarNode } from "../nouns/syntax.ts";
import { guess } from "../spelling/fixes.ts";
import type { ParseResult } from "./expression.ts";

/**
 * Where a scalar that is a call is an expression, text that looks like one was likely meant to be one. `result` is what
 * became of a text that begins with a known function.
 */
export function warnOfCall(node: ScalarNode, text: string, result: ParseResult | undefined, report: Report): void {
  if (!startsWithCall(text) && warnOfMisspelledCall(node, text, report)) return;
  const indexed = indexedAccessor.exec(text);
  if (warnOfRead(node, text, report)) return;
  if (indexed !== null) reportText(node, indexed, report);
  else if (result?.kind === "problem" && isMeantAsCall(text)) {
    const at = span(node.span.source, result.start, result.end);
    report("literal-looks-like-expression", at, `this call cannot be read, so that it is text: ${result.message}`, {
      help: `mend the call; the text itself is written {{ "…" }}`,
    });
  }
}

/** Text in which `get('x')` or another read of a name stands. True where one does. */
export function warnOfRead(node: ScalarNode, text: string, report: Report): boolean {
  const read = accessorCall.exec(text);
  if (read !== null) reportText(node, read, report);
  return read !== null;
}

function reportText(node: ScalarNode, { 0: found, index }: RegExpExecArray, report: Report): void {
  const at = span(node.span.source, node.place(index), node.place(index + found.length));
  const help = `write it as a template: {{ … }}; the text itself is written {{ "…" }}`;
  report("literal-looks-like-expression", at, `"${found}" stands in text, which is not evaluated`, { help });
}

const accessors = `(?:${readers.map((name) => name.replaceAll(".", String.raw`\.`)).join("|")})`;
/** Not the method of something, as in other languages, and of what may be a name. */
const accessorCall = new RegExp(String.raw`(?<![\w$.])${accessors}\(\s*(?:'[^'\s]*'|"[^"\s]*")[^)]{0,500}\)`);
/** `get['x']`, at the start of a text. */
const indexedAccessor = new RegExp(String.raw`^${accessors}\[\s*(?:'[^']*'|"[^"]*")[^\]]{0,500}\]`);

/** Text that begins like the read of a name, such as `get('x` or `len(get('x'`, was hardly meant to be text. */
function isMeantAsCall(text: string): boolean {
  return meantAsCall.test(text);
}

const meantAsCall = new RegExp(String.raw`^(?:[\w.]+\(\s*)*?${accessors}\((?:\s*['"‘’“”„]|[^)\s]*['"])`);

/** A scalar that would be an expression but for a slip in the name of the function. True where it is one. */
function warnOfMisspelledCall(node: ScalarNode, text: string, report: Report): boolean {
  const name = /^([A-Za-z_][\w.]*)\(\s*(?:['"]|[\w.]+\(\s*['"])/.exec(text)?.[1];
  if (name === undefined) return false;
  const at = span(node.span.source, node.place(0), node.place(name.length));
  const names = functions.map((spec) => spec.name);
  const meant = guess(name, names, at);
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
    suggestion: isThere
      ? { message: "add the brace", edits: [{ span: span(source, start, start), text: "{" }] }
      : undefined,
  });
  return true;
}

const lostBrace = new RegExp(String.raw`(?<!\{)\{\s*${accessors}\(\s*(?:'[^']*'|"[^"]*")[^{}]*\}\}`);

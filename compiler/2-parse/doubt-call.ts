import { functions, readers, startsWithCall } from "../functions/table.ts";
import type { ScalarNode } from "../nouns/node.ts";
import { type Span, span } from "../nouns/source.ts";
import type { Doubt } from "../nouns/value-syntax.ts";
import { guess } from "../spelling/fixes.ts";
import type { ParseResult } from "./expression.ts";

/**
 * Where a scalar that is a call is an expression, text that looks like one was likely meant to be one. `result` is what
 * became of a text that begins with a known function.
 */
export function doubtCall(node: ScalarNode, text: string, result: ParseResult | undefined): Doubt | undefined {
  const misspelled = startsWithCall(text) ? undefined : doubtMisspelledCall(node, text);
  const read = misspelled ?? doubtRead(node, text);
  if (read !== undefined) return read;
  const indexed = indexedAccessor.exec(text);
  if (indexed !== null) return notEvaluated(node, indexed);
  if (result?.kind !== "problem" || !meantAsCall.test(text)) return undefined;
  return {
    span: span(node.span.source, result.start, result.end),
    message: `this call cannot be read, so it is text: ${result.message}`,
    extras: { help: `fix the call; for the text itself, write {{ "…" }}` },
  };
}

/** Text in which `get('x')` or another read of a name stands; `offset` is where this stretch of the scalar begins. */
export function doubtRead(node: ScalarNode, text: string, offset = 0): Doubt | undefined {
  const read = accessorCall.exec(text);
  return read === null ? undefined : notEvaluated(node, read, offset);
}

function notEvaluated(node: ScalarNode, { 0: found, index }: RegExpExecArray, offset = 0): Doubt {
  const help = `write it as a template: {{ … }}; for the text itself, write {{ "…" }}`;
  const at = placed(node, offset + index, found.length);
  return { span: at, message: `"${found}" is part of a text and is not evaluated`, extras: { help } };
}

function placed({ span: { source }, place }: ScalarNode, offset: number, length: number): Span {
  return span(source, place(offset), place(offset + length));
}

const accessors = `(?:${readers.map((name) => name.replaceAll(".", String.raw`\.`)).join("|")})`;
/** Not the method of something, as in other languages, and of what may be a name. */
const accessorCall = new RegExp(String.raw`(?<![\w$.])${accessors}\(\s*(?:'[^'\s]*'|"[^"\s]*")[^)]{0,500}\)`);
/** `get['x']`, at the start of a text. */
const indexedAccessor = new RegExp(String.raw`^${accessors}\[\s*(?:'[^']*'|"[^"]*")[^\]]{0,500}\]`);
/** Text that begins like the read of a name, such as `get('x` or `len(get('x'`, was hardly meant to be text. */
const meantAsCall = new RegExp(String.raw`^(?:[\w.]+\(\s*)*?${accessors}\((?:\s*['"‘’“”„]|[^)\s]*['"])`);

/** A scalar that would be an expression but for a slip in the name of the function. */
function doubtMisspelledCall(node: ScalarNode, text: string): Doubt | undefined {
  const name = /^([A-Za-z_][\w.]*)\(\s*(?:['"]|[\w.]+\(\s*['"])/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const at = placed(node, 0, name.length);
  const names = functions.map((spec) => spec.name);
  const meant = guess(name, names, at);
  if (meant.help === undefined) return undefined;
  return { span: at, message: `"${name}" is not a function, so this is text`, extras: meant };
}

/** In any text, `{ get('x') }}` has lost a brace: `offset` is where this stretch of it begins. */
export function doubtLostBrace(node: ScalarNode, text: string, offset: number): Doubt | undefined {
  const lost = text.includes("}}") ? lostBrace.exec(text) : null;
  if (lost === null) return undefined;
  // Where a brace before it is open, the second one at the end closes that.
  const before = text.slice(0, lost.index);
  if (before.split("{").length !== before.split("}").length) return undefined;
  const at = placed(node, offset + lost.index, lost[0].length);
  const isThere = at.source.text.slice(at.start, at.end) === lost[0];
  const edits = [{ span: span(at.source, at.start, at.start), text: "{" }];
  const suggestion = isThere ? { message: "add the brace", edits } : undefined;
  const message = `"${lost[0]}" is text: a template begins with two braces`;
  return { span: at, message, extras: { help: `write {${lost[0]}`, suggestion } };
}

const lostBrace = new RegExp(String.raw`(?<!\{)\{\s*${accessors}\(\s*(?:'[^']*'|"[^"]*")[^{}]*\}\}`);

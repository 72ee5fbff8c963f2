import { findFunction } from "../functions/table.ts";
import type { Range } from "./yaml-mistake.ts";

/** A plain scalar as YAML has read it. */
export interface PlainScalar {
  readonly range: Range;
  /** True for the key of an entry. */
  readonly isKey: boolean;
  /** True in brackets: a comma or a closing bracket ends the scalar there. */
  readonly inFlow: boolean;
}

/** A value that YAML has taken apart: all of it, and what it was cut at. */
export interface Unquoted {
  readonly range: Range;
  readonly cut: "comma" | "colon" | "bracket" | "quote";
}

/**
 * The value that was meant as one text and that the scalar is only the beginning of: an expression with a comma, colon
 * or bracket in it (`[set('x', 1)]`, `a ? b : c`, `json({a: 1})`), or text in brackets with a template or quotes in it.
 * Undefined where the scalar is all there is, or where the value goes on beyond its line.
 */
export function unquotedValue(text: string, { range, isKey, inFlow }: PlainScalar): Unquoted | undefined {
  const [start, end] = range;
  const raw = text.slice(start, end);
  if (raw.length > longest || raw.includes("\n")) return undefined;
  const isTernary = isKey && /\S\s+\?\s+\S/.test(raw);
  // Elsewhere nothing but a comment cuts a text, which is reported where the rest of it is read.
  const isOpen = (inFlow || isKey) && opensCall(raw);
  const isCut = isTernary || isOpen || (inFlow && (isBeforeBracket(text, end) || opensQuote(raw)));
  const whole = isCut ? intendedEnd(text, start, inFlow) : undefined;
  return whole === undefined || whole <= end ? undefined : { range: [start, whole], cut: cutAt(text, end) };
}

/** The value from `start` to the end of its line, where text that holds `: ` begins there. */
export function restOfValue(text: string, start: number): Range {
  return [start, start + lineFrom(text, start).replace(/\s+(?:#.*)?$/, "").length];
}

/** A person does not write longer values in one line. */
const longest = 2000;
/** Nor do brackets stand deeper in each other: to look further would take long where none is ever closed. */
const deepest = 12;

/** True where a call of a known function is left open. */
function opensCall(raw: string): boolean {
  const open: number[] = [];
  for (const { character, index } of significant(raw)) {
    if (character === "(") open.push(index);
    else if (character === ")") open.pop();
  }
  return open.some((index) => findFunction(/[A-Za-z_][\w.]*$/.exec(raw.slice(0, index))?.[0] ?? "") !== undefined);
}

function opensQuote(raw: string): boolean {
  return [...significant(raw)].some(({ character }) => character === '"');
}

/** In brackets nothing can open right behind a text. */
function isBeforeBracket(text: string, end: number): boolean {
  return /^[^\S\r\n]*[[{]/.test(text.slice(end, end + longest));
}

/** Where the value ends that begins at `start`: at the end of its line, or at what closes the brackets around it. */
function intendedEnd(text: string, start: number, inFlow: boolean): number | undefined {
  const line = lineFrom(text, start);
  const open: string[] = [];
  for (const { character, index } of significant(line)) {
    if (open.length === 0 && ends(line, index, inFlow)) return start + line.slice(0, index).trimEnd().length;
    const closing = closings[character];
    if (closing !== undefined) open.push(closing);
    // A bracket that closes no other is that of the list or map around: then nothing was cut.
    else if (")]}".includes(character) && open.pop() !== character) return undefined;
    if (open.length > deepest) return undefined;
  }
  return open.length === 0 ? start + line.trimEnd().length : undefined;
}

const closings: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** True where a comment begins, or where the list or map around goes on or is closed. */
function ends(line: string, index: number, inFlow: boolean): boolean {
  const character = line[index] ?? "";
  return character === "#" ? /\s/.test(line[index - 1] ?? "") : inFlow && ",]}".includes(character);
}

function lineFrom(text: string, start: number): string {
  return /^[^\r\n]*/.exec(text.slice(start, start + longest))?.[0] ?? "";
}

/** The characters of a line that are not in quotes. */
function* significant(line: string): Generator<{ readonly character: string; readonly index: number }> {
  for (const { 0: found, index } of line.matchAll(/'[^']*'|"(?:[^"\\]|\\.)*"|./g)) {
    if (found.length === 1) yield { character: found, index };
  }
}

function cutAt(text: string, end: number): Unquoted["cut"] {
  const next = text.slice(end, end + longest).trimStart()[0];
  if (next === ",") return "comma";
  if (next === ":") return "colon";
  return next === "{" || next === "[" ? "bracket" : "quote";
}

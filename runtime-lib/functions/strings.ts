import { expressionError } from "../run/values.ts";
import { byteLength, checkElementCount, checkTextSize, intArgument, mayBeTooLong, textArgument } from "./arguments.ts";

/*
 * Functions of texts (Expr language definition, string functions). Positions and counts are code points, as in `len`
 * and slices. Each throws tool_runtime for a value that is not text, or no whole number where one must stand.
 */

/** `trim(text, [characters])`: without white space, or without these characters, at both ends. */
export function trim(value: unknown, characters?: unknown): string {
  const source = textArgument("trim", value);
  if (characters === undefined) return trimSpace(source);
  const cut = new Set(textArgument("trim", characters));
  const points = [...source];
  let start = 0;
  let end = points.length;
  while (start < end && cut.has(points[start] ?? "")) start += 1;
  while (end > start && cut.has(points[end - 1] ?? "")) end -= 1;
  return points.slice(start, end).join("");
}

function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** `trimPrefix(text, [prefix])`: without the prefix (one space), where it has it. */
export function trimPrefix(value: unknown, prefix: unknown = " "): string {
  const source = textArgument("trimPrefix", value);
  const cut = textArgument("trimPrefix", prefix);
  return source.startsWith(cut) ? source.slice(cut.length) : source;
}

/** `trimSuffix(text, [suffix])`: without the suffix (one space), where it has it. */
export function trimSuffix(value: unknown, suffix: unknown = " "): string {
  const source = textArgument("trimSuffix", value);
  const cut = textArgument("trimSuffix", suffix);
  return source.endsWith(cut) ? source.slice(0, source.length - cut.length) : source;
}

/** `upper(text)`: each code point by itself, as Go does; one without a single capital, such as `ß`, stays. */
export function upper(value: unknown): string {
  const source = textArgument("upper", value);
  return isAscii(source) ? source.toUpperCase() : mapPoints(source, (text) => text.toUpperCase());
}

/** `lower(text)`: each code point by itself. */
export function lower(value: unknown): string {
  const source = textArgument("lower", value);
  return isAscii(source) ? source.toLowerCase() : mapPoints(source, (text) => text.toLowerCase());
}

/** `split(text, delimiter, [count])`: the parts between delimiters, at most `count`; characters for an empty one. */
export function split(value: unknown, delimiter: unknown, count?: unknown): string[] {
  return parts("split", value, textArgument("split", delimiter), count);
}

/** `splitAfter(text, delimiter, [count])`: the same; all parts but the last keep their delimiter. */
export function splitAfter(value: unknown, delimiter: unknown, count?: unknown): string[] {
  const mark = textArgument("splitAfter", delimiter);
  const found = parts("splitAfter", value, mark, count);
  return found.map((part, index) => (index < found.length - 1 ? part + mark : part));
}

/** `replace(text, old, new, [count])`: the first `count` occurrences replaced, or all; an empty `old` is everywhere. */
export function replace(...[value, old, by, count]: readonly unknown[]): string {
  const source = textArgument("replace", value);
  const from = textArgument("replace", old);
  const to = textArgument("replace", by);
  const most = countArgument("replace", count);
  const around = from === "" ? ["", ...points("replace", source), ""] : source.split(from);
  const pieces = firstParts(around, most + 1, from);
  const found = pieces.length - 1;
  if (mayBeTooLong(source.length + found * to.length)) {
    const bytes = byteLength(source);
    checkTextSize("replace", bytes + found * (byteLength(to) - byteLength(from)), bytes);
  }
  return pieces.join(to);
}

/** `repeat(text, count)`: refuses a negative count and a result over 64 MiB. */
export function repeat(value: unknown, count: unknown): string {
  const source = textArgument("repeat", value);
  const times = intArgument("repeat", count);
  if (times < 0) throw expressionError(`repeat: expected a count of 0 or more, got ${times}`);
  checkTextSize("repeat", byteLength(source) * times);
  return source === "" ? "" : source.repeat(times);
}

/** `indexOf(text, part)`: position of the first occurrence, or -1. */
export function indexOf(value: unknown, part: unknown): number {
  const source = textArgument("indexOf", value);
  return position(source, source.indexOf(textArgument("indexOf", part)));
}

/** `lastIndexOf(text, part)`: position of the last occurrence, or -1. */
export function lastIndexOf(value: unknown, part: unknown): number {
  const source = textArgument("lastIndexOf", value);
  return position(source, source.lastIndexOf(textArgument("lastIndexOf", part)));
}

/** `hasPrefix(text, prefix)`. */
export function hasPrefix(value: unknown, prefix: unknown): boolean {
  return textArgument("hasPrefix", value).startsWith(textArgument("hasPrefix", prefix));
}

/** `hasSuffix(text, suffix)`. */
export function hasSuffix(value: unknown, suffix: unknown): boolean {
  return textArgument("hasSuffix", value).endsWith(textArgument("hasSuffix", suffix));
}

/** Number of code points of a text. */
export function countPoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Unicode's White_Space, which is not quite what String.prototype.trim removes. */
function isSpace(code: number): boolean {
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : whiteSpace.test(String.fromCharCode(code));
}

const whiteSpace = /^\p{White_Space}$/u;

/** True for ASCII alone, where nothing changes its length. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 127) return false;
  }
  return true;
}

function mapPoints(text: string, map: (text: string) => string): string {
  let mapped = "";
  for (const point of text) {
    const changed = map(point);
    mapped += countPoints(changed) === 1 ? changed : point;
  }
  return mapped;
}

function parts(name: string, value: unknown, delimiter: string, count: unknown): string[] {
  const source = textArgument(name, value);
  const most = countArgument(name, count);
  const all = delimiter === "" ? points(name, source) : source.split(delimiter);
  checkElementCount(name, all.length);
  return firstParts(all, most, delimiter);
}

/** The first parts; the last of them is the rest as it stood. */
function firstParts(all: string[], most: number, delimiter: string): string[] {
  if (all.length <= most) return all;
  return most === 0 ? [] : [...all.slice(0, most - 1), all.slice(most - 1).join(delimiter)];
}

function points(name: string, text: string): string[] {
  checkElementCount(name, countPoints(text));
  return [...text];
}

/** A limit: none where it is left out or negative. */
function countArgument(name: string, count: unknown): number {
  if (count === undefined) return Number.POSITIVE_INFINITY;
  const most = intArgument(name, count);
  return most < 0 ? Number.POSITIVE_INFINITY : most;
}

function position(text: string, index: number): number {
  return index < 0 ? -1 : countPoints(text.slice(0, index));
}

/**
 * `node bench/fuzz-expressions.ts [minutes=10] [seed]`: mutates the conformance corpus and compiles what comes out. Any
 * exception, a diagnostic outside its text, code that is not JavaScript or more than 100 ms for each KB of text is a
 * failure: shown with its smallest text, and the exit code is 1. One line gives the result; a run of ten minutes or more
 * also leaves it in fuzz-expressions.json, for the README.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { compileExpression, type Scope } from "../compiler/compile-expression.ts";
import { type FuzzResult, fuzzResultFile, LEAST_MINUTES, MS_PER_KB } from "./fuzz-result.ts";
import { root } from "./place.ts";

const MOST_FAILURES = 30;

/** A text that takes longer than this is taken to be one that never ends: its worker is stopped, and the run with it. */
const STALLED_MS = 20_000;

const minutes = numberArgument(2, 10);
const seed = numberArgument(3, Date.now() % 1_000_000);
/** The number of cases, the length of the text at work, and the text: all that is left of a worker that hangs. */
const shared: Uint16Array = workerData ?? new Uint16Array(new SharedArrayBuffer(400_000));

const folder = join(root, "test", "conformance");
const scope = JSON.parse(readFileSync(join(folder, "expr-env.json"), "utf8")) as Scope;
const corpus = readFileSync(join(folder, "expr-cases.ndjson"), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr);
const tokenPattern =
  /\s+|[\p{L}_$#][\p{L}\p{Nd}_$]*|[0-9][0-9_.]*|"[^"]*"|'[^']*'|`[^`]*`|\?\?|\?\.|\.\.|\*\*|[!=<>&|]+|[\s\S]/gu;
/** Texts to mutate: at first the corpus, then more and more mutants that compile. */
const pool = [...corpus];
/** What the corpus does not have, or has too seldom. */
const extras = [
  ..."()[]{}#.,;:?|'\"`\\/*+-%^!=<>&~@$_\0\n\r\t ",
  ..."é漢😀\u200f\u202e\u2028\u00a0\u0130ß\ud800\udc00\ufeff",
  ..."{{ }} /* */ // ?? ?. ?: :: .. ** === !== <> => =~ #acc #index #x ## 0x 0b 1_ 1e 1e999 9007199254740993".split(
    " ",
  ),
  ..."let if else in not and or matches contains true false nil __proto__ constructor toString hasOwnProperty".split(
    " ",
  ),
  ..."'(a+)+$' '(?=a)' '\\1' '[z-a]' 'a{1001}' '(?P<n>x)' get('x') output('y') set('z',1) info('id') 1?:2 a<b<c".split(
    " ",
  ),
];
const tokens = [...new Set([...corpus.flatMap(tokensOf), ...extras])];

let state = seed >>> 0;
const failures = new Map<string, string>();
let cases = 0;
let compiled = 0;
let slowest = { ms: 0, text: "" };
let mostMsPerKb = 0;

if (isMainThread) watch();
else fuzz();

function watch(): void {
  const worker = new Worker(import.meta.filename, { argv: [minutes, seed], workerData: shared });
  let last = -1;
  const timer = setInterval(() => {
    const current = shared[0] ?? 0;
    if (current !== last) {
      last = current;
      return;
    }
    const text = String.fromCharCode(...shared.subarray(2, 2 + (shared[1] ?? 0)));
    console.error(`FAILURE no end after ${STALLED_MS / 1000} s\n  ${JSON.stringify(text)}`);
    console.log(`fuzz-expressions: stopped by a text of ${text.length} characters that never ends (seed ${seed})`);
    process.exit(1);
  }, STALLED_MS);
  worker.on("exit", (code) => {
    clearInterval(timer);
    process.exitCode = code;
  });
}

function fuzz(): void {
  const started = performance.now();
  const end = started + minutes * 60_000;
  while (performance.now() < end && failures.size < MOST_FAILURES) {
    for (let round = 0; round < 200; round += 1) tryText(mutant());
  }
  const seconds = (performance.now() - started) / 1000;
  for (const [what, text] of failures) console.error(`FAILURE ${what}\n  ${JSON.stringify(text)}`);
  console.log(
    `fuzz-expressions: ${cases} cases in ${seconds.toFixed(0)} s (${Math.round(cases / seconds)}/s, seed ${seed}), ` +
      `${Math.round((100 * compiled) / cases)} % compile, slowest ${slowest.ms.toFixed(1)} ms for ` +
      `${slowest.text.length} characters ${JSON.stringify(clip(slowest.text))}, ${failures.size} failures`,
  );
  if (minutes >= LEAST_MINUTES) keepResult(seconds);
  process.exitCode = failures.size === 0 ? 0 : 1;
}

function keepResult(seconds: number): void {
  const result: FuzzResult = {
    minutes,
    seed,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round(seconds),
    cases,
    compiled,
    slowest: { ms: round(slowest.ms), characters: slowest.text.length },
    mostMsPerKb: round(mostMsPerKb),
    failures: failures.size,
  };
  writeFileSync(fuzzResultFile, `${JSON.stringify(result, null, 2)}\n`);
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function tryText(text: string): void {
  cases += 1;
  const problem = problemOf(text);
  if (problem === undefined || failures.has(problem)) return;
  const smallest = shrink(text, problem);
  failures.set(problem, smallest);
  console.error(`found after ${cases} cases: ${problem}\n  ${JSON.stringify(smallest)}`);
}

/** What is wrong with how the text is dealt with, without anything that belongs to this text alone. */
function problemOf(text: string): string | undefined {
  try {
    const { ms, result } = timed(text);
    noteTime(ms, text);
    if (ms > limitOf(text) && isSlowAgain(text)) return `more than ${MS_PER_KB} ms per KB`;
    if (result.kind === "script") {
      compiled += 1;
      if (text.length < 400) pool[below(pool.length)] = text;
      new Function("flow", "step", "scope", result.body);
      return undefined;
    }
    const outside = result.diagnostics.find(
      ({ span }) => !(0 <= span.start && span.start <= span.end && span.end <= text.length),
    );
    if (outside !== undefined) return `${outside.code} outside its text: ${withoutQuoted(outside.message)}`;
    if (result.diagnostics.length === 0) return "neither code nor a diagnostic";
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return `threw ${String(error)}`;
    const frame = /\n\s+at ([^\n]*)/.exec(error.stack ?? "")?.[1] ?? "";
    return `${error.name}: ${withoutQuoted(error.message)} at ${frame.replace(/\(?file:.*\/(?=[^/]*$)/, "")}`;
  }
}

/** A time is a record only where it is one again, twice: the machine has other work. */
function noteTime(ms: number, text: string): void {
  const isRecord = (time: number) => time > slowest.ms || msPerKb(time, text) > mostMsPerKb;
  if (!isRecord(ms)) return;
  const fastest = Math.min(ms, timed(text).ms, timed(text).ms);
  if (fastest > slowest.ms) slowest = { ms: fastest, text };
  mostMsPerKb = Math.max(mostMsPerKb, msPerKb(fastest, text));
}

function msPerKb(ms: number, text: string): number {
  return (ms * MS_PER_KB) / limitOf(text);
}

function timed(text: string) {
  publish(text);
  const start = performance.now();
  const result = compileExpression(text, scope);
  return { ms: performance.now() - start, result };
}

/** Says what is at work, for whoever watches. */
function publish(text: string): void {
  const length = Math.min(text.length, shared.length - 2);
  for (let index = 0; index < length; index += 1) shared[index + 2] = text.charCodeAt(index);
  shared[1] = Math.min(length, 0xffff);
  shared[0] = (shared[0] ?? 0) + 1;
}

/** Whatever else the machine does, one of three is not slow unless the text is. */
function isSlowAgain(text: string): boolean {
  return [1, 2, 3].every(() => timed(text).ms > limitOf(text));
}

function limitOf(text: string): number {
  return MS_PER_KB * Math.max(1, text.length / 1024);
}

function withoutQuoted(message: string): string {
  return message.replace(/'.*'|".*"/gs, "…").replace(/\d+/g, "N");
}

/** Takes away what the problem does not need, in ever smaller pieces. */
function shrink(text: string, problem: string): string {
  let smallest = text;
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length; ) {
      const shorter = smallest.slice(0, at) + smallest.slice(at + size);
      if (problemOf(shorter) === problem) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}

function mutant(): string {
  let text = pick(below(2) === 0 ? corpus : pool);
  const times = below(200) === 0 ? 40 : below(2) === 0 ? 1 : 2 + below(4);
  for (let time = 0; time < times; time += 1) text = mutate(text);
  return below(2000) === 0 ? text.repeat(1 + below(2000)).slice(0, 80_000) : text;
}

function mutate(text: string): string {
  const at = below(text.length + 1);
  switch (below(10)) {
    case 0:
      return splice(text, at, 0, pick(extras));
    case 1:
      return splice(text, at, 1 + below(3), "");
    case 2:
      return splice(text, at, 0, text.slice(at, at + 1 + below(8)));
    case 3:
      return splice(text, at, 2, [...text.slice(at, at + 2)].reverse().join(""));
    case 4:
      return splice(text, at, 1, String.fromCharCode(below(0x10000)));
    case 5:
      return text.slice(0, at) + cut(pick(corpus));
    case 6:
      return splice(text, at, 0, `(${pick(corpus)})`);
    default:
      return mutateTokens(text);
  }
}

function mutateTokens(text: string): string {
  const parts = tokensOf(text);
  const at = below(parts.length + 1);
  const other = below(parts.length + 1);
  switch (below(5)) {
    case 0:
      return parts.toSpliced(at, 0, pick(tokens)).join("");
    case 1:
      return parts.toSpliced(at, 1).join("");
    case 2:
      return parts.toSpliced(at, 1, pick(tokens)).join("");
    case 3:
      return parts.toSpliced(at, 0, ...parts.slice(other, other + 1 + below(6))).join("");
    default:
      return parts
        .toSpliced(at, 1, parts[other] ?? "")
        .toSpliced(other, 1, parts[at] ?? "")
        .join("");
  }
}

function tokensOf(text: string): readonly string[] {
  return text.match(tokenPattern) ?? [];
}

function splice(text: string, at: number, remove: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + remove);
}

function cut(text: string): string {
  return text.slice(below(text.length + 1));
}

function clip(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

function pick<Item>(items: readonly Item[]): Item {
  return items[below(items.length)] as Item;
}

/** mulberry32: the same seed, the same texts. */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
}

function numberArgument(position: number, otherwise: number): number {
  const given = process.argv[position];
  const value = given === undefined ? otherwise : Number(given);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error("usage: node bench/fuzz-expressions.ts [minutes=10] [seed]");
  process.exit(2);
}

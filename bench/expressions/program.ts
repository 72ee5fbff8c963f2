/**
 * `node --single-threaded bench/expressions/program.ts FOLDER`: measures in this one process and prints what it found as
 * JSON. A process of its own, so that nothing of the bench is in its way; on one thread, so that collecting garbage counts.
 */

import { join } from "node:path";
import { parseExpression } from "../../compiler/2-parse/expression.ts";
import { parse } from "../../compiler/2-parse/generated/expression-parser.js";
import { compileExpression, type Scope } from "../../compiler/compile-expression.ts";
import { type Case, cases, type Data, makeScopes } from "./cases.ts";
import { asBundle, asFunction, scriptOf } from "./compiled.ts";
import { prepare, takeTurns } from "./contenders.ts";
import { peersFor } from "./peers.ts";

const ROUNDS = 31;
/** So many expressions are compiled before the first is timed: V8 takes its time with a program of this size. */
const WARM = 20_000;

/** Median nanoseconds, by the name of the contender. */
export type Medians = Readonly<Record<string, number>>;

export interface Found {
  readonly rounds: number;
  readonly expressions: readonly {
    readonly text: string;
    readonly scripts: readonly string[];
    readonly times: Medians;
  }[];
  /** For one expression. */
  readonly compiling: Medians;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("needs a folder to write to");
const scopes = makeScopes();
const types = scopes[0] as unknown as Scope;
// Compiling first, while nothing but flowc is loaded.
const compilingTimes = await compiling();
const found: Found = { rounds: ROUNDS, expressions: await evaluating(folder), compiling: compilingTimes };
process.stdout.write(JSON.stringify(found));

async function evaluating(folder: string): Promise<Found["expressions"]> {
  const unknownTypes = Object.fromEntries(Object.keys(types).map((name) => [name, null]));
  const typed = cases.map(({ text }) => scriptOf(text, types));
  const untyped = cases.map(({ text }) => scriptOf(text, unknownTypes));
  // Two modules: what V8 learns of the runtime library in one does not slow down the other.
  const functions = await asBundle(join(folder, "typed.mjs"), typed);
  const untypedFunctions = await asBundle(join(folder, "untyped.mjs"), untyped);
  const expressions = [];
  for (const [index, expression] of cases.entries()) {
    const scripts = [typed[index] ?? "", untyped[index] ?? ""];
    const [plain, dynamic] = [functions[index], untypedFunctions[index]];
    if (plain === undefined || dynamic === undefined) throw new Error(`nothing built for ${expression.text}`);
    const flowc = [
      { name: "flowc", evaluate: plain },
      { name: "types unknown", evaluate: dynamic },
      { name: "script", evaluate: asFunction(scripts[0] ?? "") },
    ];
    expressions.push({ text: expression.text, scripts, times: await evaluatingOne(expression, flowc) });
  }
  return expressions;
}

type Flowc = readonly { readonly name: string; readonly evaluate: (scope: Data) => unknown }[];

async function evaluatingOne(expression: Case, flowc: Flowc): Promise<Medians> {
  const wanted = scopes.map(expression.byHand);
  const all = [{ name: "by hand", evaluate: expression.byHand }, ...flowc, ...peersFor(expression)];
  const contenders = [];
  for (const work of all) contenders.push(await prepare(work, scopes, wanted));
  return medians(contenders, scopes.length);
}

/** compileExpression ends with a script: parsing and checking are not to be had without it. */
async function compiling(): Promise<Medians> {
  const texts = cases.map(({ text }) => text);
  for (let count = 0; count < WARM; count += 1) compileExpression(texts[count % texts.length] ?? "", types);
  const place = (offset: number): number => offset;
  const contenders = [
    { name: "parse", evaluate: (text: string) => parse(text, { place, peg$library: true, peg$silentFails: 1 }) },
    {
      name: "parse, failures noted",
      evaluate: (text: string) => parse(text, { place, peg$library: true, peg$silentFails: 0 }),
    },
    { name: "parseExpression", evaluate: (text: string) => parseExpression(text, place) },
    { name: "compileExpression", evaluate: (text: string) => compileExpression(text, types) },
  ];
  const prepared = [];
  for (const work of contenders) prepared.push(await prepare(work, texts));
  return medians(prepared, texts.length);
}

async function medians(contenders: Parameters<typeof takeTurns>[0], inputs: number): Promise<Medians> {
  const times = await takeTurns(contenders, inputs, ROUNDS);
  return Object.fromEntries([...times].map(([name, all]) => [name, all.median]));
}

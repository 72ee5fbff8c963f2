import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { generateParser } from "../grammar/generate.ts";
import { peers } from "./expressions/peers.ts";
import type { Found, Medians } from "./expressions/program.ts";
import { Times } from "./measure.ts";
import { findPackage } from "./peers.ts";
import type { Place } from "./place.ts";
import { atLeast, atMost, row, type Section } from "./report.ts";

const PER_SECOND = 20_000;
const FACTOR = 2;
const RUNS = 3;

/** Ten typical expressions: their evaluation beside the same by hand and by others, and how fast they are compiled. */
export async function measureExpressions(place: Place): Promise<Section> {
  generateParser();
  const program = join(import.meta.dirname, "expressions", "program.ts");
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const output = execFileSync(process.execPath, ["--single-threaded", program, place.make(`expressions-${run}`)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return JSON.parse(output) as Found;
  });
  const found = together(runs);
  const perSecond = 1e9 / (found.compiling["compileExpression"] ?? Number.NaN);
  return {
    title: "Expressions",
    text: `Ten typical expressions over data from JSON, in one process on one thread (\`--single-threaded\`). The contenders of
an expression take turns, ${found.rounds} rounds; a sample is at least 4 ms of evaluations over 64 scopes of other values;
medians, and of ${RUNS} such processes the median ratios. By hand is bench/expressions/cases.ts. flowc is what
compileExpression emits for a scope of known types, built into a module with the runtime library, as in a bundle. All
columns but the first are multiples of the time by hand. Types unknown: all variables are \`any\`, as results of unknown
shape are. Script: the whole script anew each time, with its patterns and predicates, as \`flowc eval\` runs it. The others
parse once; what their language lacks without functions of the host is "—"; jsonata answers with promises.`,
    limits: limits(found, perSecond),
    table: [evaluationTable(found), "", "### Parsing and checking", "", compilingText, "", compilingTable(found)].join(
      "\n",
    ),
  };
}

/** Of several runs the median of each ratio; times of different runs are not compared. */
function together(runs: readonly Found[]): Found {
  const [first] = runs;
  if (first === undefined) throw new Error("no run");
  return {
    ...first,
    expressions: first.expressions.map((expression, index) => ({
      ...expression,
      times: medianRatios(
        runs.map((run) => run.expressions[index]?.times ?? {}),
        "by hand",
      ),
    })),
    compiling: medianRatios(
      runs.map((run) => run.compiling),
      "parse",
    ),
  };
}

function medianRatios(runs: readonly Medians[], base: string): Medians {
  const median = (values: readonly number[]) => new Times(values).median;
  const unit = median(runs.map((times) => times[base] ?? Number.NaN));
  return Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [
      name,
      unit * median(runs.map((times) => (times[name] ?? Number.NaN) / (times[base] ?? Number.NaN))),
    ]),
  );
}

function limits({ expressions }: Found, perSecond: number) {
  const each = expressions.map(({ text, times }) =>
    atMost(`\`${text}\` / by hand`, ratio(times, "flowc"), FACTOR, "x"),
  );
  return [
    ...each,
    atMost(
      "these ten, geometric mean / by hand",
      mean(expressions.map(({ times }) => ratio(times, "flowc"))),
      FACTOR,
      "x",
    ),
    atLeast("expressions parsed, checked and emitted", perSecond, PER_SECOND, "/s"),
  ];
}

function ratio(times: Readonly<Record<string, number>>, name: string): number {
  return (times[name] ?? Number.NaN) / (times["by hand"] ?? Number.NaN);
}

/** The geometric mean. */
function mean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, each) => sum + Math.log(each), 0) / ratios.length);
}

function evaluationTable({ expressions }: Found): string {
  const names = ["flowc", "types unknown", "script", ...Object.keys(peers)];
  const lines = expressions.map(({ text, times }) =>
    row([`\`${text}\``, (times["by hand"] ?? Number.NaN).toFixed(1), ...names.map((name) => shown(times, name))]),
  );
  const means = names.map((name) => {
    const known = expressions.filter(({ times }) => name in times).map(({ times }) => ratio(times, name));
    return known.length === 0
      ? ""
      : `${digits(mean(known))}${known.length < expressions.length ? ` (of ${known.length})` : ""}`;
  });
  return [
    row(["", "by hand, ns", ...names]),
    row(["---", ...["by hand", ...names].map(() => "--:")]),
    ...lines,
    row(["geometric mean", "", ...means]),
  ].join("\n");
}

function shown(times: Readonly<Record<string, number>>, name: string): string {
  if (name in times) return digits(ratio(times, name));
  return name in peers && findPackage(name) === undefined ? "not installed" : "—";
}

function digits(factor: number): string {
  return factor.toFixed(factor < 10 ? 2 : 0);
}

const compilingText = `The same ten, in the same way, after 20,000 to warm V8 up. compileExpression types the scope, parses, checks and emits
the script: its interface does not let checking be measured without that. parse is the parser that peggy generates,
called as flowc does; noting what was expected at each failure, as peggy does by default, is only for texts
that fail.`;

function compilingTable({ compiling }: Found): string {
  const base = compiling["parse"] ?? Number.NaN;
  const lines = Object.entries(compiling).map(([name, nanoseconds]) =>
    row([
      name,
      (nanoseconds / 1000).toFixed(1),
      Math.round(1e9 / nanoseconds).toString(),
      (nanoseconds / base).toFixed(2),
    ]),
  );
  return [row(["", "µs each", "a second", "x parse"]), row(["---", "--:", "--:", "--:"]), ...lines].join("\n");
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Section } from "./report.ts";

/** What a run of fuzz-expressions.ts found; kept in git, since it takes longer than all measurements together. */
export interface FuzzResult {
  readonly minutes: number;
  readonly seed: number;
  readonly node: string;
  readonly date: string;
  readonly seconds: number;
  readonly cases: number;
  readonly compiled: number;
  readonly slowest: { readonly ms: number; readonly characters: number };
  readonly mostMsPerKb: number;
  readonly failures: number;
}

/** No text may take longer, for each KB of it; a shorter one counts as one KB. */
export const MS_PER_KB = 100;
/** Shorter runs are not kept. */
export const LEAST_MINUTES = 10;
export const fuzzResultFile = join(import.meta.dirname, "fuzz-expressions.json");

/** The last run that was kept. */
export async function reportFuzzing(): Promise<Section> {
  const title = "Fuzzing expressions";
  if (!existsSync(fuzzResultFile)) return { title, text: "Not run yet.", limits: [], table: "" };
  const result = JSON.parse(readFileSync(fuzzResultFile, "utf8")) as FuzzResult;
  const { minutes, seed, seconds, cases, compiled, slowest, mostMsPerKb, failures } = result;
  return {
    title,
    text: `Mutants of the conformance corpus, each compiled; the last run that was kept, not repeated by \`npm run bench\`:
\`node bench/fuzz-expressions.ts ${minutes} ${seed}\` (${result.date}, Node ${result.node}). A failure is an exception, a
diagnostic outside its text, code that is not JavaScript, or more than ${MS_PER_KB} ms for each KB of text three times over.`,
    limits: [
      { what: "failures in ten minutes of fuzzing", limit: "0", measured: `${failures}`, holds: failures === 0 },
      {
        what: "slowest of these texts, for each KB, fastest of three",
        limit: `≤ ${MS_PER_KB} ms`,
        measured: `${mostMsPerKb} ms`,
        holds: mostMsPerKb <= MS_PER_KB,
      },
    ],
    table: `| cases | a second | compile | slowest | failures |
|--:|--:|--:|--:|--:|
| ${cases} | ${Math.round(cases / seconds)} | ${Math.round((100 * compiled) / cases)} % | ${slowest.ms} ms for ${slowest.characters} characters | ${failures} |`,
  };
}

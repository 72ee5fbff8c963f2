import { appendFileSync } from "node:fs";
import { FlowError } from "../run/errors.ts";
import { isMap } from "../run/values.ts";

/** What a step gives to later ones beside its `result`. */
export interface OutputFields {
  /** The key of the result whose fields they are; undefined: the result's own. */
  readonly within?: string;
  readonly names: readonly string[];
}

/** GitHub's limit for one output, counted as it counts: two bytes for each unit of UTF-16. */
const mostBytes = 1024 * 1024;

/** The outputs of a run: the whole result, and each of the fields that it is known to have; nil fields are empty. */
export function outputsOf(result: unknown, { within, names }: OutputFields): ReadonlyMap<string, string> {
  const fields = within === undefined ? result : isMap(result) ? result[within] : undefined;
  const values = names.map((name) => [name, isMap(fields) ? (fields[name] ?? "") : ""] as const);
  return new Map([["result", result] as const, ...values].map(([name, value]) => [name, outputText(value)]));
}

/** A value as a result is printed: text as it is, all else as JSON. */
export function outputText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Adds outputs to the runner's file, all or none. Throws a FlowError where one is too large or the file takes none. */
export function writeOutputs(file: string, outputs: ReadonlyMap<string, string>): void {
  for (const [name, { length }] of outputs) {
    if (length * 2 <= mostBytes) continue;
    const size = ((length * 2) / mostBytes).toFixed(1);
    throw new FlowError("tool_runtime", `the output "${name}" takes ${size} MB, and GitHub takes 1 MB`);
  }
  try {
    appendFileSync(file, [...outputs].map(([name, value]) => entry(name, value)).join(""));
  } catch (error) {
    const { code = "no reason given" } = error as NodeJS.ErrnoException;
    throw new FlowError("infra", `cannot write the outputs to GITHUB_OUTPUT: ${code}`);
  }
}

/** A delimiter that nobody can have guessed: no value can end early and set other outputs. */
function entry(name: string, value: string): string {
  const delimiter = `flowc_${crypto.randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}

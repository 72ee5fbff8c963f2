import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Outcome, type ProgramOptions, runProgram, temporaryFolder } from "./flowc.ts";

/** An action.yml as far as the runner reads it. */
export interface ActionMetadata {
  readonly name: string;
  readonly description: string;
  readonly inputs?: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

export interface Step extends Outcome {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the log said to the runner: name, properties and message, unescaped. */
  readonly commands: readonly (readonly [name: string, properties: string, message: string])[];
  /** The log without commands. */
  readonly log: string;
}

export function readAction(folder: string): ActionMetadata {
  return parse(readFileSync(join(folder, "action.yml"), "utf8")) as ActionMetadata;
}

/**
 * Runs the action in a folder as GitHub's runner does (actions/runner: ActionRunner, NodeScriptActionHandler): every
 * input in the environment, as it was given, by its default, or empty; outputs and commands read as the runner reads them.
 */
export async function runAction(
  folder: string,
  given: Readonly<Record<string, string>> = {},
  { env = {}, ...options }: ProgramOptions = {},
): Promise<Step> {
  using files = temporaryFolder();
  const [output, summary] = [join(files.path, "output"), join(files.path, "summary")];
  for (const file of [output, summary]) writeFileSync(file, "");
  const { inputs = {}, runs } = readAction(folder);
  const set = Object.entries({
    ...Object.fromEntries(Object.entries(inputs).map(([id, one]) => [id, one.default ?? ""])),
    ...given,
  });
  const step = await runProgram(join(folder, runs.main), [], {
    ...options,
    env: {
      PATH: process.env["PATH"],
      GITHUB_ACTIONS: "true",
      CI: "true",
      // What commands write is not shown, unless a test asks for it.
      FLOWC_STEP_OUTPUT: "none",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(set.map(([id, value]) => [`INPUT_${id.replaceAll(" ", "_").toUpperCase()}`, value])),
      ...env,
    },
  });
  const outputs = readOutputs(readFileSync(output, "utf8"));
  return { ...step, ...readLog(step.stdout), outputs, summary: readFileSync(summary, "utf8") };
}

/** As SetOutputFileCommand does. */
function readOutputs(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n");
  const outputs: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const [, name = "", delimiter] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (delimiter === undefined) {
      outputs[line.split("=")[0] ?? ""] = line.slice(line.indexOf("=") + 1);
      continue;
    }
    const end = lines.indexOf(delimiter, at + 1);
    if (end === -1) throw new Error(`Matching delimiter not found '${delimiter}'`);
    outputs[name] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return outputs;
}

/** A log as ActionCommandManager reads it: a line is a command where it starts with one, after spaces; `##[` is the old form. */
export function readLog(stdout: string): Pick<Step, "commands" | "log"> {
  const commands: (readonly [string, string, string])[] = [];
  const log: string[] = [];
  let stop: string | undefined;
  for (const line of stdout.split("\n")) {
    const [, name = "", properties = "", message = ""] =
      /^\s*(?:::([^\s:]+)(?: ([^:]*))?::|##\[([^\]]+)\])(.*)$/.exec(line)?.toSpliced(3, 1) ?? [];
    if (stop !== undefined) {
      if (name === stop) stop = undefined;
      else log.push(line);
    } else if (name === "stop-commands") stop = message;
    else if (name !== "") commands.push([name, unescaped(properties), unescaped(message)]);
    else log.push(line);
  }
  return { commands, log: log.join("\n") };
}

function unescaped(text: string): string {
  const codes: Readonly<Record<string, string>> = { "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%" };
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (code) => codes[code] ?? "");
}
